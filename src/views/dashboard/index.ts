import { shellScreen, type Screen } from '../shared/address/screen.ts';

/** The dashboard: a placeholder (specification, chapter 1). */
export const dashboardScreens: readonly Screen[] = [
  shellScreen(
    'dashboard',
    '/dashboard',
    { resource: 'widgets', action: 'dash' },
    () => import('./DashboardScreen.tsx'),
    { menu: { group: 'dashboard', order: 1, need: null, labelKey: 'menu.dashboard', icon: 'dashboard' } },
  ),
];
