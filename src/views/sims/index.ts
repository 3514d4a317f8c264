import { needsOf } from '../../domain/entity/index.ts';
import { SIM_SITE } from '../../domain/sim/registry.ts';
import { shellScreen, type Screen } from '../shared/address/screen.ts';
import { entityScreens } from '../shared/entity/screens.tsx';

/** SIM cards: the list, one card, its form, and how it does (specification, chapter 2). */
export const simScreens: readonly Screen[] = [
  ...entityScreens(
    SIM_SITE,
    { group: 'referenceData', order: 7 },
    {
      list: () => import('./SimListScreen.tsx'),
      form: () => import('./SimFormScreen.tsx'),
      view: () => import('./SimViewScreen.tsx'),
    },
  ),
  shellScreen('simInfo', '/sim-info/:id', needsOf(SIM_SITE.resource).read, () => import('./SimInfoScreen.tsx'), {
    crumbs: [{ labelKey: 'menu.referenceData' }, { labelKey: 'sims.title', path: SIM_SITE.paths.list }],
  }),
];
