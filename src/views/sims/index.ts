import type { Need } from '../../domain/access/index.ts';
import { shellScreen, type Screen, type ScreenCrumb, type ScreenLoader } from '../shared/address/screen.ts';

const sims = (action: Need['action']): Need => ({ resource: 'sims', action });
const group: ScreenCrumb = { labelKey: 'menu.referenceData' };
const list: ScreenCrumb = { labelKey: 'menu.sims', path: '/sim' };
const loadForm: ScreenLoader = () => import('./SimFormScreen.tsx');

/** SIM cards: the list, one card, how it does, and its form (specification, chapter 2). */
export const simScreens: readonly Screen[] = [
  shellScreen('sims', '/sim', sims('r'), () => import('./SimListScreen.tsx'), {
    crumbs: [group],
    menu: { group: 'referenceData', order: 6, need: sims('m'), labelKey: 'menu.sims', icon: 'sims' },
  }),
  shellScreen('simCreate', '/sim/create', sims('a'), loadForm, { crumbs: [group, list] }),
  shellScreen('simEdit', '/sim/:id/edit', sims('u'), loadForm, { crumbs: [group, list] }),
  shellScreen('simView', '/sim/:id/view', sims('r'), () => import('./SimViewScreen.tsx'), { crumbs: [group, list] }),
  shellScreen('simInfo', '/sim-info/:id', sims('r'), () => import('./SimInfoScreen.tsx'), { crumbs: [group, list] }),
];
