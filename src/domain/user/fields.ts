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

/** A new password by the policy of the user's accounts (specification, chapter 5: 5–25, or 8–15 of four classes). */
export function passwordField(policy: 'length' | 'classes') {
  const required = string().required('validation.required');
  if (policy === 'length') {
    return required.min(LENGTH.password.min, 'validation.password').max(LENGTH.password.max, 'validation.password');
  }
  return required
    .min(LENGTH.classedPassword.min, 'validation.classedPassword')
    .max(LENGTH.classedPassword.max, 'validation.classedPassword')
    .test('classes', 'validation.classedPassword', (value) =>
      [LOWER, UPPER, DIGIT, SPECIAL].every((kind) => kind.test(value ?? '')),
    );
}
