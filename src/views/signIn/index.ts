export const loadSignIn = () => import('./SignInPage.tsx');
export const loadSelectAccount = () => import('./SelectAccountPage.tsx');
export const loadNoAccounts = () => import('./NoAccountsPage.tsx');
