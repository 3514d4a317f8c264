import type { Geofence } from '../../../src/domain/geofence/index.ts';
import type { Label } from '../../../src/domain/entities/index.ts';
import type { Operator } from '../../../src/domain/operator/index.ts';
import type { Sim } from '../../../src/domain/sim/index.ts';
import { newCondition, NO_LIMITS, type Rule } from '../../../src/domain/rule/index.ts';
import { notifications, type Notification } from '../../../src/domain/notification/index.ts';
import { serviceSchema, type ServiceReminder } from '../../../src/domain/maintenance/index.ts';
import { type AccountId, type OperatorId, type RuleId, type SimId } from '../../../src/domain/base/index.ts';
import { webhooks, type Webhook } from '../../../src/domain/webhook/index.ts';

// Things as the server has them when their forms are opened.

export const CARD: Sim = {
  sim_id: 3 as SimId,
  account_id: 1 as AccountId,
  account_name: 'North',
  sim_number: '4912345673',
  sim_operator: 'Telekom',
  iccid: '',
  apn: '',
  expires_on: null,
  status: 'active',
  labels: [],
  note: '',
  device_id: null,
  device_name: '',
  slot: null,
  created_at: '2026-01-01T00:00:00Z',
};
export const OIL: ServiceReminder = {
  ...serviceSchema.cast({ name: 'Oil and filters', every_days: 365 }),
  service_reminder_id: 4 as ServiceReminder['service_reminder_id'],
  account_id: 1 as AccountId,
  account_name: 'North',
  unit_name: '',
  state: 'ok',
  left_km: null,
  left_hours: null,
  left_days: 200,
  due_on: '2026-08-01',
  currency: 'EUR',
  done_count: 0,
  created_at: '2026-01-01T00:00:00Z',
};
export const GROUP: Label = {
  label_id: 6 as Label['label_id'],
  account_id: 1 as AccountId,
  account_name: 'North',
  name: 'Night',
  kind: 'units',
  colour: 'teal',
  description: '',
  members: 2,
  created_at: '2026-01-01T00:00:00Z',
};
export const DRIVER: Operator = {
  operator_id: 8 as OperatorId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name: 'Lena Fuchs',
  code: 'DRV-1',
  keys: [],
  email: '',
  mobile: '',
  labels: [],
  user_id: null,
  user_name: '',
  unit_id: null,
  unit_name: '',
  several_units: false,
  created_at: '2026-01-01T00:00:00Z',
};
export const YARD: Geofence = {
  geofence_id: 5 as Geofence['geofence_id'],
  account_id: 1 as AccountId,
  account_name: 'North',
  name: 'Yard',
  shape: { type: 'circle', center: [13.4, 52.5], radius: 100 },
  kind: 'circle',
  area: 31_415,
  length: 628,
  colour: 'green',
  description: '',
  labels: [],
  speed_limit: null,
  min_stay: 0,
  created_at: '2026-01-01T00:00:00Z',
};
export const NOTICE = {
  ...notifications.schema.cast({ name: 'Night shift', all_units: true, channels: ['email', 'webhook'] }),
  notification_id: 7,
  account_id: 1,
  account_name: 'North',
  webhook_ids: [3],
  failed: 0,
  last_sent: null,
  created_at: '2026-01-01T00:00:00Z',
} as Notification;
export const HOOK = {
  ...webhooks.schema.cast({ name: 'Insurer', url: 'https://example.com/alarms' }),
  webhook_id: 3,
  account_id: 1,
  account_name: 'North',
} as Webhook;
export const RULE: Rule = {
  rule_id: 4 as RuleId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name: 'Low fuel',
  status: 'active',
  match: 'all',
  conditions: [{ ...newCondition('sensor'), sensor: 'Fuel level', minimum: 1, maximum: 100 }],
  hold: 0,
  all_units: true,
  sub_accounts: true,
  unit_ids: [],
  unit_group_ids: [],
  member_ids: [],
  unit_count: 1,
  firing: 0,
  last_fired: null,
  ...NO_LIMITS,
  names: {},
  missing: 0,
  created_at: '2026-01-01T00:00:00Z',
};
