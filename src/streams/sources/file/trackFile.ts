import {
  bearing,
  distance,
  isPosition,
  toStoredCoordinate,
  type Instant,
  type Interval,
} from '../../../domain/base/index.ts';
import { IGNITION, MOTION, motionOf, packState, type IgnitionState } from '../../../domain/telemetry/index.ts';
import type { UnitRows } from '../replay/trackChunk.ts';
import type { FileProblem, LeftOut, LeftOutReason } from './fileProblem.ts';

/** Units of files have ids far above those that the server gives, so that both can be in one fleet. */
export const FIRST_FILE_UNIT = 4_000_000_000;

/** Start of GPS time, 6 January 1980: earlier ones are what loggers write before they know the time. */
const FIRST_TIME = Date.UTC(1980, 0, 6);

/** True for an instant at which a satellite fix can have been taken. */
export const isFixTime = (time: Instant): boolean => time >= FIRST_TIME;

/** True of exactly 0°, 0°: what receivers write before they know where they are. */
export const isZeroPosition = (latitude: number, longitude: number): boolean => latitude === 0 && longitude === 0;

/** One fix of a file, metric; NaN where the file does not say. */
export interface FileFix {
  readonly time: Instant;
  readonly latitude: number;
  readonly longitude: number;
  /** km/h, or of a unit that is not known yet. */
  readonly speed: number;
  readonly course: number;
  readonly ignition: IgnitionState;
}

/** One track of a file as it was read, in the file's order. */
export interface FileTrack {
  readonly name: string;
  readonly fixes: readonly FileFix[];
}

/** What was read: the tracks, and what had to be left out. */
export interface ParsedFile {
  readonly tracks: readonly FileTrack[];
  readonly leftOut: LeftOut;
  /** The speeds are in a unit that the file does not name, all in the same. */
  readonly hasUnknownSpeeds: boolean;
  /** No point has a time: what is there is the point's place in the order. */
  readonly isStill: boolean;
}

/** A track as a unit of the replay. */
interface FileUnit {
  readonly unitId: number;
  readonly name: string;
  readonly rows: UnitRows;
  /** Of a track without times the whole line, whose end alone is in `rows`; null where the rows are the line. */
  readonly line: UnitRows | null;
}

/** A file ready to be played. */
export interface TrackFile {
  readonly name: string;
  readonly units: readonly FileUnit[];
  /** First fix to just after the last. */
  readonly span: Interval;
  /** No point has a time: the lines are drawn, and nothing moves. */
  readonly isStill: boolean;
  /** The first fixes that were left out, with their places in the file. */
  readonly problems: readonly FileProblem[];
  /** Fixes left out, over all, and by reason. */
  readonly skipped: number;
  readonly reasons: readonly LeftOutReason[];
}

/**
 * Orders and completes the tracks of a file, whose speeds are in `speedUnit` km/h; those without times stand at `at`.
 * Null when no track has a fix.
 */
export function toTrackFile(
  name: string,
  { tracks, leftOut, isStill }: ParsedFile,
  speedUnit: number,
  at: Instant,
): TrackFile | null {
  const units = tracks
    .filter((track) => track.fixes.length > 0)
    .map((track, index) => toUnit(track, FIRST_FILE_UNIT + index, name, speedUnit, leftOut))
    .map((unit) => (isStill ? stillUnit(unit, at) : unit));
  if (units.length === 0) return null;
  const from = Math.min(...units.map(({ rows }) => rows.times[0]));
  const to = Math.max(...units.map(({ rows }) => rows.times[rows.times.length - 1])) + 1;
  const reasons = leftOut.reasons();
  return {
    name,
    units,
    span: { from, to },
    isStill,
    problems: leftOut.problems,
    skipped: reasons.reduce((sum, { count }) => sum + count, 0),
    reasons,
  };
}

function toUnit(track: FileTrack, unitId: number, fileName: string, speedUnit: number, leftOut: LeftOut): FileUnit {
  const ordered = track.fixes.toSorted((a, b) => a.time - b.time);
  const fixes: FileFix[] = [];
  for (const fix of ordered) {
    const before = fixes.at(-1);
    if (before?.time !== fix.time) fixes.push(speedUnit === 1 ? fix : { ...fix, speed: fix.speed * speedUnit });
    // The same fix again is no loss; of two places at one instant the first is kept.
    else if (before.latitude !== fix.latitude || before.longitude !== fix.longitude) leftOut.count('file.sameTime', 1);
  }
  const rows: UnitRows = {
    unitId,
    times: Float64Array.from(fixes, (fix) => fix.time),
    longitudes: Int32Array.from(fixes, (fix) => toStoredCoordinate(fix.longitude)),
    latitudes: Int32Array.from(fixes, (fix) => toStoredCoordinate(fix.latitude)),
    states: Uint32Array.from(fixes, (_, index) => stateAt(fixes, index)),
  };
  return { unitId, name: track.name === '' ? fileName : track.name, rows, line: null };
}

/** A unit that is at the end of its line. */
function stillUnit(unit: FileUnit, at: Instant): FileUnit {
  const { rows } = unit;
  const last = rows.times.length - 1;
  const end: UnitRows = {
    unitId: rows.unitId,
    times: Float64Array.of(at),
    longitudes: Int32Array.of(rows.longitudes[last]),
    latitudes: Int32Array.of(rows.latitudes[last]),
    states: Uint32Array.of(packState(0, 0, MOTION.parked, IGNITION.unknown, false)),
  };
  return { ...unit, rows: end, line: { ...rows, times: Float64Array.from(rows.times, () => at) } };
}

/** Speed and course as the file says, else as the way to the next fix says. */
function stateAt(fixes: readonly FileFix[], index: number): number {
  const fix = fixes[index];
  const [a, b] = index + 1 < fixes.length ? [fix, fixes[index + 1]] : [fixes[Math.max(0, index - 1)], fix];
  const seconds = (b.time - a.time) / 1_000;
  const metres = distance(a.latitude, a.longitude, b.latitude, b.longitude);
  const course = Number.isNaN(fix.course) ? bearing(a.latitude, a.longitude, b.latitude, b.longitude) : fix.course;
  const speed = Number.isNaN(fix.speed) ? (seconds > 0 ? (metres / seconds) * 3.6 : 0) : fix.speed;
  const motion = motionOf(isPosition(fix.latitude, fix.longitude), speed, fix.ignition);
  return packState(speed, course, motion, fix.ignition, false);
}

/** Ignition as files write it. */
export function readIgnition(text: string): IgnitionState {
  if (/^(1|on|true|yes)$/i.test(text)) return IGNITION.on;
  return /^(0|off|false|no)$/i.test(text) ? IGNITION.off : IGNITION.unknown;
}
