import { REPEATER_SITE } from '../../domain/repeater/registry.ts';
import type { Screen } from '../shared/address/screen.ts';
import { entityScreens } from '../shared/entity/screens.tsx';

/** Repeaters (specification, chapter 2): positions that other systems get. */
export const repeaterScreens: readonly Screen[] = entityScreens(
  REPEATER_SITE,
  { group: 'repeaters', order: 1 },
  {
    list: () => import('./RepeaterListScreen.tsx'),
    form: () => import('./RepeaterFormScreen.tsx'),
    view: () => import('./RepeaterViewScreen.tsx'),
  },
);
