import { accountMethods } from './account.ts';
import { alarmMethods } from './alarm.ts';
import { authMethods } from './auth.ts';
import { commandMethods } from './command.ts';
import { deviceMethods } from './device.ts';
import { entityMethods } from './entity.ts';
import { geofenceMethods } from './geofence.ts';
import { invitationMethods } from './invitation.ts';
import { jobMethods } from './job.ts';
import { labelMethods } from './label.ts';
import { notificationMethods } from './notification.ts';
import { repeaterMethods } from './repeater.ts';
import { operatorMethods } from './operator.ts';
import { reportMethods } from './report.ts';
import { type ReplyOf, type RequestOf } from './method.ts';
import { routeMethods } from './route.ts';
import { maintenanceMethods } from './maintenance.ts';
import { ruleMethods } from './rule.ts';
import { savedViewMethods } from './savedView.ts';
import { sensorMethods } from './sensor.ts';
import { setupMethods } from './setup.ts';
import { shareMethods } from './share.ts';
import { trackingMethods } from './tracking.ts';
import { unitMethods } from './unit.ts';
import { visitMethods } from './visits.ts';

/**
 * Every method of `POST /api`. The client's `call`, the server's handlers, the OpenAPI file and
 * the permission tests derive from this one object; a name is given once over all services.
 */
export const catalogue = {
  ...authMethods,
  ...accountMethods,
  ...invitationMethods,
  ...unitMethods,
  ...deviceMethods,
  ...sensorMethods,
  ...commandMethods,
  ...entityMethods,
  ...labelMethods,
  ...geofenceMethods,
  ...savedViewMethods,
  ...jobMethods,
  ...trackingMethods,
  ...visitMethods,
  ...routeMethods,
  ...maintenanceMethods,
  ...ruleMethods,
  ...alarmMethods,
  ...notificationMethods,
  ...repeaterMethods,
  ...operatorMethods,
  ...geofenceMethods,
  ...setupMethods,
  ...shareMethods,
  ...reportMethods,
};

type Catalogue = typeof catalogue;
export type MethodName = keyof Catalogue;
export type Request<M extends MethodName> = RequestOf<Catalogue[M]>;
export type Reply<M extends MethodName> = ReplyOf<Catalogue[M]>;

/** What a caller passes: fields with a default may be left out. */
export type CallData<M extends MethodName> = Partial<Request<M>>;
