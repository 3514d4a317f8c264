import type { EntityMethod, MethodName } from '../../src/api/contract/index.ts';
import { neededBelow } from '../../src/domain/access/index.ts';
import { ENTITIES, type KnownEntity } from '../../src/domain/entities/index.ts';
import { SAMPLES } from './entitySamples.ts';
import { SENSOR_FORM, UNIT_DEVICE, type Actor, type Target } from './matrixWorld.ts';

/** Which targets a method may reach, if the permission is there. */
export type Reaching =
  /** Names no account and nothing of one. */
  | 'nothing'
  /** Things of the caller's own account. */
  | 'own'
  /** The same, of things that nobody sees from above; a list narrowed to a foreign account gives no rows. */
  | 'ownAlone'
  | 'ownOrBelow'
  /** A list that may be narrowed to an account: a foreign one gives no rows. */
  | 'narrowed'
  | 'below'
  | 'dealerBelow'
  | 'consumerBelow'
  | 'dealerDirectlyBelow'
  | 'consumerDirectlyBelow'
  | 'belowOtherDealer'
  | 'consumerFurtherDown'
  /** The caller's own account if it is a consumer, or a consumer below. */
  | 'consumerOrBelow';

/** True for a method that only reads. */
export const changesNothing = (method: MethodName): boolean => /^(get|find|search|preview|list)/.test(method);

export interface MatrixRequest {
  readonly reaches: Reaching;
  /** The least valid data that reaches for the target. `number` is another one each time. */
  data(target: Target, actor: Actor, number: number): object;
}

const none: MatrixRequest = { reaches: 'nothing', data: () => ({}) };
const plain = (data: object): MatrixRequest => ({ reaches: 'nothing', data: () => data });
const to = (reaches: Reaching, data: MatrixRequest['data']): MatrixRequest => ({ reaches, data });
const account = (reaches: Reaching, more: object = {}) =>
  to(reaches, ({ accountId }) => ({ account_id: accountId, ...more }));
const member = (reaches: Reaching) =>
  to(reaches, ({ accountId, userId, roleId }) => ({ account_id: accountId, user_id: userId, role_id: roleId }));
const newAccount = (number: number) => ({
  name: `Made ${number}`,
  type: 'CONSUMER',
  default_owner_email: `made${number}@example.test`,
});
const below = (reaches: Reaching) =>
  to(reaches, ({ accountId }, _, number) => ({ ...newAccount(number), parent_account_id: accountId }));
const invite = (reaches: Reaching) =>
  to(reaches, ({ accountId, roleId }, _, number) => ({
    account_id: accountId,
    role_id: roleId,
    emails: [`guest${number}@example.test`],
  }));
const list = (reaches: Reaching) =>
  to(reaches, ({ accountId }) => ({ filters: { account_id: accountId }, limit: 100 }));
const device = (reaches: Reaching, more: object = {}) =>
  to(reaches, ({ deviceId }) => ({ device_id: deviceId, ...more }));
/** A bulk act answers for each: a foreign one is refused there. */
const devices = (more: object = {}) => to('narrowed', ({ deviceId }) => ({ device_ids: [deviceId], ...more }));
const unit = (more: object = {}) => to('ownOrBelow', ({ unitId }) => ({ unit_id: unitId, ...more }));
/** A bulk act on nothing that is there answers as one about what does not exist. */
const units = (more: object = {}) => to('ownOrBelow', ({ unitId }) => ({ unit_ids: [unitId], ...more }));
/** The same of alarms. */
const alarms = (more: object = {}) => to('ownOrBelow', ({ entityId }) => ({ alarm_ids: [entityId], ...more }));
const READS = { units: ['r'] };
const PASSWORD = 'Wrong#2026';
const RUNS = { from: '2026-04-20T00:00:00Z', to: '2026-05-10T00:00:00Z' };
const HOUR = { from: '2026-05-01T07:00:00Z', to: '2026-05-01T08:00:00Z' };
/** An hour after the instant of the tests' calls. */
const SHARED_UNTIL = '2026-05-01T09:00:00Z';
const SHAPE = { type: 'circle', center: [24.7, 59.4], radius: 500 };
const NEAR = { latitude: 59.4, longitude: 24.7, radius: 500 };

