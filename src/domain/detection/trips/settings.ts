import { object, string, type InferType } from 'yup';
import { DETECTION } from '../../base/index.ts';
import { boundedInteger, boundedNumber, toggle } from '../shared/index.ts';

/** What a message is classed moving by (specification, chapter 3). */
export const TRIP_SOURCES = ['auto', 'ignition', 'gps_coordinates', 'relative_odometer', 'odometer', 'off'] as const;

/**
 * Settings of the trip detector under their names on the wire; defaults of the specification, chapter 9.
 * `min_m_speed` km/h; `min_park_time`, `max_intrl_in_msgs` and `min_trip_time` seconds;
 * `max_dist_in_msgs` and `min_trip_dist` metres.
 */
export const tripDetectorSchema = object({
  m_source: string().required('validation.required').oneOf(TRIP_SOURCES, 'validation.oneOf').default('auto'),
  min_m_speed: boundedNumber(DETECTION.movingSpeed, 3),
  min_park_time: boundedInteger(DETECTION.parkTime, 300),
  gps_correct: toggle(true),
  max_dist_in_msgs: boundedNumber(DETECTION.messageDistance, 1_000),
  max_intrl_in_msgs: boundedInteger(DETECTION.messageInterval, 300),
  min_trip_time: boundedInteger(DETECTION.tripTime, 60),
  min_trip_dist: boundedNumber(DETECTION.tripDistance, 200),
  min_satellites: boundedInteger(DETECTION.satellites, 20),
  /** Seconds with the ignition off after which nobody drives the unit any more; 0: never. */
  driver_release: boundedInteger(DETECTION.driverRelease, 3_600),
});
export type TripDetectorSettings = InferType<typeof tripDetectorSchema>;

/** Settings of a unit whose detector nobody touched. */
export const DEFAULT_TRIP_DETECTOR: TripDetectorSettings = tripDetectorSchema.getDefault();
