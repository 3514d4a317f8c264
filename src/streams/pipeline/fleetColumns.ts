import type { Instant } from '../../domain/base/index.ts';
import type { IgnitionState, MotionState } from '../../domain/telemetry/index.ts';
import type { UnitLocation } from '../../domain/unit/index.ts';

/**
 * The instance buffer: one interleaved record a unit, read by the GPU as it lies. 10 words:
 *
 *     0,1 longitude, latitude, high part (f32)     2,3 the same, low part (f32)
 *     4,5 longitude, latitude still to go (f32)    6 start of the segment, s since the fleet's epoch (f32)
 *     7   1 / seconds of the segment (f32), 0 = stationary
 *     8   heading at start, turn still to go (2 × i16, 1/64 degree)
 *     9   motion, or HAND_SET_MARK, and for how long it idled at its fix | kind | flags | badge (4 × u8)
 *
 * At clock time t a unit is drawn at start + k · delta, k = clamp((t − t0) · (1/duration), 0, 1).
 */
export const INSTANCE_WORDS = 10;
export const INSTANCE_BYTES = INSTANCE_WORDS * 4;
/** Headings in the buffer are whole numbers of 1/64 degree. */
export const HEADING_SCALE = 64;

/**
 * Bits of the flags byte. `dimmed`: filtered away, and shown faintly all the same. The three `series` bits say which of
 * the colours of series a unit has beside others that are selected; 0 = none.
 */
export const INSTANCE_FLAGS = { hidden: 1, selected: 2, late: 4, hovered: 8, series: 0b111_0000, dimmed: 128 } as const;
/** Position of the lowest of the series bits. */
export const SERIES_SHIFT = 4;
/** Colours of series that units can be distinguished by. */
export const SERIES_COLORS = 6;

/**
 * In the place of the motion: the unit has reported no position and is drawn where it was put by hand. Follows
 * `MOTION`.
 */
export const HAND_SET_MARK = 4;

/**
 * The lowest bits of the motion byte; above them, in steps of {@link IDLE_STEP} seconds, how long the unit had idled at
 * its fix.
 */
export const MOTION_MASK = 7;
export const IDLE_SHIFT = 3;
export const IDLE_STEP = 20;
/** Steps at most: longer than idling is noticed, see `IDLING`. */
export const MOST_IDLE_STEPS = 31;

/** Part of the instance buffer that changed, in bytes; end excluded. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What a source says of one unit. Coordinates in degrees, speed km/h, course degrees. */
export interface UnitFix {
  longitude: number;
  latitude: number;
  time: Instant;
  speed: number;
  course: number;
  motion: MotionState;
  ignition: IgnitionState;
  late: boolean;
  /** Since when the unit idles; 0: it does not. */
  idleSince: Instant;
}

/**
 * The fleet as a struct of arrays. A unit keeps its slot for as long as the fleet lives;
 * `count` slots are in use. Columns are read by index; only sources and the filter write.
 */
export interface FleetColumns {
  readonly count: number;
  /** Zero of the buffer's clock; moved only by `reset`. */
  readonly epoch: Instant;
  /** Grows whenever anything changed: a cheap answer to "is there news?". */
  readonly version: number;
  /** Grows when a unit was added or the epoch moved, so the whole buffer must be sent again. */
  readonly generation: number;
  /** Grows when a unit was hidden or shown. */
  readonly visibility: number;
  readonly instances: ArrayBuffer;
  readonly ids: Uint32Array;
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
  /** Device time of the last fix, Unix ms; 0 = never reported. */
  readonly times: Float64Array;
  /** The same in seconds since the epoch, as the GPU reads it. */
  readonly seconds: Float32Array;
  readonly speeds: Float32Array;
  readonly courses: Float32Array;
  readonly motions: Uint8Array;
  readonly ignitions: Uint8Array;
  /** Since when units idle; 0: they do not. */
  readonly idleSince: Float64Array;

  /** The unit's slot, or -1. */
  slotOf(unitId: number): number;
  /** The unit's slot, making one when it has none. */
  ensure(unitId: number): number;
  /** Shape of the unit's mark (index into UNIT_KINDS). */
  setKind(slot: number, kind: number): void;
  setFlag(slot: number, flag: number, on: boolean): void;
  hasFlag(slot: number, flag: number): boolean;
  /** What is marked at the corner of the unit's mark, as the map numbers badges; 0: nothing. */
  setBadge(slot: number, badge: number): void;
  /** Where the unit was put by hand, or null. It is drawn there until it reports a position. */
  setHandPlace(slot: number, place: UnitLocation | null): void;
  /**
   * The hand-set place where the unit is drawn; null where it has reported a position, has no such place, or the past
   * is shown.
   */
  handPlaceOf(slot: number): UnitLocation | null;
  /** Live: the unit glides from where it is drawn at `now` to the fix in `seconds`. */
  report(slot: number, fix: UnitFix, now: Instant, seconds: number): void;
  /** Replay: the unit goes from one fix to the next between their times. `next` null: it is stopped. */
  segment(slot: number, from: UnitFix, next: UnitFix | null): void;
  /** Writes the drawn longitude and latitude at `now` into `out`. */
  drawnAt(slot: number, now: Instant, out: Float64Array): void;
  /** The same of all units, 1e-7 degrees, at twice the slot; `none` for units without a place. */
  drawnPlaces(now: Instant, none: number, out: Int32Array): void;
  /** Forgets all positions (not the slots) and moves the epoch. */
  reset(epoch: Instant): void;
}

/** A fleet as the sources see it: what readers have, and the means to hand over whole rows. */
export interface WritableFleet extends FleetColumns {
  /** The unit is known but has no position any more: it is hidden until its next fix. */
  forget(slot: number): void;
  /** Moves the epoch and leaves every unit where it is drawn: the buffer counts seconds in f32, which wear out. */
  rebase(epoch: Instant): void;
  /** Takes over one row as another fleet drew it (a worker's). Kind and flags stay as they are here. */
  applyRow(slot: number, rows: FleetRows, row: number): void;
}

/** Rows of another fleet as columns; see `fleetRows`. A row whose time is 0 has no position. */
export interface FleetRows {
  readonly count: number;
  /** Epoch of the start times in `words`. */
  readonly epoch: Instant;
  /** When the last of the sending fleet's segments ends. */
  readonly settlesAt: Instant;
  /** Slots in the sending fleet. */
  readonly slots: Uint32Array;
  readonly ids: Uint32Array;
  /** {@link INSTANCE_WORDS} a row. */
  readonly words: Uint32Array;
  readonly times: Float64Array;
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
  readonly speeds: Float32Array;
  readonly courses: Float32Array;
  readonly motions: Uint8Array;
  readonly ignitions: Uint8Array;
  readonly idleSince: Float64Array;
}

export type TimelineMode = 'live' | 'paused' | 'replay';

/** What views and layers get, at most once per animation frame. */
export interface FleetFrame {
  readonly instant: Instant;
  readonly mode: TimelineMode;
  readonly fleet: FleetColumns;
  /** Changed parts of the instance buffer since the previous frame; valid during the call only. */
  readonly ranges: readonly ByteRange[];
  /** True while some unit is between two fixes, so that another frame is needed. */
  readonly moving: boolean;
}
