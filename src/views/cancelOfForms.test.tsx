import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { RESOURCE_ACTIONS, type Permissions } from '../domain/access/index.ts';
import type { AccountId, DeviceId, UnitId, UserId } from '../domain/base/index.ts';
import type { DeviceDetails } from '../domain/device/index.ts';
import { serviceDoneSchema, type ServiceRecord } from '../domain/maintenance/index.ts';
import { DEFAULT_PREFERENCES } from '../domain/notification/index.ts';
import type { UnitDetails } from '../domain/unit/index.ts';
import { createScreens, matchScreen } from './registry.ts';
import { FleetContext } from './shared/services/fleet.ts';
import { fakeFleet } from './shared/testing/fleet.ts';
import { renderScreen, type ScreenWorld } from './shared/testing/screenWorld.tsx';
import type { FakeAnswers } from './shared/testing/services.ts';
import { OIL } from '../../tests/support/forms/savedThings.ts';

afterEach(cleanup);

const everything = RESOURCE_ACTIONS as Permissions;
const ACCOUNT = {
  account_id: 1 as AccountId,
  parent_id: null,
  name: 'North',
  type: 'OWNER',
  status: 'active',
  restrict_sub_accounts: false,
} as const;

const unit: UnitDetails = {
  unit_id: 9 as UnitId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name: 'Van 1',
  kind: 'van',
  status: 'active',
  labels: [],
  identifiers: [],
  device_model: '',
  allocated_to: null,
  drivers: [],
  location: null,
  devices: [],
  license_plate: '',
} as unknown as UnitDetails;

const device: DeviceDetails = {
  device_id: 1 as DeviceId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name: 'Van 1',
  device_model: 'FMB920',
  manufacturer: 'Teltonika',
  version: '',
  unique_identifier: '356307042441011',
  status: 'ACTIVE',
  clock_offset: 'protocol',
  protocol_lock: 'model',
  networks: [],
  sim_number_1: '',
  sim_operator_1: '',
  sim_number_2: '',
  sim_operator_2: '',
  labels: [],
  unit_id: null,
  unit_name: '',
  allocated_to: null,
  created_at: '2026-01-01T00:00:00Z',
  has_password: false,
  default_satellites: 4,
  sensors: 0,
  commands: 0,
  settings: { trip_detector: null, fuel: null, filters: null },
};

const oil = { ...OIL, done_count: 1 };
const oilChange: ServiceRecord = {
  ...serviceDoneSchema.cast({ done_at: '2026-01-02T08:00:00Z' }),
  service_record_id: 5,
  service_reminder_id: 4,
  name: 'Oil and filters',
  account_id: 1 as AccountId,
  unit_id: null,
  unit_name: '',
  recorded_by: '',
  is_last: true,
  created_at: '2026-01-02T08:00:00Z',
};

const answers: FakeAnswers = {
  getUserProfile: {
    user_id: 1 as UserId,
    username: 'dealer',
    email: 'dealer@example.com',
    first_name: 'Dana',
    last_name: 'Reyes',
    mobile: '',
    time_zone: 'UTC',
    lang: 'en',
    picture: '',
    pending_email: '',
    email_verified: true,
    mobile_verified: true,
    two_factor_enabled: false,
    recovery_codes_left: 0,
    password_policy: 'length',
  },
  getNotificationPreferences: { preferences: DEFAULT_PREFERENCES },
  getUserRoles: { rows: [], total: 0 },
  getAllPermissions: { permissions: everything },
  getChildAccounts: { accounts: [{ ...ACCOUNT, parent_id: null }], total: 1 },
  getUnit: unit,
  getUnitList: { rows: [], total: 0 },
  getLabels: { labels: [], groups: [] },
  getDevice: device,
  getDeviceList: { rows: [], total: 0 },
  getSensors: { sensors: [] },
  getDeviceCommands: { commands: [] },
  getDeviceMessages: { rows: [], total: 0, newer: 0, mounted_at: null, stored: true },
  getServiceReminder: oil,
  getServiceRecord: oilChange,
};

interface Case {
  /** Where the form is in the tree. */
  readonly file: string;
  readonly path: string;
  /** The field that is typed into. */
  readonly field: RegExp;
  /** It is a checkbox: the form has no text. */
  readonly isBox?: true;
  /** Opens the form, where the screen does not begin with it. */
  readonly open?: RegExp;
  /** Passwords are kept nowhere. */
  readonly keepsNothing?: boolean;
}

