import { mixed, object, string } from 'yup';
import { accountDetailsSchema, accountGrantsSchema, createAccountSchema } from '../../../src/domain/account/index.ts';
import { LENGTH, requiredText, textLine } from '../../../src/domain/base/index.ts';
import { roleSchema } from '../../../src/domain/role/index.ts';
import {
  changePasswordSchema,
  codeField,
  emailField,
  mobileField,
  newPasswordSchema,
  profileSchema,
  registerSchema,
  signInSchema,
} from '../../../src/domain/user/index.ts';
import type { TypedFields } from '../formSpoilings.ts';
import type { FormFields } from './formFields.ts';

// The forms of people, accounts and roles, and of the ways in.

export const EMAIL = 'forms.newcomer@example.com';
export const USERNAME = 'forms.newcomer';
const MOBILE = '+49 170 1234567';
const PASSWORDS = { first: 'First#2026', second: 'Second#2026', third: 'Third#2026' };

const placeFields: TypedFields = {
  address: { label: 'Address', valid: '12 Harbour Road' },
  region: { label: 'Region', valid: 'North Sea' },
  registration_number: { label: 'Registration number', valid: 'HRB-12345' },
};
const hostField = (valid: string): TypedFields => ({ host_name: { label: 'Host name', valid } });
const personFields = (first: string, mobileLabel: string): TypedFields => ({
  first_name: { label: 'First name', valid: first },
  last_name: { label: 'Last name', valid: 'Newcomer' },
  username: { label: 'Username', valid: USERNAME },
  mobile: { label: mobileLabel, valid: MOBILE },
});
const CHOSEN = [
  'country',
  'currency',
  'is_legal_entity',
  'category',
  'default_theme',
  'default_language',
  'password_policy',
  'settings',
];
const GRANTS = ['allow_white_labelling', 'restrict_sub_accounts', 'tracker_networks'];

export const NEW_DEALER: FormFields = {
  name: 'New dealer',
  schema: createAccountSchema,
  keepsDraft: true,
  submit: 'Create account',
  methods: ['createDealerConsumerAccounts'],
  fields: {
    name: { label: 'Account name', valid: 'Forms and Sons' },
    ...placeFields,
    ...hostField('forms.example.com'),
    default_owner_email: { label: "Administrator's email", valid: EMAIL },
  },
  chosen: [...CHOSEN, ...GRANTS, 'type'],
};
export const EDITED_ACCOUNT: FormFields = {
  name: 'Edit account',
  isKnown: true,
  schema: accountDetailsSchema.concat(accountGrantsSchema),
  keepsDraft: true,
  submit: 'Save',
  methods: ['updateDealerAccountDetails'],
  fields: {
    name: { label: 'Account name', valid: 'Forms and Daughters' },
    ...placeFields,
    ...hostField('daughters.example.com'),
  },
  chosen: [...CHOSEN, ...GRANTS],
};
export const OWN_ACCOUNT: FormFields = {
  name: 'Own account',
  isKnown: true,
  schema: accountDetailsSchema,
  keepsDraft: true,
  submit: 'Save',
  methods: ['updateAccountDetails'],
  fields: {
    name: { label: 'Account name', valid: 'Daughters alone' },
    ...placeFields,
    region: { label: 'Region', valid: 'Baltic Sea' },
  },
  chosen: CHOSEN,
};

export const REGISTRATION: FormFields = {
  name: 'Registration',
  schema: registerSchema('length'),
  keepsDraft: true,
  username: USERNAME,
  submit: 'Create the login and accept',
  methods: ['registerUserWithInvite'],
  fields: {
    ...personFields('Nora', 'Mobile number (optional)'),
    password: { label: 'Password', valid: PASSWORDS.first },
    retype_password: { label: 'Retype password', valid: PASSWORDS.first },
  },
  chosen: ['time_zone'],
};
export const PROFILE: FormFields = {
  name: 'Profile',
  schema: profileSchema,
  keepsDraft: true,
  submit: 'Save',
  methods: ['updateUserProfile'],
  fields: { ...personFields('Norah', 'Mobile number'), email: { label: 'Email', valid: EMAIL } },
  chosen: ['time_zone'],
};
export const CHANGED_PASSWORD: FormFields = {
  name: 'Change of the password',
  schema: changePasswordSchema('length', USERNAME),
  username: USERNAME,
  submit: 'Change the password',
  methods: ['changePassword'],
  fields: {
    old_password: { label: 'Old password', valid: PASSWORDS.first },
    new_password: { label: 'New password', valid: PASSWORDS.second },
    retype_password: { label: 'Retype password', valid: PASSWORDS.second },
  },
  chosen: ['end_keys', 'end_passkeys'],
};

