import {
  AccountsIcon,
  AuditIcon,
  ConsumersIcon,
  DashboardIcon,
  DealersIcon,
  DeviceIcon,
  EventIcon,
  HistoryIcon,
  InvitationsIcon,
  ListIcon,
  MapIcon,
  ShareIcon,
  UnknownIcon,
  UsersIcon,
  PlusIcon,
  type IconType,
} from '../../../ui/index.ts';
import { ENTITY_ICONS } from '../entity/icons.ts';
import type { ScreenIcon } from './screen.ts';

/** Pictures of menu entries. */
export const SCREEN_ICONS: Readonly<Record<ScreenIcon, IconType>> = {
  list: ListIcon,
  map: MapIcon,
  history: HistoryIcon,
  users: UsersIcon,
  dealers: DealersIcon,
  consumers: ConsumersIcon,
  accounts: AccountsIcon,
  audit: AuditIcon,
  invitations: InvitationsIcon,
  dashboard: DashboardIcon,
  devices: DeviceIcon,
  ...ENTITY_ICONS,
  events: EventIcon,
  select: PlusIcon,
  share: ShareIcon,
  unknown: UnknownIcon,
};
