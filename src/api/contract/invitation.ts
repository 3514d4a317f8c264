import { boolean, number, object, string } from 'yup';
import { accountIdField } from '../../domain/account/index.ts';
import { LENGTH, textLine } from '../../domain/base/index.ts';
import {
  INVITATION_STATUSES,
  inviteSchema,
  type Invitation,
  type InvitePreview,
} from '../../domain/invitation/index.ts';
import { registerSchema } from '../../domain/user/index.ts';
import type { SignedIn } from './auth.ts';
import { emptyRequest, methodOf, pageRequest, type Page } from './method.ts';

const account = methodOf('account-service');
const auth = methodOf('auth-service');
const token = textLine().required('validation.required').max(200);
const invitationId = object({ invitation_id: number().integer().positive().required('validation.required') });
const statusFilter = object({
  status: string()
    .oneOf([...INVITATION_STATUSES, ''])
    .default(''),
}).default({ status: '' });

/** Answer to an invitation of one or many: what was sent, and who could not be invited and why. */
export interface Invited {
  invitations: Invitation[];
  refused: { email: string; message: string }[];
}

/** A link that is answered once: only its hash is kept. */
export interface InvitationLink {
  url: string;
}

/** What is left to say once more when a message to people could not be read on their side: the demo's outbox. */
export interface OutboxMessage {
  outbox_id: number;
  channel: 'email' | 'sms';
  recipient: string;
  subject: string;
  /** Plain text with the codes and links. */
  body: string;
  created_at: string;
  sent_at: string | null;
  problem: string;
}

const inviteBelow = (summary: string) =>
  account<Invited>()({
    summary,
    access: { resource: 'users_accounts', action: 'a' },
    request: inviteSchema.shape({ account_id: accountIdField }),
    quiet: false,
  });
const one = inviteSchema.shape({
  role_id: number().integer().positive().required('validation.required'),
  operator_id: number().integer().positive(),
});

/** Invitations: by whom they are sent, and by whom they are answered (specification, chapters 4 and 7). */
export const invitationMethods = {
  inviteUser: account<Invited>()({
    summary:
      'Invites one person into a role of the account; with an operator, whoever accepts becomes its linked user.',
    access: { resource: 'user', action: 'a' },
    request: one,
    quiet: false,
  }),
  inviteMultipleUser: account<Invited>()({
    summary: 'Invites up to 20 people into a role of the account.',
    access: { resource: 'user', action: 'a' },
    request: inviteSchema,
    quiet: false,
  }),
  inviteMultipleSubAccountUser: inviteBelow('Invites people into a role of an account of the tree.'),
  inviteMultipleSubDealerUser: inviteBelow('The same for a dealer of the tree.'),
  inviteMultipleSubConsumerUser: inviteBelow('The same for a consumer of the tree.'),
  getInvitationList: account<Page<Invitation>>()({
    summary: 'Invitations that the account, or one of its tree, has sent.',
    access: { resource: 'user_accounts_invitations', action: 'r' },
    request: pageRequest.shape({
      filters: statusFilter.shape({ operator_id: number().integer().positive() }),
      account_id: number().integer().positive(),
    }),
  }),
  resendInvitation: account<Invitation>()({
    summary: 'Sends a pending or expired invitation again, with a new link and a new term.',
    access: { resource: 'user_accounts_invitations', action: 'u' },
    request: invitationId,
    quiet: false,
  }),
  createInvitationLink: account<InvitationLink>()({
    summary:
      'A link to a pending invitation, to hand over by other means than mail; the one made before ends. It proves no address.',
    access: { resource: 'user_accounts_invitations', action: 'u' },
    request: invitationId,
    quiet: false,
  }),
  withdrawInvitation: account<Invitation>()({
    summary: 'Takes a pending invitation back.',
    access: { resource: 'user_accounts_invitations', action: 'd' },
    request: invitationId,
    quiet: false,
  }),

  getUserInvitations: auth<Page<Invitation>>()({
    summary: 'Invitations to the address of the signed-in user.',
    access: 'session',
    request: pageRequest.shape({ filters: statusFilter }),
  }),
  acceptInvitation: auth<Invitation>()({
    summary: 'Joins the account of an invitation to one’s own address.',
    access: 'session',
    request: invitationId,
    quiet: false,
  }),
  declineInvitation: auth<Invitation>()({
    summary: 'Declines an invitation to one’s own address.',
    access: 'session',
    request: invitationId,
    quiet: false,
  }),
  getInviteData: account<InvitePreview>()({
    summary: 'What a link of an invitation leads to.',
    access: 'public',
    request: object({ token }),
  }),
  registerUserWithInvite: account<SignedIn>()({
    summary: 'Makes a login for an invited person and accepts the invitation.',
    access: 'public',
    quiet: false,
    // The account's policy is checked again by the handler, which knows the account.
    request: registerSchema('any').shape({ token }),
  }),
  joinUserWithInvite: account<Invitation>()({
    summary: 'Accepts an invitation by its link with an existing login.',
    access: 'session',
    request: object({ token }),
    quiet: false,
  }),
  declineInvite: account<Record<string, never>>()({
    summary: 'Declines an invitation by its link, without a login.',
    access: 'public',
    request: object({ token }),
    quiet: false,
  }),
  checkUserNameAvailability: account<{ available: boolean }>()({
    summary:
      'Whether a user name is free, for whoever is signed in or holds an invitation; limited, so that names cannot be fished for.',
    access: 'public',
    request: object({
      /** Of the invitation by which one registers. */
      token: textLine().max(200).default(''),
      username: textLine().required('validation.required').max(LENGTH.username.max, 'validation.maxLength'),
    }),
  }),
  getOutbox: account<Page<OutboxMessage>>()({
    summary: 'Messages that the demo has not sent anywhere, for callers on its own machine; refused elsewhere.',
    access: 'public',
    request: pageRequest.shape({ recipient: string().max(254).default(''), unsent_only: boolean().default(false) }),
  }),
  getDemoState: account<{ demo: boolean }>()({
    summary: 'Whether this is the demo, whose outbox is shown to this caller.',
    access: 'public',
    request: emptyRequest,
  }),
};
