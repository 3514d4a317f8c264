import type { ReportType } from '../../domain/report/index.ts';
import {
  EventIcon,
  FuelIcon,
  GeofenceIcon,
  OperatorIcon,
  ParkedIcon,
  ReportIcon,
  TripsIcon,
  type IconType,
} from '../../ui/index.ts';

/** Pictures of what reports say. */
export const TYPE_ICONS: Readonly<Record<ReportType, IconType>> = {
  summary: ReportIcon,
  trips: TripsIcon,
  stops: ParkedIcon,
  visits: GeofenceIcon,
  fuel: FuelIcon,
  events: EventIcon,
  operators: OperatorIcon,
};
