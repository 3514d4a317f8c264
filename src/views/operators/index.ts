import { needsOf } from '../../domain/entity/index.ts';
import { OPERATOR_SITE } from '../../domain/operator/registry.ts';
import { shellScreen, type Screen } from '../shared/address/screen.ts';
import { entityScreens } from '../shared/entity/screens.tsx';

/** Operators: the list, one operator, the form, and keys that are nobody's yet (specification, chapter 2). */
export const operatorScreens: readonly Screen[] = [
  ...entityScreens(
    OPERATOR_SITE,
    { group: 'referenceData', order: 6 },
    { form: () => import('./OperatorFormScreen.tsx'), view: () => import('./OperatorViewScreen.tsx') },
  ),
  shellScreen(
    'unknownKeys',
    '/unknown-keys',
    needsOf(OPERATOR_SITE.resource).read,
    () => import('./UnknownKeysScreen.tsx'),
    {
      crumbs: [{ labelKey: 'menu.referenceData' }, { labelKey: 'operators.title', path: OPERATOR_SITE.paths.list }],
      menu: {
        group: 'referenceData',
        order: 6.5,
        need: needsOf(OPERATOR_SITE.resource).menu,
        labelKey: 'screens.unknownKeys',
        icon: 'unknown',
      },
    },
  ),
];
