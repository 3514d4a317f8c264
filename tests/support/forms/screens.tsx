import { cleanup } from '@testing-library/react';
import { createElement } from 'react';
import { expect } from 'vitest';
import { RESOURCE_ACTIONS, type Permissions } from '../../../src/domain/access/index.ts';
import { DEFAULT_SETTINGS, type AccountDetails } from '../../../src/domain/account/index.ts';
import type { AccountId, DeviceId, UserId } from '../../../src/domain/base/index.ts';
import type { DeviceDetails, UnclaimedDevice } from '../../../src/domain/device/index.ts';
import type { Profile } from '../../../src/domain/user/index.ts';
import { plainUnit, type UnitDetails } from '../../../src/domain/unit/index.ts';
import { createScreens, matchScreen } from '../../../src/views/registry.ts';
import { BrowserContext, type BrowserServices } from '../../../src/views/shared/services/browser.ts';
import { FleetContext, type FleetServices } from '../../../src/views/shared/services/fleet.ts';
import type { SessionView } from '../../../src/views/shared/services/session.ts';
import { fakeFleet, still, unitsState } from '../../../src/views/shared/testing/fleet.ts';
import { renderScreen, type ScreenWorld } from '../../../src/views/shared/testing/screenWorld.tsx';
import { fakeBrowser, type FakeAnswers } from '../../../src/views/shared/testing/services.ts';
import { loadUnitList } from '../../../src/views/units/index.ts';
import type { DocumentForm } from './inDocument.ts';

// One world in which every form of the product can be opened by its address, by somebody who may do everything.

const EVERYTHING = RESOURCE_ACTIONS as Permissions;
export const ACCOUNT = {
  account_id: 1 as AccountId,
  parent_id: null,
  name: 'North',
  type: 'OWNER',
  status: 'active',
  restrict_sub_accounts: false,
} as const;
const BELOW = {
  ...ACCOUNT,
  account_id: 2 as AccountId,
  parent_id: ACCOUNT.account_id,
  name: 'South',
  type: 'DEALER',
} as const;

const account: AccountDetails = {
  ...ACCOUNT,
  parent_name: 'Provider',
  address: '',
  country: 'DE',
  region: '',
  currency: '',
  registration_number: '',
  is_legal_entity: false,
  category: '',
  allow_white_labelling: true,
  default_theme: '',
  default_language: '',
  password_policy: 'length',
  host_name: '',
  tracker_networks: '',
  settings: DEFAULT_SETTINGS,
  logos: {},
  created_at: '2026-01-01T00:00:00Z',
};
export const profile: Profile = {
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
};
const unit: UnitDetails = {
  ...plainUnit(9, 'Van 1'),
  account_id: 1 as AccountId,
  account_name: 'North',
  time_zone: 'UTC',
  attached_to: null,
  allocation: null,
  created_at: '2026-01-01T00:00:00Z',
  devices: [
    {
      device_id: 4 as DeviceId,
      name: 'Tracker one',
      device_model: 'FMB920',
      unique_identifier: '35',
      status: 'ACTIVE',
      settings: { trip_detector: null, fuel: null, filters: null },
      sensors: [],
    },
  ],
};
export const device: DeviceDetails = {
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
const tracker: UnclaimedDevice = {
  identifier: 'phone-7',
  protocol: 'osmand',
  address: '10.0.0.1',
  first_seen: '2026-06-01T11:00:00Z',
  last_seen: '2026-06-01T11:59:00Z',
  attempts: 3,
  model: 'Traccar Client',
};

const answers: FakeAnswers = {
  getUserProfile: profile,
  getUserRoles: { rows: [], total: 0 },
  getAllPermissions: { permissions: EVERYTHING },
  getChildAccounts: { accounts: [ACCOUNT, BELOW], total: 2 },
  getAccountDetails: account,
  getDealerAccountDetails: { ...account, ...BELOW },
  getUnit: unit,
  getUnitList: { rows: [], total: 0 },
  getLabels: { labels: [], groups: [] },
  getSavedViews: { views: [] },
  getDevice: device,
  getDeviceList: { rows: [], total: 0 },
  getSensors: { sensors: [] },
  getDeviceCommands: { commands: [] },
  getDeviceMessages: { rows: [], total: 0, newer: 0, mounted_at: null, stored: true },
  getDemoState: { demo: false },
  getApiKeys: { api_keys: [] },
  getPasskeys: { passkeys: [] },
  checkUserNameAvailability: { available: true },
};

const screens = createScreens({ list: loadUnitList, map: async () => ({ default: () => null }) });

export interface OpenScreen {
  readonly answers?: FakeAnswers;
  readonly session?: Partial<SessionView>;
  readonly fleet?: Partial<FleetServices>;
  readonly browser?: Partial<BrowserServices>;
  /** What was typed in the visit before. */
  readonly drafts?: Map<string, unknown>;
}

/** Opens the screen of an address. */
export async function openScreen(
  path: string,
  { session, fleet, browser: own, drafts, ...given }: OpenScreen = {},
): Promise<ScreenWorld> {
  const match = matchScreen(screens, path.split('?')[0] ?? path);
  if (match === null) throw new Error(`No screen has the path ${path}.`);
  const { default: view } = await match.screen.load();
  const services = fakeFleet({
    units: still(unitsState([unit])),
    unclaimedDevices: async () => ({ ok: true, value: { rows: [tracker], total: 1 } }),
    ...fleet,
  });
  const browser = {
    ...fakeBrowser(),
    passkeys: { supported: true, create: async () => null, answer: async () => null },
    ...own,
  };
  const inside = (
    <BrowserContext value={browser}>
      <FleetContext value={services}>{createElement(view)}</FleetContext>
    </BrowserContext>
  );
  return renderScreen(inside, {
    path,
    ...(drafts !== undefined && { drafts }),
    answers: { ...answers, ...given.answers },
    parameters: match.parameters,
    session: { stage: 'signedIn', permissions: EVERYTHING, account: ACCOUNT, ...session },
  });
}

/**
 * A form that was filled in, on a page that is loaded again where it is: of the visit before the tab has the drafts
 * alone, as text. What was typed is back; a form that keeps no draft leaves nothing there.
 */
export async function expectReloaded(
  walk: DocumentForm,
  { drafts, address }: ScreenWorld,
  given: OpenScreen,
): Promise<void> {
  const { name, keepsDraft = false } = walk.form;
  expect(drafts.size > 0, `${name} keeps a draft`).toBe(keepsDraft);
  if (!keepsDraft) return;
  cleanup();
  const kept: Record<string, unknown> = JSON.parse(JSON.stringify(Object.fromEntries(drafts)));
  await openScreen(address(), { ...given, drafts: new Map(Object.entries(kept)) });
  await walk.expectBack();
}
