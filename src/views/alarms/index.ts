import { needsOf } from '../../domain/entity/index.ts';
import { shellScreen, type Screen } from '../shared/address/screen.ts';

const { read, menu } = needsOf('alert');

/** The queue of alarms. */
export const alarmScreens: readonly Screen[] = [
  shellScreen('alarms', '/alarms', read, () => import('./AlarmsScreen.tsx'), {
    crumbs: [{ labelKey: 'menu.units' }],
    menu: { group: 'units', order: 3, need: menu, labelKey: 'screens.alarms', icon: 'alert' },
  }),
];
