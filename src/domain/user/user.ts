import { object, string, type InferType } from 'yup';
import { LENGTH, textLine, type UserId } from '../base/index.ts';

/** What a login may be: only an active one lets its person in. */
export const LOGIN_STATUSES = ['active', 'inactive', 'blocked'] as const;
export type LoginStatus = (typeof LOGIN_STATUSES)[number];

/** Why a login's status changes, for the audit. */
export const statusReasonField = textLine().default('').max(LENGTH.note.max, 'validation.maxLength');

/** A user as the wire shows it. */
export interface User {
  user_id: UserId;
  username: string;
  email: string;
  first_name: string;
  last_name: string;
  /** Their own time zone; empty: times are shown in the account's. */
  time_zone: string;
  /** Path of the picture; empty without one. */
  picture: string;
}

/**
 * What the sign-in form and the method both check. Messages are keys of `src/i18n`;
 * the parameter names the field (specification, chapter 8: 'The {field} field is required').
 */
export const signInSchema = object({
  username: textLine().required('validation.required').max(LENGTH.username.max, 'validation.maxLength'),
  password: string().required('validation.required').max(LENGTH.typedPassword.max, 'validation.maxLength'),
});
export type SignInForm = InferType<typeof signInSchema>;
