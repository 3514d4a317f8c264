import { operators } from '../../domain/operator/index.ts';
import type { Screen } from '../shared/address/screen.ts';
import { entityScreens } from '../shared/entity/screens.tsx';

/** Operators: the list, one operator, and the form (specification, chapter 2). */
export const operatorScreens: readonly Screen[] = entityScreens(
  operators,
  { group: 'referenceData', order: 6 },
  { form: () => import('./OperatorFormScreen.tsx') },
);
