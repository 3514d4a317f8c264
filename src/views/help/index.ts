import { shellScreen, type Screen } from '../shared/address/screen.ts';

/** The help centre (specification, chapter 1), for everybody who is signed in. */
export const helpScreens: readonly Screen[] = [
  shellScreen('help', '/help', 'session', () => import('./HelpScreen.tsx')),
];
