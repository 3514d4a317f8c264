import { sims } from '../../domain/sim/index.ts';
import { shellScreen, type Screen } from '../shared/address/screen.ts';
import { entityScreens } from '../shared/entity/screens.tsx';

/** SIM cards: the list, one card, its form, and how it does (specification, chapter 2). */
export const simScreens: readonly Screen[] = [
  ...entityScreens(
    sims,
    { group: 'referenceData', order: 7 },
    {
      list: () => import('./SimListScreen.tsx'),
      form: () => import('./SimFormScreen.tsx'),
      view: () => import('./SimViewScreen.tsx'),
    },
  ),
  shellScreen('simInfo', '/sim-info/:id', sims.needs.read, () => import('./SimInfoScreen.tsx'), {
    crumbs: [{ labelKey: 'menu.referenceData' }, { labelKey: 'sims.title', path: sims.paths.list }],
  }),
];