/** The methods of every entity. */
function entityRequests(): Record<EntityMethod<KnownEntity>, MatrixRequest> {
  const requests = ENTITIES.map(
    ({ name, id, ids, methods, statuses, needs, deletesOne }: KnownEntity): Record<string, MatrixRequest> => {
      const isOwnAlone = neededBelow(needs.read) === null;
      const narrowed = isOwnAlone ? 'ownAlone' : 'narrowed';
      const one = isOwnAlone ? 'ownAlone' : 'ownOrBelow';
      const several = (more: object = {}) => to(narrowed, ({ entityId }) => ({ [ids]: [entityId], ...more }));
      return {
        [methods.list]: list(narrowed),
        [methods.get]: to(one, ({ entityId }) => ({ [id]: entityId })),
        [methods.create]: to('nothing', (_, __, number) => SAMPLES[name].form(number, 'Made')),
        [methods.update]: to(one, ({ entityId }) => ({ [id]: entityId, ...SAMPLES[name].change })),
        [methods.updateStatus]: several({ status: statuses[0] }),
        [methods.delete]: deletesOne ? to(one, ({ entityId }) => ({ [id]: entityId })) : several(),
      };
    },
  );
  return Object.assign({}, ...requests) as Record<EntityMethod<KnownEntity>, MatrixRequest>;
}

