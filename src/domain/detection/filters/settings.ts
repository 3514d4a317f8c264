import { object, type InferType } from 'yup';
import { DETECTION } from '../../base/index.ts';
import { boundedInteger, boundedNumber, toggle } from '../shared/index.ts';

/** A standing unit keeps its place while fixes stay within `distance` m of it, slower than `speed` km/h. */
const staticDriftSchema = object({
  enable: toggle(false),
  distance: boundedNumber(DETECTION.driftDistance, 30),
  speed: boundedNumber(DETECTION.driftSpeed, 3),
});

/**
 * Which fixes of a device are valid. A number of 0 switches its rule off. What is on by default never
 * hides a real fix: exactly 0°, 0°, a time that was there already, a time that has not come yet.
 */
export const filterSettingsSchema = object({
  skip_zero: toggle(true),
  skip_duplicate: toggle(true),
  skip_future: toggle(true),
  static_drift: staticDriftSchema,
  /** km/h, both reported and between two fixes. */
  max_speed: boundedNumber(DETECTION.filterSpeed, 0),
  /** Fixes that do not say their satellites pass. */
  min_satellites: boundedInteger(DETECTION.satellites, 0),
  max_hdop: boundedNumber(DETECTION.hdop, 0),
  /** Metres. */
  max_accuracy: boundedNumber(DETECTION.accuracy, 0),
});
export type FilterSettings = InferType<typeof filterSettingsSchema>;

/** Settings of a device whose filters nobody touched. */
export const DEFAULT_FILTERS: FilterSettings = filterSettingsSchema.getDefault();
