import { standingScreen, type Screen } from '../shared/address/screen.ts';

export const loadSignIn = () => import('./SignInPage.tsx');
export const loadSelectAccount = () => import('./SelectAccountPage.tsx');
export const loadNoAccounts = () => import('./NoAccountsPage.tsx');
const loadPasswordReset = () => import('./PasswordResetPage.tsx');

/** Pages before and beside the product (specification, chapter 2, "Public, full layout"). */
export const entranceScreens: readonly Screen[] = [
  standingScreen('forgotPassword', '/forgot-password', 'public', loadPasswordReset),
  standingScreen('forgotPasswordCode', '/forgot-password-II', 'public', loadPasswordReset),
  standingScreen('forgotPasswordNew', '/forgot-password-III', 'public', loadPasswordReset),
  standingScreen('setNewPassword', '/set-new-password', 'public', loadPasswordReset),
  standingScreen('verifyEmail', '/verify-email', 'public', () => import('./VerificationPage.tsx'), {
    isPersonal: true,
  }),
  standingScreen('welcomeUser', '/welcome-user/:token', 'public', () => import('./WelcomePage.tsx')),
  standingScreen('setup', '/setup', 'public', () => import('./setup/SetupPage.tsx')),
  standingScreen('onboarding', '/new-user-onboarding', 'public', () => import('./OnboardingPage.tsx'), {
    isPersonal: true,
  }),
];
