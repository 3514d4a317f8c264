import { ROUTE_SITE } from '../../domain/route/registry.ts';
import type { Screen } from '../shared/address/screen.ts';
import { entityScreens } from '../shared/entity/screens.tsx';

/** Routes: the list, one route, and its form (specification, chapter 2). */
export const routeScreens: readonly Screen[] = entityScreens(
  ROUTE_SITE,
  { group: 'referenceData', order: 2 },
  {
    list: () => import('./RouteListScreen.tsx'),
    form: () => import('./RouteFormScreen.tsx'),
    view: () => import('./RouteViewScreen.tsx'),
  },
);
