import { object, type InferType } from 'yup';
import { DETECTION } from '../../base/index.ts';
import { boundedInteger, boundedNumber, toggle } from '../shared/index.ts';

/** Volumes in litres, `observe_time` in seconds; names of the wire, defaults of the specification, chapter 9. */
const fuelTheftSchema = object({
  enable: toggle(true),
  /** 0: distance explains no fuel. */
  km_per_liter: boundedNumber(DETECTION.kilometresPerLitre, 5),
  /** 0: idling explains no fuel. */
  hour_per_liter: boundedNumber(DETECTION.hoursPerLitre, 3),
  min_theft: boundedNumber(DETECTION.fuelVolume, 10),
  observe_time: boundedInteger(DETECTION.fuelObserveTime, 300),
});

const fuelRefillSchema = object({
  enable: toggle(true),
  min_refill: boundedNumber(DETECTION.fuelVolume, 10),
  observe_time: boundedInteger(DETECTION.fuelObserveTime, 300),
  /** A change of less is noise. */
  min_change: boundedNumber(DETECTION.fuelChange, 2),
});

/** The older form: levels outside the thresholds are a sensor's fault and are left out. */
export const fuelThresholdSchema = object({
  enable: toggle(true),
  max_threshold: boundedNumber(DETECTION.fuelLevel, 100).test({
    name: 'thresholdOrder',
    message: 'validation.thresholdOrder',
    test: (value, { parent }: { parent: { min_threshold?: number } }) =>
      parent.min_threshold === undefined || value > parent.min_threshold,
  }),
  min_threshold: boundedNumber(DETECTION.fuelLevel, 0),
});
export type FuelThresholdSettings = InferType<typeof fuelThresholdSchema>;

/**
 * Fuel of a device. `threshold` is null unless the older form was filled in: its default of 100 L would hide larger
 * tanks.
 */
export const fuelSettingsSchema = object({
  theft: fuelTheftSchema,
  refill: fuelRefillSchema,
  threshold: fuelThresholdSchema.nullable().default(null),
});
export type FuelSettings = InferType<typeof fuelSettingsSchema>;

/** Settings of a device whose fuel nobody set up. */
export const DEFAULT_FUEL: FuelSettings = fuelSettingsSchema.getDefault();