/** The least valid data of every method; the compiler asks for a new one here. */
export const REQUESTS: Readonly<Record<MethodName, MatrixRequest>> = {
  signin: plain({ username: 'nobody.known', password: PASSWORD }),
  getCaptcha: none,
  loginWithBearer: plain({ bearer_token: 'not-a-token-that-was-ever-given' }),
  selectAccount: account('own'),
  signout: plain({ session_login: '', session_id: '' }),
  endSession: none,
  getUserAccounts: none,
  getUserProfile: none,
  updateUserProfile: to('nothing', (_, { username, email }) => ({
    first_name: 'Test',
    last_name: 'Person',
    username,
    email,
    time_zone: 'UTC',
  })),
  uploadProfilePic: plain({ image_id: '' }),
  uploadLogo: account('ownOrBelow', { version: 'dark', image_id: '' }),
  changePassword: plain({ old_password: PASSWORD, new_password: 'Another#26', retype_password: 'Another#26' }),
  resetPasswordRequest: plain({ username: 'nobody.known' }),
  checkResetCode: plain({ username: 'nobody.known', code: '000000' }),
  resetPassword: plain({ password: PASSWORD, retype_password: PASSWORD, reset_token: 'none' }),
  verifyEmailRequest: to('nothing', (_, { email }) => ({ email })),
  verifyEmail: plain({ code: '000000' }),
  verifyMobileRequest: plain({ mobile: '+44 20 7946 0000' }),
  verifyMobile: plain({ code: '000000' }),
  getActiveSessions: none,
  logoutSessions: plain({ session_ids: [999_999] }),
  getConfigData: plain({ host: 'unknown.example' }),
  startTwoFactor: none,
  confirmTwoFactor: plain({ code: '000000' }),
  disableTwoFactor: plain({ password: PASSWORD }),
  renewRecoveryCodes: plain({ password: PASSWORD }),
  getPasskeys: none,
  startProof: none,
  proveIdentity: plain({ password: 'not it' }),
  startPasskey: none,
  addPasskey: plain({ ceremony: 'none', response: {}, name: 'Key' }),
  deletePasskey: plain({ passkey_id: 'none' }),
  startPasskeySignIn: none,
  signInWithPasskey: plain({ ceremony: 'none', response: {} }),
  getSetupState: none,
  checkSetupCode: plain({ code: 'AAAA-AAAA-AAAA' }),
  setUpServer: plain({
    code: 'AAAA-AAAA-AAAA',
    account_name: 'Second owner',
    first_name: 'Test',
    last_name: 'Person',
    username: 'second',
    email: 'second@example.test',
    password: PASSWORD,
    retype_password: PASSWORD,
    time_zone: 'UTC',
    language: 'en',
  }),
  sendTestMail: none,
  getApiKeys: none,
  createApiKey: to('nothing', (_, __, number) => ({ name: `Key ${number}`, permissions: READS })),
  revokeApiKey: plain({ api_key_id: 999_999 }),
  getLanguages: none,
  getTranslation: plain({ lang: 'EN' }),

  getDealerConsumerList: list('narrowed'),
  getDealerList: list('narrowed'),
  getConsumerList: list('narrowed'),
  getSubDealerConsumerList: account('below'),
  getSubDealerList: account('below'),
  getSubConsumerList: account('below'),
  getChildAccounts: none,
  getUserSubAccounts: list('narrowed'),
  getUserDealerSubAccounts: list('narrowed'),
  getUserConsumerSubAccounts: list('narrowed'),
  createDealerConsumerAccounts: to('nothing', (_, __, number) => newAccount(number)),
  createDealerConsumerSubAccounts: below('below'),
  createDealerSubAccounts: below('dealerBelow'),
  createConsumerSubAccounts: below('consumerOrBelow'),
  getAccountDetails: none,
  getDealerAccountDetails: account('below'),
  getConsumerAccountDetails: account('consumerBelow'),
  updateAccountDetails: plain({ region: 'Anywhere' }),
  updateDealerAccountDetails: account('dealerDirectlyBelow', { region: 'Anywhere' }),
  updateConsumerAccountDetails: account('consumerDirectlyBelow', { region: 'Anywhere' }),
  updateChildAccountDetails: account('below', { region: 'Anywhere' }),
  updateDealerChildAccountDetails: account('belowOtherDealer', { region: 'Anywhere' }),
  updateConsumerChildAccountDetails: account('consumerFurtherDown', { region: 'Anywhere' }),
  updateAccountStatus: account('below', { status: 'active' }),
  updateDealerAccountStatus: account('dealerDirectlyBelow', { status: 'active' }),
  updateConsumerAccountStatus: account('consumerDirectlyBelow', { status: 'active' }),
  updateSubAccountStatus: account('consumerFurtherDown', { status: 'active' }),
  getUsersList: to('narrowed', ({ roleId }) => ({ filters: { role_id: roleId } })),
  getAccountUsers: account('below'),
  getTeamPeoples: to('narrowed', ({ marker }) => ({ search: marker })),
  updateUserRole: member('own'),
  updateSubAccountUserRole: member('below'),
  updateSubDealerAccountUserRole: member('dealerBelow'),
  updateSubConsumerAccountUserRole: member('consumerBelow'),
  updateUserStatus: to('own', ({ userId }) => ({ user_id: userId, status: 'inactive' })),
  updateSubAccountUserStatus: to('below', ({ accountId, userId }) => ({
    account_id: accountId,
    user_id: userId,
    status: 'inactive',
  })),
  userRemoved: member('own'),
  subAccountUserRemoved: member('below'),
  subDealerUserRemoved: member('dealerBelow'),
  subConsumerUserRemoved: member('consumerBelow'),
  getSubAccountUserRoles: account('below'),
  getSubDealerAccountUserRoles: account('dealerBelow'),
  getSubConsumerAccountUserRoles: account('consumerBelow'),
  getAllPermissions: none,
  getRefData: none,
  dashboardDetails: none,
  getAuditList: list('ownOrBelow'),

  inviteUser: invite('own'),
  inviteMultipleUser: invite('own'),
  inviteMultipleSubAccountUser: invite('below'),
  inviteMultipleSubDealerUser: invite('dealerBelow'),
  inviteMultipleSubConsumerUser: invite('consumerBelow'),
  getInvitationList: account('ownOrBelow'),
  createInvitationLink: to('ownOrBelow', ({ invitationId }) => ({ invitation_id: invitationId })),
  resendInvitation: to('ownOrBelow', ({ invitationId }) => ({ invitation_id: invitationId })),
  withdrawInvitation: to('ownOrBelow', ({ invitationId }) => ({ invitation_id: invitationId })),
  getUserInvitations: none,
  acceptInvitation: plain({ invitation_id: 999_999 }),
  declineInvitation: plain({ invitation_id: 999_999 }),
  getInviteData: plain({ token: 'none' }),
  registerUserWithInvite: plain({
    first_name: 'Test',
    last_name: 'Person',
    username: 'test.person',
    password: PASSWORD,
    retype_password: PASSWORD,
    time_zone: 'UTC',
    token: 'none',
  }),
  joinUserWithInvite: plain({ token: 'none' }),
  declineInvite: plain({ token: 'none' }),
  checkUserNameAvailability: plain({ username: 'test.person' }),
  createShare: to('ownOrBelow', ({ unitId }, _, number) => ({
    name: `Share ${number}`,
    unit_ids: [unitId],
    to: SHARED_UNTIL,
  })),
  getShareList: none,
  revokeShare: to('ownAlone', ({ entityId }) => ({ share_id: entityId })),
  getSharedLocation: plain({ token: 'none' }),
  getOutbox: none,
  getDemoState: none,

  getDeviceList: list('narrowed'),
  getDevice: device('ownOrBelow'),
  updateDevice: device('ownOrBelow', { version: '2' }),
  updateDeviceStatus: devices({ status: 'INACTIVE' }),
  deleteDevices: devices(),
  updateDeviceSettings: device('ownOrBelow', { filters: null }),
  getDeviceMessages: device('ownOrBelow', HOUR),
  getUnreadMessageList: device('ownOrBelow'),
  getUnreadTypeList: list('narrowed'),
  allocateDevices: to('narrowed', ({ deviceId }, actor) => ({
    device_ids: [deviceId],
    account_id: actor.targets.child?.accountId ?? 999_999,
    start_date: '2027-01-01T00:00:00Z',
    end_date: '2027-02-01T00:00:00Z',
  })),
  endDeviceAllocation: to('ownOrBelow', ({ deviceId }) => ({ allocation_id: deviceId })),
  getDeviceAllocations: device('ownOrBelow'),
  getSensors: device('ownOrBelow'),
  createSensor: to('ownOrBelow', ({ deviceId }, _, number) => ({
    ...SENSOR_FORM,
    device_id: deviceId,
    type: 'custom',
    name: `Sensor ${number}`,
    field: `field_${number}`,
  })),
  updateSensor: to('ownOrBelow', ({ deviceId, marker }) => ({
    ...SENSOR_FORM,
    sensor_id: deviceId,
    name: `${marker} sensor`,
  })),
  deleteSensor: to('ownOrBelow', ({ deviceId }) => ({ sensor_id: deviceId })),
  getDeviceCommands: device('ownOrBelow'),
  createDeviceCommand: to('ownOrBelow', ({ deviceId }, _, number) => ({
    device_id: deviceId,
    code: `Command ${number}`,
    text: 'getinfo',
  })),
  updateDeviceCommand: to('ownOrBelow', ({ deviceId, marker }) => ({
    command_id: deviceId,
    code: marker,
    text: 'getver',
  })),
  deleteDeviceCommand: to('ownOrBelow', ({ deviceId }) => ({ command_id: deviceId })),
  executeDeviceCommand: device('ownOrBelow', { text: 'getinfo' }),
  getDeviceCommandLog: device('ownOrBelow'),
  cancelDeviceCommand: to('ownOrBelow', ({ deviceId }) => ({ execution_id: deviceId })),
  confirmDeviceCommand: to('ownOrBelow', ({ deviceId }) => ({ execution_id: deviceId, address: '192.0.2.1' })),
  executeUnitCommand: unit({ text: 'getinfo' }),
  getUnitCommands: unit(),
  getUnitCommandLog: unit(),
  cancelUnitCommand: to('ownOrBelow', ({ unitId }) => ({ execution_id: unitId + UNIT_DEVICE })),
  confirmUnitCommand: to('ownOrBelow', ({ unitId }) => ({ execution_id: unitId + UNIT_DEVICE, address: '192.0.2.1' })),
  getAlarmList: plain({ filters: { state: 'all' }, limit: 1_000 }),
  getAlarm: to('ownOrBelow', ({ entityId }) => ({ alarm_id: entityId })),
  getAlarmSummary: plain({}),
  getAlarmStatistics: plain(RUNS),
  acknowledgeAlarms: alarms(),
  assignAlarms: alarms(),
  snoozeAlarms: alarms({ until: '2036-01-01T00:00:00Z' }),
  resolveAlarms: alarms({ reason: 'handled' }),
  reopenAlarms: alarms(),
  acknowledgeByToken: plain({ token: 'made up' }),
  getDeliveryList: plain({ limit: 5 }),
  previewNotification: plain({ lang: 'en', text: '' }),
  previewRecipients: plain({ recipients: 'all', channels: ['email'] }),
  testNotification: to('ownAlone', ({ entityId }) => ({ notification_id: entityId })),
  testWebhook: to('ownAlone', ({ entityId }) => ({ webhook_id: entityId })),
  getRepeaterLog: to('ownOrBelow', ({ entityId }) => ({ repeater_id: entityId })),
  testRepeater: to('ownOrBelow', ({ entityId }) => ({ repeater_id: entityId })),
  setRepeaterPassword: to('ownOrBelow', ({ entityId }) => ({ repeater_id: entityId, password: 'x' })),
  resendPeriod: to('ownOrBelow', ({ entityId }) => ({ repeater_id: entityId, ...HOUR })),
  getWebhookSecret: to('ownAlone', ({ entityId }) => ({ webhook_id: entityId })),
  renewWebhookSecret: to('ownAlone', ({ entityId }) => ({ webhook_id: entityId })),
  generateReport: to('ownAlone', ({ entityId }) => ({ report_id: entityId })),
  getReportGenerationList: none,
  getReportGeneration: to('ownAlone', ({ entityId }) => ({ generation_id: entityId })),
  getReportRows: to('ownAlone', ({ entityId }) => ({ generation_id: entityId, section: 'units' })),
  getNotificationPreferences: none,
  saveNotificationPreferences: plain({ digest_minutes: 15 }),
  getPushSetup: none,
  saveToken: plain({ token: 'none', status: 'active' }),
  deletePushSubscription: plain({ subscription_id: 999_999 }),
  commentAlarm: to('ownOrBelow', ({ entityId }) => ({ alarm_id: entityId, text: 'Seen' })),
  getRouteRuns: to('narrowed', ({ entityId }) => ({ route_ids: [entityId], ...RUNS, limit: 100 })),
  getScheduleList: list('narrowed'),
  updateScheduleStatus: to('narrowed', ({ entityId }) => ({ schedule_ids: [entityId], status: 'paused' })),
  planRun: to('ownOrBelow', ({ entityId, unitId }) => ({ route_id: entityId, unit_id: unitId, start: RUNS.to })),
  startRun: to('ownOrBelow', ({ entityId }) => ({ run_id: entityId })),
  abortRun: to('ownOrBelow', ({ entityId }) => ({ run_id: entityId })),
  completeService: to('ownOrBelow', ({ entityId }) => ({ service_reminder_id: entityId, done_at: RUNS.from })),
  getServiceHistory: to('narrowed', ({ entityId }) => ({ service_reminder_id: entityId })),
  getServiceRecord: to('ownOrBelow', ({ entityId }) => ({ service_record_id: entityId })),
  updateServiceRecord: to('ownOrBelow', ({ entityId }, _, number) => ({ service_record_id: entityId, cost: number })),
  deleteServiceRecord: to('ownOrBelow', ({ entityId }) => ({ service_record_id: entityId })),
  assignOperator: to('ownOrBelow', ({ entityId, unitId }) => ({
    operator_id: entityId,
    unit_id: unitId,
    from: '2026-05-01T07:00:00Z',
    to: '2026-05-01T08:00:00Z',
  })),
  releaseOperator: to('ownOrBelow', ({ entityId, unitId }) => ({ operator_id: entityId, unit_id: unitId })),
  updateOperatorBinding: to('ownOrBelow', ({ entityId }) => ({ binding_id: entityId, from: '2026-01-01T07:00:00Z' })),
  deleteOperatorBinding: to('ownOrBelow', ({ entityId }) => ({ binding_id: entityId })),
  getOperatorBindings: to('ownOrBelow', ({ unitId }) => ({ unit_ids: [unitId], ...HOUR })),
  getOperatorTimeline: to('ownOrBelow', ({ entityId }) => ({ operator_id: entityId, ...HOUR })),
  getUnknownKeys: plain({}),
  claimDriverKey: to('ownOrBelow', ({ entityId }, _, number) => ({ operator_id: entityId, key: `KEY-${number}` })),
  getGeofenceShapes: none,
  importGeofences: to('ownOrBelow', ({ accountId }, _, number) => ({
    account_id: accountId,
    geofences: [SAMPLES.geofence.form(number, 'Imported')],
  })),
  getGeofenceVisits: to('narrowed', ({ entityId }) => ({ geofence_ids: [entityId], ...HOUR })),
  getBacktestPlaces: to('narrowed', ({ entityId }) => ({ zone_ids: [entityId] })),
  getBacktestUnits: to('ownOrBelow', ({ unitId }) => ({ unit_ids: [unitId], ...HOUR })),
  getBacktestRecords: to('ownOrBelow', ({ unitId }) => ({ unit_ids: [unitId], drivers: true, ...HOUR })),
  getOccurrences: to('narrowed', ({ entityId }) => ({ filters: { rule_id: entityId }, limit: 100 })),
  ...entityRequests(),

  getUnitList: list('narrowed'),
  getAllUnits: none,
  getUnit: to('ownOrBelow', ({ unitId }) => ({ unit_id: unitId })),
  createUnit: to('nothing', (_, __, number) => ({ name: `Unit ${number}`, kind: 'van', device_ids: [999_999] })),
  updateUnit: to('ownOrBelow', ({ unitId, marker }) => ({ unit_id: unitId, name: `${marker} unit`, kind: 'van' })),
  startTrackerClaim: plain({ unique_identifier: '356307042441013' }),
  getTrackerClaim: plain({ unique_identifier: '356307042441013' }),
  createDevice: to('nothing', (_, __, number) => ({
    name: `Device ${number}`,
    device_model: 'FMB920',
    unique_identifier: `MX${number}`,
  })),
  getUnitSensors: units(),
  updateUnitStatus: units({ status: 'inactive' }),
  updateUnitLabels: units({ add: ['seen'] }),
  deleteUnits: units(),
  allocateUnit: to('ownOrBelow', ({ unitId, deviceId }, actor) => ({
    unit_id: unitId,
    device_ids: [deviceId],
    account_id: actor.targets.child?.accountId ?? 999_999,
    start_date: '2027-01-01T00:00:00Z',
    end_date: '2027-02-01T00:00:00Z',
  })),
  allocateUnits: to('narrowed', ({ unitId }, actor) => ({
    unit_ids: [unitId],
    account_id: actor.targets.child?.accountId ?? 999_999,
    start_date: '2027-01-01T00:00:00Z',
    end_date: '2027-02-01T00:00:00Z',
  })),
  endUnitAllocation: to('ownOrBelow', ({ unitId }) => ({ allocation_id: unitId })),
  getUnitAllocations: unit(),
  getUnitActivity: unit(),
  getJobList: plain({}),
  getJob: plain({ job_id: 999_999 }),
  cancelJob: plain({ job_id: 999_999 }),
  getSavedViews: plain({ list: 'units' }),
  createSavedView: to('nothing', (_, __, number) => ({ list: 'units', name: `View ${number}` })),
  updateSavedView: plain({ view_id: 999_999, name: 'Mine' }),
  deleteSavedView: plain({ view_id: 999_999 }),
  setDefaultView: plain({ list: 'units', view_id: 999_999 }),
  searchAll: to('nothing', ({ marker }) => ({ text: marker })),
  getLabels: plain({ of: 'units' }),
  changeLabels: plain({ of: 'units', ids: [888_888], add: ['Made'] }),
  getLabelMembers: to('ownOrBelow', ({ entityId }) => ({ label_id: entityId })),
  addLabelMembers: to('ownOrBelow', ({ entityId, unitId }) => ({ label_id: entityId, member_ids: [unitId] })),
  removeLabelMembers: to('ownOrBelow', ({ entityId, unitId }) => ({ label_id: entityId, member_ids: [unitId] })),
  getAddresses: plain({ points: [{ latitude: 55.79, longitude: 49.12 }] }),
  findAddresses: plain({ text: 'Kazan' }),
  getLastPositions: to('ownOrBelow', ({ unitId }) => ({ unit_ids: [unitId] })),
  getHistory: to('ownOrBelow', ({ unitId }) => ({ unit_ids: [unitId], ...HOUR })),
  getRecordedSpans: to('ownOrBelow', ({ unitId }) => ({ unit_id: unitId, ...HOUR })),
  findVisits: to('ownOrBelow', ({ unitId }) => ({ unit_ids: [unitId], shape: SHAPE, ...HOUR })),
  findLastVisit: to('ownOrBelow', ({ unitId }) => ({ unit_id: unitId, shape: SHAPE })),
  findUnitsNear: to('ownOrBelow', ({ unitId }) => ({ unit_ids: [unitId], at: HOUR.from, ...NEAR })),
  getTrips: to('ownOrBelow', ({ unitId }) => ({ unit_ids: [unitId], ...HOUR })),
  getStops: to('ownOrBelow', ({ unitId }) => ({ unit_ids: [unitId], ...HOUR })),
  getFuelEvents: to('ownOrBelow', ({ unitId }) => ({ unit_ids: [unitId], ...HOUR })),
  getEvents: to('ownOrBelow', ({ unitId }) => ({ unit_ids: [unitId], ...HOUR })),
  recomputeDetection: to('ownOrBelow', ({ unitId }) => ({ unit_id: unitId, from: HOUR.from })),
  getSatelliteRefusals: to('ownOrBelow', ({ unitId }) => ({ unit_ids: [unitId] })),
  getUnclaimedDevices: none,
  getAttention: none,
  getAttentionUnits: plain({ kind: 'alarm' }),
};
