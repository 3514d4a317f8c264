import { lazyPage, type Screen, type ScreenLoader } from '../shared/address/screen.ts';

const page = (id: string, path: string, load: ScreenLoader): Screen =>
  lazyPage(id, path, 'public', async () => ({ default: (await import('./withTexts.tsx')).withTexts(load) }));

/** Pages of people who were sent a link of a location share and have no login (specification, chapter 2). */
export const locationShareScreens: readonly Screen[] = [
  page('sharedLocation', '/share/location/:id', () => import('./SharedLocationPage.tsx')),
  page('sharedUpcoming', '/location/upcoming', () => import('./UpcomingPage.tsx')),
  page('sharedExpired', '/location/expired', () => import('./ExpiredPage.tsx')),
  page('sharedInvalid', '/location/invalid', () => import('./InvalidPage.tsx')),
];
