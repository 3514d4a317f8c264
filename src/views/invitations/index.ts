import { shellScreen, type Screen } from '../shared/address/screen.ts';

/** Invitations of the signed-in user, and those that their account sent. */
export const invitationScreens: readonly Screen[] = [
  shellScreen('userInvitations', '/user-invitations', 'session', () => import('./InvitationsScreen.tsx'), {
    menu: {
      group: 'invitations',
      order: 1,
      need: { resource: 'user_accounts_invitations', action: 'm' },
      labelKey: 'menu.invitations',
      icon: 'invitations',
    },
  }),
];
