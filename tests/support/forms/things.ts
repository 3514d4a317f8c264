import { object, string } from 'yup';
import { LENGTH, requiredText } from '../../../src/domain/base/index.ts';
import { filterSettingsSchema, fuelSettingsSchema, tripDetectorSchema } from '../../../src/domain/detection/index.ts';
import { createDeviceSchema } from '../../../src/domain/device/index.ts';
import { labels } from '../../../src/domain/entities/index.ts';
import { geofenceSchema } from '../../../src/domain/geofence/index.ts';
import { notifications } from '../../../src/domain/notification/index.ts';
import { serviceDoneSchema, serviceSchema } from '../../../src/domain/maintenance/index.ts';
import { reports } from '../../../src/domain/report/index.ts';
import { operators } from '../../../src/domain/operator/index.ts';
import { routeSchema } from '../../../src/domain/route/index.ts';
import { shareChoiceSchema } from '../../../src/views/shared/share/shareChoice.ts';
import { savedViewSchema } from '../../../src/domain/savedView/index.ts';
import { simSchema } from '../../../src/domain/sim/index.ts';
import { repeaters } from '../../../src/domain/repeater/index.ts';
import { createUnitSchema } from '../../../src/domain/unit/index.ts';
import { webhooks } from '../../../src/domain/webhook/index.ts';
import type { TypedFields } from '../formSpoilings.ts';
import type { FormFields } from './formFields.ts';

// The forms of units, devices, SIM cards, detection and more. Names that must be new come from who walks them.

const unitFields = (name: string, latitude = '52.5'): TypedFields => ({
  name: { label: 'Name', valid: name },
  'location.latitude': { label: 'Latitude', valid: latitude },
  'location.longitude': { label: 'Longitude', valid: '13.4' },
});
const UNIT = {
  schema: createUnitSchema,
  chosen: ['kind', 'device_ids', 'labels', 'attached_to_unit_id'],
  keepsDraft: true,
} as const;
export const newUnit = (name: string): FormFields => ({
  ...UNIT,
  name: 'New unit',
  submit: 'Create unit',
  methods: ['createUnit'],
  fields: unitFields(name),
});
export const editedUnit = (name: string): FormFields => ({
  ...UNIT,
  name: 'Edit unit',
  isKnown: true,
  submit: 'Save',
  methods: ['updateUnit'],
  fields: unitFields(name, '53.5'),
});
export const renamedUnit = (name: string): FormFields => ({
  name: 'Rename a unit',
  schema: object({ name: requiredText(LENGTH.unitName) }),
  submit: 'Save',
  methods: ['updateUnit'],
  fields: { name: { label: 'New name', valid: name } },
});
export const claimForUnit = (name: string): FormFields => ({
  name: 'Claim for a new unit',
  schema: createDeviceSchema.pick(['name', 'device_model']),
  submit: 'Claim and choose',
  methods: ['createDevice'],
  chosen: ['device_model'],
  fields: { name: { label: 'Device name', valid: name } },
});
export const claimFromList = (name: string): FormFields => ({
  name: 'Claim from the list',
  schema: object({ name: requiredText(LENGTH.unitName), kind: string() }).concat(
    createDeviceSchema.pick(['device_model']),
  ),
  submit: 'Create unit',
  methods: ['createDevice'],
  chosen: ['kind', 'device_model'],
  fields: { name: { label: 'Unit name', valid: name } },
});
export const savedView = (name: string): FormFields => ({
  name: 'Name of a view',
  schema: savedViewSchema,
  submit: 'Save',
  methods: ['createSavedView'],
  fields: { name: { label: 'View name', valid: name } },
  chosen: ['list', 'shared', 'columns', 'sort', 'search', 'filters'],
});

/** What must be given once only in an account: of the device, and of each of its cards. */
export interface DeviceNumbers {
  readonly identifier: string;
  readonly sims: readonly [string, string];
}
const device = (
  name: string,
  method: FormFields['methods'][number],
  called: string,
  { identifier, sims }: DeviceNumbers,
): FormFields => ({
  name,
  schema: createDeviceSchema,
  keepsDraft: true,
  submit: 'Save',
  methods: [method],
  chosen: ['labels', 'clock_offset', 'protocol_lock', 'networks'],
  fields: {
    name: { label: 'Device name', valid: called },
    unique_identifier: { label: 'Unique identifier', valid: identifier },
    device_model: { label: 'Model', valid: 'Trackmaster 5' },
    manufacturer: { label: 'Manufacturer', valid: 'Trackmaster' },
    version: { label: 'Version', valid: '4.2' },
    sim_number_1: { label: 'SIM number 1', valid: sims[0] },
    sim_operator_1: { label: 'SIM operator 1', valid: 'Orange' },
    sim_number_2: { label: 'SIM number 2', valid: sims[1] },
    sim_operator_2: { label: 'SIM operator 2', valid: 'Telia' },
    device_password: { label: 'Device password', valid: 'secret' },
  },
});
export const newDevice = (called: string, numbers: DeviceNumbers): FormFields =>
  device('New device', 'createDevice', called, numbers);
