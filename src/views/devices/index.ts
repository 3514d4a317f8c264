import { DEVICE_PAGE, type Need } from '../../domain/access/index.ts';
import { shellScreen, type Screen, type ScreenCrumb, type ScreenLoader } from '../shared/address/screen.ts';

const devices = (action: Need['action']): Need => ({ resource: 'devices', action });
const list: ScreenCrumb = { labelKey: 'menu.devices', path: '/devices' };
const loadSetup: ScreenLoader = () => import('./DeviceSetupScreen.tsx');

/** Devices: the list, the steps of setting one up, and one with all that is set for it (specification, chapter 2). */
export const deviceScreens: readonly Screen[] = [
  shellScreen('devices', '/devices', devices('r'), () => import('./DeviceListScreen.tsx'), {
    menu: { group: 'devices', order: 1, need: devices('m'), labelKey: 'menu.devices', icon: 'devices' },
  }),
  shellScreen(
    'unknownMessages',
    '/unknown-messages',
    devices('r'),
    () => import('./unknown/UnknownMessagesScreen.tsx'),
    {
      menu: { group: 'devices', order: 2, need: devices('m'), labelKey: 'menu.unknownMessages', icon: 'unknown' },
      crumbs: [list],
    },
  ),
  shellScreen('deviceCreate', '/device/create', devices('a'), loadSetup, { crumbs: [list] }),
  shellScreen('deviceSetup', '/device/create/:id', devices('u'), loadSetup, { crumbs: [list] }),
  shellScreen('deviceEdit', '/device/:id/edit', devices('u'), loadSetup, { crumbs: [list] }),
  shellScreen('device', '/device/:id', DEVICE_PAGE, () => import('./DeviceScreen.tsx'), { crumbs: [list] }),
];