const codeForm = (name: string, submit: string, method: FormFields['methods'][number], label: string): FormFields => ({
  name,
  schema: object({ code: codeField }),
  submit,
  methods: [method],
  fields: { code: { label, valid: '123456' } },
});
/** The same form, once its code is known. */
export const withCode = ({ fields, ...form }: FormFields, valid: string): FormFields => ({
  ...form,
  fields: { code: { ...fields.code, valid } },
});

const addressForm = (
  name: string,
  like: 'email' | 'mobile',
  valid: string,
  method: FormFields['methods'][number],
): FormFields => ({
  name: `${name}: asking for the code`,
  schema: object({ address: (like === 'email' ? emailField : mobileField).required('validation.required') }),
  submit: 'Send the code',
  methods: [method],
  fields: { address: { label: name, valid, like } },
});

/** Addresses that are proved by a code: where, and by which two forms. */
export const ADDRESSES = [
  {
    path: '/verify-email',
    asking: addressForm('Email', 'email', EMAIL, 'verifyEmailRequest'),
    code: codeForm('Email: the code', 'Confirm', 'verifyEmail', 'Confirmation code'),
  },
  {
    path: '/verify-email?type=mobile',
    asking: addressForm('Mobile number', 'mobile', MOBILE, 'verifyMobileRequest'),
    code: codeForm('Mobile number: the code', 'Confirm', 'verifyMobile', 'Confirmation code'),
  },
] as const;

/** A password that is asked for once more is known, so only its presence is checked. */
const knownPassword = string().required('validation.required').max(200, 'validation.maxLength');
const passwordForm = (name: string, submit: string, method: FormFields['methods'][number]): FormFields => ({
  name: `Second step: ${name}`,
  schema: object({ password: knownPassword }),
  submit,
  methods: [method],
  fields: { password: { label: 'Password', valid: PASSWORDS.second } },
});
const keyName = requiredText(LENGTH.keyName);

export const PASSKEY: FormFields = {
  name: 'Passkey',
  schema: object({ name: keyName }),
  submit: 'Create on this device',
  methods: ['startPasskey'],
  fields: { name: { label: 'Name', valid: 'Desk' } },
};
export const API_KEY: FormFields = {
  name: 'API key',
  schema: object({ name: keyName, lifetime: string(), levels: mixed() }),
  submit: 'Create an API key',
  methods: ['createApiKey'],
  fields: { name: { label: 'Name', valid: 'Nightly export' } },
  chosen: ['lifetime', 'levels'],
};
export const SECOND_STEP = {
  settingUp: codeForm('Second step: setting up', 'Switch on', 'confirmTwoFactor', 'Authenticator code'),
  newCodes: passwordForm('new recovery codes', 'New recovery codes', 'renewRecoveryCodes'),
  switchingOff: passwordForm('switching off', 'Switch off', 'disableTwoFactor'),
} as const;

const role = (name: string, method: FormFields['methods'][number], valid: string): FormFields => ({
  name,
  schema: roleSchema,
  keepsDraft: true,
  submit: 'Save',
  methods: [method],
  fields: { name: { label: 'Role name', valid } },
  chosen: ['parent_role_id', 'permissions', 'labels'],
});
export const NEW_ROLE = role('New role', 'addRole', 'Night shift');
export const EDITED_ROLE: FormFields = { ...role('Edit role', 'updateRole', 'Late shift'), isKnown: true };

export const SIGN_IN: FormFields = {
  name: 'Sign-in',
  schema: signInSchema,
  submit: 'Sign in',
  methods: ['signin'],
  fields: {
    username: { label: 'Username or email', valid: USERNAME, like: 'login' },
    password: { label: 'Password', valid: PASSWORDS.second },
  },
};
export const SIGN_IN_CODE: FormFields = {
  name: 'Sign-in: the second step',
  schema: object({ code: textLine().required('validation.required').max(20, 'validation.maxLength') }),
  submit: 'Confirm',
  methods: ['signin'],
  fields: { code: { label: 'Authenticator code', valid: '123456' } },
};

export const FORGOTTEN = {
  name: {
    name: 'Forgotten password I',
    schema: object({ username: signInSchema.fields.username }),
    submit: 'Send the code',
    methods: ['resetPasswordRequest'],
    fields: { username: { label: 'Username or email', valid: EMAIL, like: 'login' } },
  },
  code: codeForm('Forgotten password II', 'Next', 'checkResetCode', 'Confirmation code'),
  password: {
    name: 'Forgotten password III',
    schema: newPasswordSchema('classes'),
    submit: 'Save the password',
    methods: ['resetPassword'],
    fields: {
      password: { label: 'New password', valid: PASSWORDS.third },
      retype_password: { label: 'Retype password', valid: PASSWORDS.third },
    },
  },
} as const satisfies Record<string, FormFields>;