const CASES: readonly Case[] = [
  { file: 'shared/entity/EntityForm.tsx', path: '/sim/create', field: /^Note/ },
  { file: 'people/RoleForm.tsx', path: '/role/create', field: /name/i },
  { file: 'accounts/AccountForm.tsx', path: '/dealer/create', field: /^Account name/ },
  { file: 'maintenance/BillScreen.tsx', path: '/maintenance-reminder/4/bill', field: /^Note/ },
  { file: 'maintenance/RecordScreen.tsx', path: '/maintenance-history/5', field: /^Note/, open: /^Correct bill$/ },
  { file: 'profile/UpdateProfileScreen.tsx', path: '/update-profile', field: /^First/ },
  {
    file: 'profile/ChangePasswordScreen.tsx',

    path: '/change-password',
    field: /^Old password/,
    keepsNothing: true,
  },
  {
    file: 'notifications/PreferencesScreen.tsx',
    path: '/notification-preferences',
    field: /^Quiet hours/,
    isBox: true,
  },
  { file: 'units/edit/UnitEditScreen.tsx', path: '/unit/9/edit', field: /name/i },
  {
    file: 'units/creation/DetailsStep.tsx',

    path: '/unit-creation?devices=1&step=details',
    field: /^Name/,
  },
  { file: 'devices/DeviceForm.tsx', path: '/device/create', field: /^Device name/ },
  {
    file: 'devices/sensors/SensorEditor.tsx',

    path: '/device/1?tab=sensors',

    open: /^Add sensor$/,
    field: /name/i,
  },
  {
    file: 'devices/commands/CommandForm.tsx',

    path: '/device/1?tab=commands',

    open: /^Add command$/,
    field: /^Command/,
  },
];

/** Draft forms that no Cancel ends. */
const WITHOUT_CANCEL: readonly string[] = [
  // Pages for people who have no place to go back to.
  'entrance/RegisterForm.tsx',
  'entrance/setup/OwnerSteps.tsx',
  // Goes back to what is saved in its place.
  'devices/detection/DetectionForm.tsx',
];

const nothing = async () => ({ default: () => null });
const screens = createScreens({ list: nothing, map: nothing });

async function open({ path, open: button }: Case): Promise<ScreenWorld> {
  const match = matchScreen(screens, path.split('?')[0] ?? path);
  if (match === null) throw new Error(`No screen has the path ${path}.`);
  const { default: view } = await match.screen.load();
  const world = await renderScreen(<FleetContext value={fakeFleet()}>{createElement(view)}</FleetContext>, {
    path,
    answers,
    parameters: match.parameters,
    session: { stage: 'signedIn', permissions: everything, account: ACCOUNT },
  });
  if (button !== undefined) fireEvent.click((await screen.findAllByRole('button', { name: button }))[0]!);
  return world;
}

const inputOf = async (field: RegExp): Promise<HTMLInputElement> =>
  (await screen.findAllByLabelText<HTMLInputElement>(field, { selector: 'input, textarea' }))[0]!;
const cancel = (): boolean => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
/** Work waiting in effects and promises is done. */
const settle = (): Promise<void> => act(async () => undefined);

describe.each(CASES)('Cancel of $file', (form) => {
  it('asks once and drops the draft; leaving in another way keeps it', async () => {
    const { drafts, guard } = await open(form);
    const kept = form.keepsNothing ? 0 : 1;
    const input = await inputOf(form.field);
    if (form.isBox) fireEvent.click(input);
    else fireEvent.change(input, { target: { value: 'Typed' } });
    await waitFor(() => expect(guard.holds()).toBe(true));
    await waitFor(() => expect(drafts.size).toBe(kept));
    cancel();
    fireEvent.click(await screen.findByRole('button', { name: 'Stay here' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const { value, checked } = await inputOf(form.field);
    expect(form.isBox ? checked : value).toBe(form.isBox ? true : 'Typed');
    expect(drafts.size).toBe(kept);
    cancel();
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await settle();
    expect([drafts.size, guard.waiting()]).toEqual([0, null]);
  });
});

it('every form with a draft is one of these', () => {
  const root = import.meta.dirname;
  const forms = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes('<DraftForm<'));
  expect(forms.sort()).toEqual([...CASES.map(({ file }) => file), ...WITHOUT_CANCEL].sort());
});
