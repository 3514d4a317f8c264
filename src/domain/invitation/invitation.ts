import { array, number, object, type InferType } from 'yup';
import type { Branding } from '../account/index.ts';
import { INVITATION } from '../base/index.ts';
import { invitedEmailField, type PasswordPolicy } from '../user/index.ts';

/** `expired` follows from the clock; the others are what people did (specification, chapters 3 and 4). */
export const INVITATION_STATUSES = ['pending', 'accepted', 'declined', 'expired', 'withdrawn'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** An invitation as its account or its receiver sees it. */
export interface Invitation {
  invitation_id: number;
  email: string;
  account_id: number;
  account_name: string;
  role_id: number;
  role_name: string;
  /** The operator whom it gives a login; null: it is about nobody but the person. */
  operator_id: number | null;
  status: InvitationStatus;
  invited_by: string;
  created_at: string;
  expires_at: string;
  answered_at: string | null;
}

/** What the page of an invitation's link shows before anybody signed in. */
export interface InvitePreview {
  email: string;
  account_name: string;
  role_name: string;
  invited_by: string;
  expires_at: string;
  /** True: this address already has a login, so that one signs in instead of registering. */
  has_login: boolean;
  password_policy: PasswordPolicy;
  /** Logos and defaults of the account, or of the nearest one above that may white-label. */
  branding: Branding;
}

/** The status at an instant (milliseconds since 1970): a pending one runs out by itself. */
export function invitationStatus(
  stored: Exclude<InvitationStatus, 'expired'>,
  expiresAt: number,
  now: number,
): InvitationStatus {
  return stored === 'pending' && expiresAt <= now ? 'expired' : stored;
}

/** One or many people invited into a role. */
export const inviteSchema = object({
  emails: array(invitedEmailField.required('validation.required'))
    .required('validation.required')
    .min(1, 'validation.required')
    .max(INVITATION.perSend, 'validation.maxInvitations')
    .test(
      'different',
      'validation.emailTwice',
      // Values that are no text are refused beside it.
      (emails) => new Set(emails?.map((email) => String(email).toLowerCase())).size === (emails?.length ?? 0),
    ),
  role_id: number().integer().positive().required('validation.required').typeError('validation.required'),
});
export type InviteForm = InferType<typeof inviteSchema>;
