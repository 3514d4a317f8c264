import { SPEED_SCALE } from '../../../domain/base/index.ts';
import {
  CORE_IGNITION,
  IGNITION,
  MOTION,
  MOVING_SPEED,
  NO_COURSE,
  NO_SPEED,
  TRACK_FLAG,
  motionOf,
  packState,
  type IgnitionState,
} from '../../../domain/telemetry/index.ts';

/**
 * The packed state of a stored row, by parts that are looked up: rows are many, their speeds and courses
 * few. The tables are made by `packState` and `motionOf` themselves, so that they cannot say otherwise.
 * A state is a speed's bits, a course's bits and the motion's bits together.
 */
const STORED = 0x10000;

/** Set in {@link SPEED_BITS} where the speed is one of moving; no bit of a state. */
export const MOVING = 1 << 31;

/** By stored speed. */
export const SPEED_BITS = Int32Array.from({ length: STORED }, (_, stored) => {
  const speed = stored === NO_SPEED ? 0 : stored / SPEED_SCALE;
  const moving = motionOf(true, speed, IGNITION.unknown) === MOTION.moving;
  return packState(speed, 0, 0, 0, false) | (moving ? MOVING : 0);
});

/** By stored course; nothing where none was sent. */
export const COURSE_BITS = Int32Array.from({ length: STORED }, (_, stored) =>
  stored === NO_COURSE ? 0 : degreesBits(stored / 10),
);

/** The bits of a course in degrees. */
export function degreesBits(degrees: number): number {
  return packState(0, degrees, 0, 0, false);
}

/** The bits of motion, ignition and lateness of a row with these marks, when its speed is one of moving or not. */
export function motionBits(moving: boolean, mark: number, ignition: IgnitionState): number {
  const motion = motionOf((mark & TRACK_FLAG.valid) !== 0, moving ? MOVING_SPEED : 0, ignition);
  return packState(0, 0, motion, ignition, (mark & TRACK_FLAG.late) !== 0);
}

/** Between messages that say the ignition it stays as it was. */
export function ignitionAfter(mark: number, before: IgnitionState): IgnitionState {
  const said = mark & CORE_IGNITION.mask;
  if (said === CORE_IGNITION.unsaid) return before;
  return said === CORE_IGNITION.on ? IGNITION.on : IGNITION.off;
}
