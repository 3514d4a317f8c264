import {
  filterSettingsSchema, fuelSettingsSchema, tripDetectorSchema, type FilterSettings, type FuelSettings, type TripDetectorSettings,
} from '../../../domain/detection/index.ts';
import type { DeviceSettings } from '../../../domain/device/index.ts';

/** Everything that detection obeys for a device. */
export interface DetectionSettings {
  readonly trips: TripDetectorSettings;
  readonly fuel: FuelSettings;
  readonly filters: FilterSettings;
}

/** What counts for a device: what was set, and the defaults of what was not. */
export function settingsOf({ trip_detector, fuel, filters }: DeviceSettings): DetectionSettings {
  return {
    trips: tripDetectorSchema.validateSync(trip_detector ?? {}),
    fuel: fuelSettingsSchema.validateSync(fuel ?? {}),
    filters: filterSettingsSchema.validateSync(filters ?? {}),
  };
}
