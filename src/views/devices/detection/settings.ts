import { ValidationError } from 'yup';
import {
  DEFAULT_TRIP_DETECTOR,
  filterSettingsSchema,
  fuelSettingsSchema,
  tripDetectorSchema,
  type FilterSettings,
  type FuelSettings,
  type TripDetectorSettings,
} from '../../../domain/detection/index.ts';
import type { DeviceDetails } from '../../../domain/device/index.ts';
import type { FormSchema } from '../../../ui/forms/index.ts';

/** Everything that detection obeys for a device. */
export interface DetectionSettings {
  readonly trips: TripDetectorSettings;
  readonly fuel: FuelSettings;
  readonly filters: FilterSettings;
}

/** What applies to a device: what was saved; else the defaults, with as many satellites as suit the device. */
export function settingsOf({
  settings: { trip_detector, fuel, filters },
  default_satellites: satellites,
}: Pick<DeviceDetails, 'settings' | 'default_satellites'>): DetectionSettings {
  return {
    trips: tripDetectorSchema.validateSync(trip_detector ?? { min_satellites: satellites }),
    fuel: fuelSettingsSchema.validateSync(fuel ?? {}),
    filters: filterSettingsSchema.validateSync(filters ?? {}),
  };
}

/**
 * What the form of the trip detector is checked by. While detection is off its other settings are out of
 * sight: one that cannot be would stop the save without a word, so the usual one takes its place.
 */
export const tripFormSchema: FormSchema = {
  validateSync(values, options) {
    const isOff = typeof values === 'object' && values !== null && 'm_source' in values && values.m_source === 'off';
    try {
      return tripDetectorSchema.validateSync(values, options);
    } catch (error) {
      if (!isOff || !(error instanceof ValidationError)) throw error;
      const good = Object.entries(values).filter(([name]) => !error.inner.some(({ path }) => path === name));
      return tripDetectorSchema.validateSync({ ...DEFAULT_TRIP_DETECTOR, ...Object.fromEntries(good) }, options);
    }
  },
};
