import { object, string, type InferType } from 'yup';
import { ACCOUNT_LANGUAGES } from '../account/index.ts';
import { LENGTH, SETUP_CODE, TIME_ZONES, requiredText, textLine } from '../base/index.ts';
import { emailField, registerSchema } from '../user/index.ts';

/** How a setup code is compared: case, blanks and hyphens make no difference. */
export const plainSetupCode = (code: string): string => code.toUpperCase().replaceAll(/[\s-]/g, '');

const isWholeCode = (code: string | undefined): boolean => {
  const plain = plainSetupCode(code ?? '');
  return plain.length === SETUP_CODE.length && [...plain].every((sign) => SETUP_CODE.alphabet.includes(sign));
};

/** The one-time code of a server that has no login yet. */
export const setupCodeField = textLine()
  .required('validation.required')
  .max(SETUP_CODE.length * 2, 'validation.setupCode')
  .test('code', 'validation.setupCode', (value) => !value || isWholeCode(value));

export const setupCodeSchema = object({ code: setupCodeField });

/** The owner account and its administrator. */
export const setupSchema = registerSchema('length')
  .omit(['mobile'])
  .shape({
    account_name: requiredText(LENGTH.accountName),
    email: emailField.required('validation.required'),
    /** Of the account; the administrator follows it until they choose one of their own. */
    time_zone: string().oneOf(TIME_ZONES, 'validation.oneOf').required('validation.required'),
    language: string().oneOf(ACCOUNT_LANGUAGES, 'validation.oneOf').required('validation.required'),
  });
export type SetupForm = InferType<typeof setupSchema>;
