import { lazyPage, type Screen } from '../shared/address/screen.ts';

export const loadSignIn = () => import('./SignInPage.tsx');
export const loadSelectAccount = () => import('./SelectAccountPage.tsx');
export const loadNoAccounts = () => import('./NoAccountsPage.tsx');
const loadPasswordReset = () => import('./PasswordResetPage.tsx');

/** Pages before and beside the product (specification, chapter 2, "Public, full layout"). */
export const entranceScreens: readonly Screen[] = [
  lazyPage('forgotPassword', '/forgot-password', 'public', loadPasswordReset),
  lazyPage('forgotPasswordCode', '/forgot-password-II', 'public', loadPasswordReset),
  lazyPage('forgotPasswordNew', '/forgot-password-III', 'public', loadPasswordReset),
  lazyPage('setNewPassword', '/set-new-password', 'public', loadPasswordReset),
  lazyPage('verifyEmail', '/verify-email', 'public', () => import('./VerificationPage.tsx'), { isPersonal: true }),
  lazyPage('welcomeUser', '/welcome-user/:token', 'public', () => import('./WelcomePage.tsx')),
  lazyPage('setup', '/setup', 'public', () => import('./setup/SetupPage.tsx')),
  lazyPage('onboarding', '/new-user-onboarding', 'public', () => import('./OnboardingPage.tsx'), { isPersonal: true }),
];
