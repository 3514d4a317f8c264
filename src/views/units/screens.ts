import { shellScreen, type Screen, type ScreenCrumb } from '../shared/address/screen.ts';

const list: ScreenCrumb = { labelKey: 'menu.units', path: '/units/list' };

/** Screens of one unit (specification, chapter 2); list and map are the registry's. */
export const unitScreens: readonly Screen[] = [
  shellScreen(
    'unitCreation',
    '/unit-creation',
    { resource: 'units', action: 'a' },
    () => import('./creation/UnitCreationScreen.tsx'),
    { crumbs: [list] },
  ),
  shellScreen(
    'unitEdit',
    '/unit/:id/edit',
    { resource: 'units', action: 'u' },
    () => import('./edit/UnitEditScreen.tsx'),
    { crumbs: [list] },
  ),
  shellScreen(
    'unitView',
    '/unit/:id/view',
    { resource: 'units', action: 'r' },
    () => import('./view/UnitViewScreen.tsx'),
    { crumbs: [list] },
  ),
];
