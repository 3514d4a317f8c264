import { LABEL_SITE } from '../../domain/label/registry.ts';
import type { Screen } from '../shared/address/screen.ts';
import { entityScreens } from '../shared/entity/screens.tsx';

/** Groups: the list, one group with its members, and its form (specification, chapter 2). */
export const labelScreens: readonly Screen[] = entityScreens(
  LABEL_SITE,
  { group: 'referenceData', order: 5 },
  {
    list: () => import('./LabelListScreen.tsx'),
    form: () => import('./LabelFormScreen.tsx'),
    view: () => import('./LabelScreen.tsx'),
  },
);
