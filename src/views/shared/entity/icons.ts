import type { EntityName } from '../../../domain/entities/index.ts';
import {
  AlertIcon,
  GeofenceIcon,
  LabelIcon,
  NotificationIcon,
  OperatorIcon,
  ReportIcon,
  RepeaterIcon,
  RouteIcon,
  RuleIcon,
  ServiceIcon,
  ShieldIcon,
  SimIcon,
  WebhookIcon,
  type IconType,
} from '../../../ui/index.ts';

/** Pictures of entities: in the menu, in search results and in empty lists. */
export const ENTITY_ICONS: Readonly<Record<EntityName, IconType>> = {
  sim: SimIcon,
  rule: RuleIcon,
  alert: AlertIcon,
  notification: NotificationIcon,
  webhook: WebhookIcon,
  repeater: RepeaterIcon,
  role: ShieldIcon,
  operator: OperatorIcon,
  geofence: GeofenceIcon,
  route: RouteIcon,
  service_reminder: ServiceIcon,
  report: ReportIcon,
  label: LabelIcon,
};
