import { success } from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import type { Handlers } from '../call/types.ts';
import type { Messages } from '../call/messages.ts';
import type { Places } from '../places/index.ts';
import { createAccountHandlers, readDetails, type AccountServices } from './accounts/index.ts';
import { createAlarmHandlers } from './alarms/index.ts';
import { alertTable } from './alerts/index.ts';
import { createAddressHandlers, type NamedGeocoder } from './addresses/index.ts';
import { createAuditHandlers } from './audit/index.ts';
import { createAuthHandlers, hashInQueue, openSession, readProfile, type AuthServices } from './auth/index.ts';
import { createCommandHandlers, type CommandServices } from './commands/index.ts';
import { createDeviceHandlers, type DeviceServices } from './devices/index.ts';
import { createGeofenceHandlers, geofenceTable } from './geofences/index.ts';
import { createInvitationHandlers, createInviter, type InvitationServices } from './invitations/index.ts';
import { createJobHandlers } from './jobs/index.ts';
import { createLabelHandlers, labelTable } from './labels/index.ts';
import { createLanguageHandlers } from './languages/index.ts';
import {
  createNotificationHandlers,
  notificationTable,
  webhookTable,
  type NotificationServices,
} from './notifications/index.ts';
import { createOperatorHandlers, operatorTable } from './operators/index.ts';
import { createPeopleHandlers } from './people/index.ts';
import { createPictureHandlers, type PictureServices } from './pictures/index.ts';
import { createReportHandlers, reportTable } from './reports/index.ts';
import { createRepeaterHandlers, repeaterTable, type RepeaterServices } from './repeaters/index.ts';
import { createRoleHandlers, roleTable } from './roles/index.ts';
import { createRouteHandlers, routeTable } from './routes/index.ts';
import { createRuleHandlers, ruleTable, type PastServices } from './rules/index.ts';
import { createSavedViewHandlers } from './savedViews/index.ts';
import { createSearchHandlers } from './search/index.ts';
import { createSensorHandlers } from './sensors/index.ts';
import { createSetupHandlers, type SetupServices } from './setup/index.ts';
import { createMaintenanceHandlers, serviceTable } from './maintenance/index.ts';
import { createShareHandlers } from './shares/index.ts';
import { createEntityHandlers, type EntityTables } from './shared/entity/index.ts';
import { simTable } from './sims/index.ts';
import { accountOf, sessionOf } from './shared/index.ts';
import { createTrackingHandlers, type TrackingServices } from './tracking/index.ts';
import { createUnitHandlers } from './units/index.ts';

export interface HandlerServices
  extends
    Omit<AuthServices, 'directory'>,
    Omit<TrackingServices, 'database' | 'problems'>,
    Pick<CommandServices, 'commands'>,
    Pick<DeviceServices, 'unstoredReports' | 'refusalOf' | 'heardUnclaimed'>,
    Pick<InvitationServices, 'publicUrl' | 'demo' | 'newToken'>,
    Pick<SetupServices, 'setupCode' | 'mailNow'>,
    Pick<AccountServices, 'resolveTxt'>,
    Pick<NotificationServices, 'push' | 'newSecret'>,
    Pick<RepeaterServices, 'repeaters'>,
    Pick<PastServices, 'roads'> {
  readonly messages: Messages;
  readonly places: Places;
  readonly geocoder: NamedGeocoder | null;
}

/** What SQL knows of entities beyond their definitions. */
export const entityTables = (
  services: Parameters<typeof ruleTable>[0] & Parameters<typeof repeaterTable>[0],
): EntityTables => ({
  sim: simTable,
  route: routeTable(services),
  rule: ruleTable(services),
  alert: alertTable(services),
  notification: notificationTable(services),
  webhook: webhookTable(services),
  repeater: repeaterTable(services),
  role: roleTable(services),
  operator: operatorTable(services),
  geofence: geofenceTable(services),
  service_reminder: serviceTable(services),
  report: reportTable(services),
  label: labelTable(services),
});

/** A handler for every method of the catalogue; a new method is asked for here by the compiler. */
export function createHandlers(services: HandlerServices): Handlers {
  const invitations: InvitationServices = {
    ...services,
    openSession: (userId, context) => openSession(services.sessions, userId, 'invitation', context),
    hashPassword: (password) => hashInQueue(services.hasher, password),
  };
  return {
    ...createAuthHandlers(services),
    ...createInvitationHandlers(invitations),
    ...createPictureHandlers(pictureServices(services)),
    ...createLanguageHandlers(services.messages, services.problems),
    ...createUnitHandlers(services),
    ...createSavedViewHandlers(services),
    ...createJobHandlers(services),
    ...createSearchHandlers(services),
    ...createAddressHandlers(services),
    ...createDeviceHandlers(services),
    ...createCommandHandlers(services),
    ...createSensorHandlers(services),
    ...createEntityHandlers(services, entityTables(services)),
    ...createTrackingHandlers(services),
    ...createRouteHandlers(services),
    ...createLabelHandlers(services),
    ...createRuleHandlers(services),
    ...createAlarmHandlers(services),
    ...createNotificationHandlers(services),
    ...createRepeaterHandlers(services),
    ...createOperatorHandlers(services),
    ...createGeofenceHandlers(services),
    ...createAccountHandlers({ ...services, inviter: createInviter(invitations) }),
    ...createRoleHandlers(services),
    ...createPeopleHandlers(services),
    ...createMaintenanceHandlers(services),
    ...createShareHandlers(services),
    ...createReportHandlers(services),
    ...createAuditHandlers(services),
    ...createSetupHandlers({
      ...services,
      hashPassword: invitations.hashPassword,
      openSession: (userId, context) => openSession(services.sessions, userId, 'password', context),
    }),
  };
}

/** Pictures belong to people and to accounts, whose modules answer with the whole of them. */
function pictureServices(services: HandlerServices): PictureServices {
  const { database, problems } = services;
  return {
    ...services,
    async profile(context) {
      const profile = await readProfile(database, sessionOf(context).userId);
      return profile ? success(profile) : problems.refuse(context.lang, ERROR.accessTokenMessage);
    },
    accountDetails: (accountId, context) => readDetails(database, accountId, accountOf(context).tree),
  };
}
