import { operators } from '../../domain/operator/index.ts';
import { shellScreen, type Screen } from '../shared/address/screen.ts';
import { entityScreens } from '../shared/entity/screens.tsx';

/** Operators: the list, one operator, the form, and keys that are nobody's yet (specification, chapter 2). */
export const operatorScreens: readonly Screen[] = [
  ...entityScreens(
    operators,
    { group: 'referenceData', order: 6 },
    { form: () => import('./OperatorFormScreen.tsx'), view: () => import('./OperatorViewScreen.tsx') },
  ),
  shellScreen('unknownKeys', '/unknown-keys', operators.needs.read, () => import('./UnknownKeysScreen.tsx'), {
    crumbs: [{ labelKey: 'menu.referenceData' }, { labelKey: 'operators.title', path: operators.paths.list }],
    menu: {
      group: 'referenceData',
      order: 6.5,
      need: operators.needs.menu,
      labelKey: 'screens.unknownKeys',
      icon: 'unknown',
    },
  }),
];
