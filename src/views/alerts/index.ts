import { ALERT_SITE } from '../../domain/alert/registry.ts';
import type { Screen } from '../shared/address/screen.ts';
import { entityScreens } from '../shared/entity/screens.tsx';

/** Alerts: the list, one alert with its rules, and its form (specification, chapter 2). */
export const alertScreens: readonly Screen[] = entityScreens(
  ALERT_SITE,
  { group: 'referenceData', order: 4.5 },
  {
    list: () => import('./AlertListScreen.tsx'),
    form: () => import('./AlertFormScreen.tsx'),
    view: () => import('./AlertViewScreen.tsx'),
  },
);
