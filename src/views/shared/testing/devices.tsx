import { fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { UnclaimedDevices } from '../../../api/contract/index.ts';
import { RESOURCE_ACTIONS, type Permissions } from '../../../domain/access/index.ts';
import type { AccountId, DeviceId, SensorId, UnitId } from '../../../domain/base/index.ts';
import type { Device, DeviceDetails } from '../../../domain/device/index.ts';
import type { Sensor } from '../../../domain/sensor/index.ts';
import type { Position } from '../../../domain/telemetry/index.ts';
import { renderScreen, type ScreenWorld, type ScreenWorldOptions } from './screenWorld.tsx';
import type { FakeAnswers } from './services.ts';

const everything = RESOURCE_ACTIONS as Permissions;

/** A device of the account. */
export const device = (id: number, name: string, part: Partial<Device> = {}): Device => ({
  device_id: id as DeviceId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name,
  device_model: 'FMB920',
  manufacturer: 'Teltonika',
  version: '',
  unique_identifier: `35630704244101${id}`,
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
  ...part,
});

/** The same as its own screen gets it. */
export const details = (part: Partial<DeviceDetails> = {}): DeviceDetails => ({
  ...device(1, 'Van 1'),
  has_password: false,
  default_satellites: 4,
  sensors: 0,
  commands: 0,
  settings: { trip_detector: null, fuel: null, filters: null },
  ...part,
});

/** One of its sensors. */
export const sensor = (id: number, part: Partial<Sensor> = {}): Sensor => ({
  sensor_id: id as SensorId,
  device_id: 1 as DeviceId,
  type: 'external_voltage',
  name: 'Supply',
  description: '',
  parameter: 'external_voltage',
  visible: true,
  field: 'supply',
  data_type: 'number',
  multiplier: 1,
  minimum: null,
  maximum: null,
  table: { kind: 'none' },
  ...part,
});

/** A message of it with these attributes. */
export const position = (attributes: Position['attributes']): Position => ({
  unit_id: 4,
  time: '2026-06-01T11:00:00Z',
  received_at: '2026-06-01T11:00:02Z',
  latitude: 52,
  longitude: 13,
  speed: 30,
  course: 0,
  altitude: 0,
  satellites: 9,
  valid: true,
  protocol: 'teltonika',
  attributes,
});

/** One unclaimed tracker that reported lately. */
export const TRACKERS: UnclaimedDevices = {
  rows: [
    {
      identifier: '868000000000001',
      protocol: 'gt06',
      address: '10.0.0.1',
      first_seen: '2026-06-01T11:00:00Z',
      last_seen: '2026-06-01T11:59:00Z',
      attempts: 3,
      model: 'GT06N',
    },
  ],
  total: 1,
  listening: { host: null, ports: { teltonika: 5027, gt06: 5023 } },
};

const answers: FakeAnswers = {
  getDeviceList: {
    rows: [device(1, 'Van 1'), device(2, 'Van 2', { status: 'BLOCKED', unit_id: 4 as UnitId, unit_name: 'Crafter' })],
    total: 2,
  },
  getUnclaimedDevices: TRACKERS,
  getLabels: { labels: [], groups: [] },
  getSavedViews: { views: [] },
  getDevice: details(),
  getSensors: { sensors: [] },
  getDeviceCommands: { commands: [] },
  getDeviceMessages: { rows: [], total: 0, newer: 0, mounted_at: null, stored: true },
  getUnreadMessageList: { rows: [], total: 0 },
};

/** Shows a screen of devices to one who may do everything. */
export const show = (view: ReactNode, options: ScreenWorldOptions = {}): Promise<ScreenWorld> =>
  renderScreen(view, {
    ...options,
    answers: { ...answers, ...options.answers },
    session: {
      stage: 'signedIn',
      permissions: everything,
      account: {
        account_id: 1 as AccountId,
        parent_id: null,
        name: 'North',
        type: 'DEALER',
        status: 'active',
        restrict_sub_accounts: false,
      },
      ...options.session,
    },
  });

/** Presses the button of that name. */
export const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));
