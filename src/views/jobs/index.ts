import { shellScreen, type Screen } from '../shared/address/screen.ts';

/** A person's own background jobs; the way there is the user menu. */
export const jobScreens: readonly Screen[] = [
  shellScreen('jobs', '/jobs', 'session', () => import('./JobsScreen.tsx')),
];
