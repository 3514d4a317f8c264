import { shellScreen, type Screen } from '../shared/address/screen.ts';

const crumb = { crumbs: [{ labelKey: 'screens.profile', path: '/profile' }] };

/** The signed-in user's own pages (specification, chapter 2). */
export const profileScreens: readonly Screen[] = [
  shellScreen('profile', '/profile', 'session', () => import('./ProfileScreen.tsx')),
  shellScreen('updateProfile', '/update-profile', 'session', () => import('./UpdateProfileScreen.tsx'), crumb),
  shellScreen('changePassword', '/change-password', 'session', () => import('./ChangePasswordScreen.tsx'), crumb),
  shellScreen('settings', '/settings', 'session', () => import('./SettingsScreen.tsx'), crumb),
];
