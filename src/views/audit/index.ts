import { shellScreen, type Screen } from '../shared/address/screen.ts';

/** Who did what, from where and when. */
export const auditScreens: readonly Screen[] = [
  shellScreen('audit', '/audit', { resource: 'account', action: 'r' }, () => import('./AuditScreen.tsx'), {
    menu: { group: 'accounts', order: 9, need: null, labelKey: 'menu.audit', icon: 'audit' },
  }),
];