export const editedDevice = (called: string, numbers: DeviceNumbers): FormFields => ({
  ...device('Edit device', 'updateDevice', called, numbers),
  isKnown: true,
});

const sim = (name: string, method: FormFields['methods'][number], number: string, operator: string): FormFields => ({
  name,
  schema: simSchema,
  keepsDraft: true,
  submit: 'Save',
  methods: [method],
  chosen: ['status', 'labels', 'expires_on'],
  fields: {
    sim_number: { label: 'SIM number', valid: number },
    sim_operator: { label: 'SIM operator', valid: operator },
    iccid: { label: 'ICCID', valid: '8949020000000000001' },
    apn: { label: 'Access point (APN)', valid: 'internet' },
    note: { label: 'Note', valid: 'In the drawer' },
  },
});
export const newSim = (number: string): FormFields => sim('New SIM card', 'createSim', number, 'Orange');
export const editedSim = (number: string): FormFields => ({
  ...sim('Edit SIM card', 'updateSim', number, 'Telia'),
  isKnown: true,
});

const reminder = (name: string, method: FormFields['methods'][number], called: string): FormFields => ({
  name,
  schema: serviceSchema,
  keepsDraft: true,
  submit: 'Save',
  methods: [method],
  chosen: ['unit_id', 'work', 'last_on', 'next', 'status', 'labels'],
  fields: {
    name: { label: 'Name', valid: called },
    every_km: { label: 'Every, by distance', valid: '' },
    every_hours: { label: 'Every, by engine hours', valid: '' },
    every_days: { label: 'Every, by time', valid: '365' },
    soon_km: { label: 'Due soon, by distance', valid: '700' },
    soon_hours: { label: 'Due soon, by engine hours', valid: '10' },
    soon_days: { label: 'Due soon, by time', valid: '20' },
    last_km: { label: 'Odometer then', valid: '81200' },
    last_hours: { label: 'Engine hours then', valid: '4100' },
    note: { label: 'Note', valid: 'With the spare wheel' },
  },
});
export const newReminder = (called: string): FormFields =>
  reminder('New maintenance reminder', 'createServiceReminder', called);
export const editedReminder = (called: string): FormFields => ({
  ...reminder('Edit maintenance reminder', 'updateServiceReminder', called),
  isKnown: true,
});
/** What was done, with its bill. */
export const newService = (): FormFields => ({
  name: 'Enter service',
  schema: serviceDoneSchema,
  keepsDraft: true,
  submit: 'Save',
  methods: ['completeService'],
  chosen: ['done_at', 'work', 'currency'],
  fields: {
    odometer: { label: 'Odometer', valid: '81200' },
    engine_hours: { label: 'Engine hours', valid: '4100' },
    cost: { label: 'Cost', valid: '120.5' },
    place: { label: 'Place', valid: 'Workshop' },
    invoice: { label: 'Invoice number', valid: 'A-17' },
    note: { label: 'Note', valid: 'With the spare wheel' },
  },
});

const group = (name: string, method: FormFields['methods'][number], called: string): FormFields => ({
  name,
  schema: labels.schema,
  keepsDraft: true,
  submit: 'Save',
  methods: [method],
  chosen: ['kind', 'colour'],
  fields: { name: { label: 'Name', valid: called }, description: { label: 'Description', valid: 'Runs at night' } },
});
export const newGroup = (called: string): FormFields => group('New group', 'createLabel', called);
export const editedGroup = (called: string): FormFields => ({
  ...group('Edit group', 'updateLabel', called),
  isKnown: true,
});

