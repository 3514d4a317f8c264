import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, it, vi } from 'vitest';
import type { AccountId } from '../domain/base/index.ts';
import type { RoleDetails } from '../domain/role/index.ts';
import { DocumentForm, press, theDialog } from '../../tests/support/forms/inDocument.ts';
import type { FormFields } from '../../tests/support/forms/formFields.ts';
import {
  ADDRESSES,
  API_KEY,
  CHANGED_PASSWORD,
  EDITED_ACCOUNT,
  FORGOTTEN,
  NEW_DEALER,
  OWN_ACCOUNT,
  PASSKEY,
  PROFILE,
  REGISTRATION,
  SECOND_STEP,
  SIGN_IN,
  SIGN_IN_CODE,
  USERNAME,
  EDITED_ROLE,
  NEW_ROLE,
} from '../../tests/support/forms/people.ts';
import { expectReloaded, openScreen, profile, type OpenScreen } from '../../tests/support/forms/screens.tsx';

// Every wrong value of every field that a schema knows of, where no browser is needed to see it refused.

afterEach(cleanup);
// A machine that runs all checks at once takes its time over some dozens of values.
vi.setConfig({ testTimeout: 60_000 });

interface Case extends OpenScreen {
  readonly form: FormFields;
  readonly path: string;
  /** The form is in a dialog that this button opens. */
  readonly opens?: string;
  /** Brings the form up, or the choices without which it asks for no text. */
  readonly prepare?: () => Promise<void> | void;
}

const user = { ...profile, username: USERNAME };
const withUser = { answers: { getUserProfile: user } } as const;
const withSecondStep = { answers: { getUserProfile: { ...user, two_factor_enabled: true, recovery_codes_left: 2 } } };
const nobody = { user: null, stage: 'signedOut' } as const;
const role: RoleDetails = {
  role_id: 2 as RoleDetails['role_id'],
  account_id: 1 as AccountId,
  account_name: 'North',
  name: 'Night shift',
  parent_role_id: 1 as RoleDetails['role_id'],
  parent_role_name: 'Administrator',
  labels: [],
  users: 0,
  child_roles: 0,
  permission_count: 1,
  created_at: '2026-01-01T00:00:00Z',
  permissions: { units: ['r', 'm'] },
  members: [],
};
const codeSent = { resend_after: 60, sent_to: 'f…@example.com' } as const;
const type = async (label: string, value: string): Promise<void> =>
  void fireEvent.change(await screen.findByLabelText(label), { target: { value } });

const CASES: readonly Case[] = [
  {
    form: NEW_DEALER,
    path: '/dealer/create',
    // The host name belongs to those who may have their own look.
    prepare: async () => void fireEvent.click(await screen.findByText('Allow white labelling')),
  },
  { form: EDITED_ACCOUNT, path: '/child/account/update?account_id=2' },
  { form: OWN_ACCOUNT, path: '/account/update' },
  { form: NEW_ROLE, path: '/role/create' },
  { form: EDITED_ROLE, path: '/role/2/edit', answers: { getOneRole: role } },
  { form: PROFILE, path: '/update-profile', ...withUser },
  { form: CHANGED_PASSWORD, path: '/change-password', ...withUser },
  {
    form: REGISTRATION,
    path: '/welcome-user/secret',
    session: nobody,
    answers: {
      getInviteData: {
        email: 'new@example.com',
        account_name: 'North',
        role_name: 'Dispatcher',
        invited_by: 'Dana Reyes',
        expires_at: '2026-06-04T13:00:00.000Z',
        has_login: false,
        password_policy: 'length',
        branding: { account_id: null, name: '', logos: {}, default_theme: '', default_language: '' },
      },
    },
  },
  { form: PASSKEY, path: '/settings?tab=passkeys', opens: 'Add a passkey' },
  { form: API_KEY, path: '/settings?tab=apiKeys', opens: 'Create an API key' },
  {
    form: SECOND_STEP.settingUp,
    path: '/settings?tab=twoFactor',
    opens: 'Set up',
    answers: { startTwoFactor: { secret: 'ABCDEFGH', uri: 'otpauth://totp/Wayline:dealer?secret=ABCDEFGH' } },
  },
  { form: SECOND_STEP.newCodes, path: '/settings?tab=twoFactor', opens: 'New recovery codes', ...withSecondStep },
  { form: SECOND_STEP.switchingOff, path: '/settings?tab=twoFactor', opens: 'Switch off', ...withSecondStep },
  { form: SIGN_IN, path: '/login', session: nobody },
  { form: SIGN_IN_CODE, path: '/login', session: { user: null, stage: 'codeRequired' } },
  ...ADDRESSES.map(({ path, asking }): Case => ({ form: asking, path })),
  ...ADDRESSES.map(({ path, asking, code }): Case => ({
    form: code,
    path,
    answers: { verifyEmailRequest: codeSent, verifyMobileRequest: codeSent },
    async prepare() {
      await type(asking.fields.address.label, asking.fields.address.valid);
      press(asking.submit);
    },
  })),
  { form: FORGOTTEN.name, path: '/forgot-password', session: nobody },
  { form: FORGOTTEN.code, path: '/forgot-password-II?username=nora', session: nobody },
  {
    form: FORGOTTEN.password,
    path: '/forgot-password-II?username=nora',
    session: nobody,
    answers: { checkResetCode: { reset_token: 'right', password_policy: 'classes' } },
    async prepare() {
      await type('Confirmation code', '123456');
      press('Next');
    },
  },
];

describe.each(CASES)('$form.name', ({ form, path, opens, prepare, ...given }) => {
  it('names each wrong value at its field, sends none, and has its draft after a reload', async () => {
    const world = await openScreen(path, given);
    const { server, acts } = world;
    await prepare?.();
    if (opens !== undefined) fireEvent.click(await screen.findByRole('button', { name: opens }));
    const [first] = Object.values(form.fields);
    await screen.findByLabelText(first.label, { selector: 'input, textarea' });
    const before = acts.length;
    const walk = new DocumentForm(form, {
      sent: () => [...form.methods.flatMap((method) => server.of(method)), ...acts.slice(before)],
      ...(opens === undefined ? {} : { within: theDialog }),
    });
    await walk.spoil();
    await expectReloaded(walk, world, given);
  });
});
