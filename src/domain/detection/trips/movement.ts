import { METRE_PER_SECOND_IN_KMH, SECOND } from '../../base/index.ts';
import { IGNITION, type IgnitionState } from '../../telemetry/index.ts';
import type { DetectionPoint } from '../shared/index.ts';
import type { TripDetectorSettings } from './settings.ts';
import { NONE } from './state.ts';
import type { StartReason } from './trip.ts';

/** A report beside the one before, as the sources check it. One object serves all reports of a detector. */
export interface Step {
  usable: boolean;
  /** The connection broke or the position jumped since the report before. */
  broken: boolean;
  /** Metres and milliseconds since the last usable position; {@link NONE} without one. */
  leg: number;
  span: number;
  /** Metres that the odometer grew by, 0 when it fell or none was known. */
  mileage: number;
  /** As it holds after the report. */
  ignition: IgnitionState;
}

export const createStep = (): Step => ({
  usable: false,
  broken: false,
  leg: NONE,
  span: NONE,
  mileage: 0,
  ignition: IGNITION.unknown,
});

/**
 * Delta sources check the segment from the report before, (tᵢ₋₁, tᵢ]; the others say a state that holds
 * from the report on, [tᵢ, tᵢ₊₁) (domain reference, 1.3).
 */
export function isDelta(settings: TripDetectorSettings): boolean {
  return settings.m_source === 'gps_coordinates' || isMileage(settings);
}

export function isMileage({ m_source }: TripDetectorSettings): boolean {
  return m_source === 'odometer' || m_source === 'relative_odometer';
}

/** True for reports that say nothing to the source: they are passed over, and time goes on. */
export function isMute(settings: TripDetectorSettings, point: DetectionPoint, usable: boolean): boolean {
  switch (settings.m_source) {
    case 'odometer':
      return Number.isNaN(point.odometer);
    case 'relative_odometer':
      return Number.isNaN(point.relativeOdometer);
    case 'ignition':
      return false;
    default:
      return !usable;
  }
}

/** The speed that the distance since the last usable position takes, km/h; NaN when there was none. */
function derivedSpeed(step: Step): number {
  return step.span > 0 ? (step.leg / step.span) * SECOND * METRE_PER_SECOND_IN_KMH : Number.NaN;
}

/** Speed of the report, or the derived one when it has none; NaN when neither is known. */
export function speedOf(point: DetectionPoint, step: Step): number {
  if (!Number.isNaN(point.speed)) return point.speed;
  return step.usable && !step.broken ? derivedSpeed(step) : Number.NaN;
}

/** Whether the report is one of movement by the settings' source. */
export function isMoving(settings: TripDetectorSettings, point: DetectionPoint, step: Step): boolean {
  switch (settings.m_source) {
    case 'auto':
      return reaches(speedOf(point, step), settings.min_m_speed);
    case 'gps_coordinates':
      return !step.broken && reaches(derivedSpeed(step), settings.min_m_speed);
    case 'ignition':
      return step.ignition === IGNITION.on && isConfirmedBySpeed(settings, point, step);
    case 'odometer':
    case 'relative_odometer':
      return !step.broken && step.mileage > 0 && isConfirmedBySpeed(settings, point, step);
    default:
      return false;
  }
}

/** At 0 km/h nothing moves, even where no speed is asked for. False for NaN. */
const reaches = (speed: number, bound: number): boolean => speed >= bound && speed > 0;

/** The sensors' GPS clause: a position that can be used and has a speed must agree. */
function isConfirmedBySpeed(settings: TripDetectorSettings, point: DetectionPoint, step: Step): boolean {
  return !asksSpeed(settings, point, step) || point.speed >= settings.min_m_speed;
}

/** How a report was decided, in the figures that decided. */
export interface Movement {
  /** Null: it says nothing to the source, and is passed over. */
  readonly moving: boolean | null;
  /** Its position can be used. */
  readonly usable: boolean;
  /** km/h, as the source reads it: reported, or calculated from the distance; NaN where neither is known. */
  readonly speed: number;
  /** Whether that speed has a say, and what it says. */
  readonly fast: boolean | null;
  /** Metres from the position before; {@link NONE} without one. */
  readonly leg: number;
  /** Metres that the odometer grew by. */
  readonly mileage: number;
  /** As it holds after the report. */
  readonly ignition: IgnitionState;
}

/** Reports how a step was decided; `moving` is what {@link isMoving} said, null where it was not asked. */
export function movementOf(
  settings: TripDetectorSettings,
  point: DetectionPoint,
  step: Step,
  moving: boolean | null,
): Movement {
  const speed = settings.m_source === 'gps_coordinates' ? derivedSpeed(step) : speedOf(point, step);
  const bySensor = settings.m_source === 'ignition' || isMileage(settings);
  const isAsked = bySensor ? asksSpeed(settings, point, step) : moving !== null;
  const isFast = bySensor ? speed >= settings.min_m_speed : moving;
  return {
    moving,
    usable: step.usable,
    speed,
    fast: isAsked ? isFast : null,
    leg: step.leg,
    mileage: step.mileage,
    ignition: step.ignition,
  };
}

function asksSpeed(settings: TripDetectorSettings, point: DetectionPoint, step: Step): boolean {
  return settings.gps_correct && step.usable && !Number.isNaN(point.speed);
}

/** Why a report that moves does so. */
export function startReason(settings: TripDetectorSettings, point: DetectionPoint, step: Step): StartReason {
  const bound = settings.min_m_speed;
  const asked: Record<string, number> = asksSpeed(settings, point, step) ? { speed: point.speed, bound } : {};
  if (settings.m_source === 'ignition') return { code: 'ignition', values: asked };
  if (isMileage(settings)) return { code: 'mileage', values: { distance: step.mileage, ...asked } };
  if (settings.m_source === 'auto' && !Number.isNaN(point.speed))
    return { code: 'speed', values: { speed: point.speed, bound } };
  return {
    code: 'derivedSpeed',
    values: { speed: derivedSpeed(step), bound, distance: step.leg, seconds: step.span / SECOND },
  };
}