const operator = (name: string, method: FormFields['methods'][number], called: string): FormFields => ({
  name,
  schema: operators.schema,
  keepsDraft: true,
  submit: 'Save',
  methods: [method],
  chosen: ['keys', 'labels', 'user_id', 'unit_id', 'several_units'],
  fields: {
    name: { label: 'Name', valid: called },
    mobile: { label: 'Mobile number', valid: '+4915112345678' },
    email: { label: 'Email', valid: 'lena@example.com' },
    code: { label: 'Code', valid: 'DRV-0042' },
  },
});
export const newOperator = (called: string): FormFields => operator('New operator', 'createOperator', called);
export const editedOperator = (called: string): FormFields => ({
  ...operator('Edit operator', 'updateOperator', called),
  isKnown: true,
});

const notification = (name: string, method: FormFields['methods'][number], called: string): FormFields => ({
  name,
  schema: notifications.schema,
  keepsDraft: true,
  submit: 'Save',
  methods: [method],
  chosen: [
    'status',
    'labels',
    'all_alerts',
    'alert_ids',
    'all_units',
    'unit_ids',
    'label_ids',
    'occasions',
    'channels',
    'recipients',
    'user_ids',
    'role_ids',
    'webhook_ids',
    'messages',
    'command_code',
    'command_confirmed',
  ],
  fields: {
    name: { label: 'Name', valid: called },
    description: { label: 'Description', valid: 'Everybody on call' },
    digest_count: { label: 'Individual messages at most', valid: '7', byName: true },
    digest_minutes: { label: 'Within', valid: '20', byName: true },
  },
});
export const newNotification = (called: string): FormFields =>
  notification('New notification', 'createNotification', called);
export const editedNotification = (called: string): FormFields => ({
  ...notification('Edit notification', 'updateNotification', called),
  isKnown: true,
});

const webhook = (name: string, method: FormFields['methods'][number], called: string): FormFields => ({
  name,
  schema: webhooks.schema,
  keepsDraft: true,
  submit: 'Save',
  methods: [method],
  chosen: ['status', 'labels'],
  fields: {
    name: { label: 'Name', valid: called },
    url: { label: 'Address', valid: 'https://example.com/hook' },
    description: { label: 'Description', valid: 'Opens a claim' },
  },
});
export const newWebhook = (called: string): FormFields => webhook('New webhook', 'createWebhook', called);
export const editedWebhook = (called: string): FormFields => ({
  ...webhook('Edit webhook', 'updateWebhook', called),
  isKnown: true,
});

const report = (name: string, method: FormFields['methods'][number], called: string): FormFields => ({
  name,
  schema: reports.schema,
  keepsDraft: true,
  submit: 'Save',
  methods: [method],
  chosen: [
    'type',
    'all_units',
    'unit_ids',
    'label_ids',
    'period',
    'from_day',
    'to_day',
    'by_shift',
    'shift_from',
    'shift_to',
    'formats',
    'geofence_ids',
    'kinds',
    'labels',
  ],
  fields: {
    name: { label: 'Name', valid: called, like: 'report_name' },
    min_minutes: { label: 'At least, minutes', valid: '10' },
  },
});
export const newReport = (called: string): FormFields => report('New report', 'createReport', called);
export const editedReport = (called: string): FormFields => ({
  ...report('Edit report', 'updateReport', called),
  isKnown: true,
});
const repeater = (name: string, method: FormFields['methods'][number], fields: FormFields['fields']): FormFields => ({
  name,
  schema: repeaters.schema,
  keepsDraft: true,
  submit: 'Save',
  methods: [method],
  chosen: Object.keys(repeaters.schema.fields).filter((field) => !(field in fields)),
  fields,
});
export const newRepeater = (called: string): FormFields =>
  repeater('New repeater', 'createRepeater', {
    name: { label: 'Name', valid: called },
    host: { label: 'Host', valid: 'tracking.example.com' },
    port: { label: 'Port', valid: '5040' },
    description: { label: 'Description', valid: 'Ministry of transport' },
  });
/** One by HTTP, and one by MQTT, with the fields that others do not have. */
export const editedWebRepeater = (): FormFields =>
  repeater('Edit repeater', 'updateRepeater', {
    path: { label: 'Path', valid: '/positions' },
    user_name: { label: 'User', valid: 'wayline' },
  });
export const editedTopicRepeater = (): FormFields =>
  repeater('Edit repeater', 'updateRepeater', { topic: { label: 'Topic', valid: 'fleet/{uid}' } });

