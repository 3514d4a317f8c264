import { string } from 'yup';
import { LENGTH, requiredText, textLine } from '../base/index.ts';

/** An address as HTML's e-mail field takes it, with a dot in the host: mail must be able to reach it. */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;
/** International notation: an optional plus, then digits with the usual separators; at most 15 digits (ITU-T E.164). */
const PHONE = /^\+?[\d\s().-]+$/;
const PHONE_DIGITS = { min: 2, max: 15 };
/** Letters, digits and the signs that addresses and names share; no blank. */
const USERNAME = /^[\p{L}\p{N}._@+-]+$/u;
const LOWER = /\p{Ll}/u;
const UPPER = /\p{Lu}/u;
const DIGIT = /\p{N}/u;
const SPECIAL = /[^\p{L}\p{N}\s]/u;

const emailSaying = (message: string) =>
  textLine().max(LENGTH.email.max, 'validation.maxLength').matches(EMAIL, { message, excludeEmptyString: true });
export const emailField = emailSaying('validation.email');
/** One of many addresses that invitations go to (specification, chapter 8). */
export const invitedEmailField = emailSaying('validation.invalidEmail');

export const mobileField = textLine()
  .default('')
  .max(LENGTH.phone.max, 'validation.mobile')
  .test('mobile', 'validation.mobile', (value) => {
    if (!value) return true;
    const digits = value.replace(/\D/g, '').length;
    return PHONE.test(value) && digits >= PHONE_DIGITS.min && digits <= PHONE_DIGITS.max;
  });

export const personName = requiredText(LENGTH.personName);

export const usernameField = requiredText({ min: 3, max: 50 }).matches(USERNAME, {
  message: 'validation.username',
  excludeEmptyString: true,
});

/** Which passwords an account's users may choose, the strictest last: 5–25 characters, 8–15 of four classes, 12–128. */
export const PASSWORD_POLICIES = ['length', 'classes', 'long'] as const;
export type PasswordPolicy = (typeof PASSWORD_POLICIES)[number];

/** The strictest of several policies; without any, the plainest. */
export const strictestPolicy = (policies: readonly PasswordPolicy[]): PasswordPolicy =>
  PASSWORD_POLICIES.findLast((policy) => policies.includes(policy)) ?? 'length';

const SIMPLE_POLICIES = {
  length: { bounds: LENGTH.password, message: 'validation.password' },
  long: { bounds: LENGTH.longPassword, message: 'validation.longPassword' },
  /** What a call may carry, before it is known whose password it is. */
  any: { bounds: { min: LENGTH.password.min, max: LENGTH.longPassword.max }, message: 'validation.password' },
} as const;

/**
 * A new password by the policy of the user's accounts (specification, chapter 5: 5–25, or 8–15 of four classes; or
 * 12–128).
 */
export function passwordField(policy: PasswordPolicy | 'any') {
  const required = string().required('validation.required');
  if (policy !== 'classes') {
    const { bounds, message } = SIMPLE_POLICIES[policy];
    return required.min(bounds.min, message).max(bounds.max, message);
  }
  return required
    .min(LENGTH.classedPassword.min, 'validation.classedPassword')
    .max(LENGTH.classedPassword.max, 'validation.classedPassword')
    .test('classes', 'validation.classedPassword', (value) =>
      [LOWER, UPPER, DIGIT, SPECIAL].every((kind) => kind.test(value ?? '')),
    );
}