const route = (name: string, method: FormFields['methods'][number], called: string): FormFields => ({
  name,
  schema: routeSchema,
  keepsDraft: true,
  submit: 'Save',
  methods: [method],
  chosen: ['colour', 'labels', 'order_rule', 'checkpoints', 'corridor', 'schedules'],
  fields: {
    name: { label: 'Name', valid: called },
    description: { label: 'Description', valid: 'Milk to the dairies' },
  },
});
export const newRoute = (called: string): FormFields => route('New route', 'createRoute', called);

const geofence = (name: string, method: FormFields['methods'][number], called: string): FormFields => ({
  name,
  schema: geofenceSchema,
  keepsDraft: true,
  submit: 'Save',
  methods: [method],
  chosen: ['shape', 'colour', 'labels'],
  fields: {
    name: { label: 'Name', valid: called },
    description: { label: 'Description', valid: 'The yard behind the hall' },
    speed_limit: { label: 'Speed limit', valid: '30', byName: true },
    min_stay: { label: 'Minimum stay', valid: '120', byName: true },
  },
});
export const newGeofence = (called: string): FormFields => geofence('New geofence', 'createGeofence', called);
export const editedGeofence = (called: string): FormFields => ({
  ...geofence('Edit geofence', 'updateGeofence', called),
  isKnown: true,
});

/** Settings are numbers: a label and a value that is neither the one before nor a usual one. */
const settings = (list: Readonly<Record<string, readonly [label: string, valid: string]>>): TypedFields =>
  Object.fromEntries(Object.entries(list).map(([name, [label, valid]]) => [name, { label, valid, byName: true }]));
const DETECTION = { submit: 'Save', methods: ['updateDeviceSettings'], keepsDraft: true } as const;

export const TRIP_DETECTOR: FormFields = {
  ...DETECTION,
  name: 'Trip detector',
  schema: tripDetectorSchema,
  chosen: ['m_source', 'gps_correct'],
  fields: settings({
    min_m_speed: ['Minimum moving speed', '4.5'],
    min_satellites: ['Minimum satellites', '7'],
    min_park_time: ['Parking time', '120'],
    min_trip_time: ['Minimum trip duration', '90'],
    min_trip_dist: ['Minimum trip distance', '250'],
    max_intrl_in_msgs: ['Maximum gap between messages', '600'],
    max_dist_in_msgs: ['Maximum distance between messages', '2000'],
    driver_release: ['Release the driver after', '1800'],
  }),
};
export const FUEL: FormFields = {
  ...DETECTION,
  name: 'Fuel theft and refill',
  schema: fuelSettingsSchema,
  chosen: ['theft.enable', 'refill.enable', 'threshold.enable'],
  fields: settings({
    'theft.min_theft': ['Minimum theft', '12'],
    'theft.observe_time': ['Observed for', '240'],
    'theft.km_per_liter': ['Kilometres per litre', '4.5'],
    'theft.hour_per_liter': ['Hours of idling per litre', '2'],
    'refill.min_refill': ['Minimum refill', '15'],
    'refill.observe_time': ['Observed for', '260'],
    'refill.min_change': ['Minimum change', '3'],
    'threshold.min_threshold': ['Lowest level', '5'],
    'threshold.max_threshold': ['Highest level', '90'],
  }),
};
export const FILTERS: FormFields = {
  ...DETECTION,
  name: 'Validity filters',
  schema: filterSettingsSchema,
  chosen: ['skip_zero', 'skip_duplicate', 'skip_future', 'static_drift.enable'],
  fields: settings({
    max_speed: ['Maximum speed', '180'],
    min_satellites: ['Minimum satellites', '4'],
    max_hdop: ['Maximum HDOP', '5.5'],
    max_accuracy: ['Worst accepted accuracy', '80'],
    'static_drift.distance': ['Maximum drift', '40'],
    'static_drift.speed': ['Maximum drift speed', '4'],
  }),
};

/** A location link to a place. */
export const newShare = (called: string): FormFields => ({
  name: 'Location link',
  schema: shareChoiceSchema,
  submit: 'Create link',
  methods: ['createShare'],
  fields: {
    name: { label: 'Name for the recipients', valid: called },
    max_opens: { label: 'Times it can be opened', valid: '3' },
    'destination.name': { label: 'Name of the place', valid: 'Dock 4', like: 'place_name' },
    'destination.latitude': { label: 'Latitude', valid: '52.5' },
    'destination.longitude': { label: 'Longitude', valid: '13.4' },
  },
  chosen: ['span', 'from', 'to', 'names', 'trail', 'zones', 'driver', 'goal', 'destination.geofence_id'],
});
