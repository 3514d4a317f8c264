import { bearing, distance, isPosition, toStoredCoordinate, type Instant, type Interval } from '../../../domain/base/index.ts';
import { IGNITION, motionOf, packState, type IgnitionState } from '../../../domain/telemetry/index.ts';
import type { UnitRows } from '../replay/trackChunk.ts';
import type { FileProblem } from './fileProblem.ts';

/** Units of files have ids far above those that the server gives, so that both can be in one fleet. */
export const FIRST_FILE_UNIT = 4_000_000_000;

/** Start of GPS time, 6 January 1980: earlier ones are what loggers write before they know the time. */
const FIRST_TIME = Date.UTC(1980, 0, 6);

/** True for an instant at which a satellite fix can have been taken. */
export const isFixTime = (time: Instant): boolean => time >= FIRST_TIME;

/** One fix of a file, metric; NaN where the file does not say. */
export interface FileFix {
  readonly time: Instant;
  readonly latitude: number;
  readonly longitude: number;
  /** km/h */
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
  /** The first problems, at most {@link SHOWN_PROBLEMS}. */
  readonly problems: readonly FileProblem[];
  /** Fixes left out, over all. */
  readonly skipped: number;
}

/** More of the same kind help nobody. */
export const SHOWN_PROBLEMS = 100;

/** A track as a unit of the replay. */
export interface FileUnit {
  readonly unitId: number;
  readonly name: string;
  readonly rows: UnitRows;
}

/** A file ready to be played. */
export interface TrackFile {
  readonly name: string;
  readonly units: readonly FileUnit[];
  /** First fix to just after the last. */
  readonly span: Interval;
  readonly problems: readonly FileProblem[];
  readonly skipped: number;
}

/** Orders and completes the tracks of a file. Null when no track has a fix. */
export function toTrackFile(name: string, parsed: ParsedFile): TrackFile | null {
  const units = parsed.tracks
    .filter((track) => track.fixes.length > 0)
    .map((track, index) => toUnit(track, FIRST_FILE_UNIT + index, name));
  if (units.length === 0) return null;
  const from = Math.min(...units.map(({ rows }) => rows.times[0]));
  const to = Math.max(...units.map(({ rows }) => rows.times[rows.times.length - 1])) + 1;
  return { name, units, span: { from, to }, problems: parsed.problems, skipped: parsed.skipped };
}

function toUnit(track: FileTrack, unitId: number, fileName: string): FileUnit {
  const ordered = track.fixes.toSorted((a, b) => a.time - b.time);
  const fixes = ordered.filter((fix, index) => index === 0 || fix.time !== ordered[index - 1].time);
  const rows: UnitRows = {
    unitId,
    times: Float64Array.from(fixes, (fix) => fix.time),
    longitudes: Int32Array.from(fixes, (fix) => toStoredCoordinate(fix.longitude)),
    latitudes: Int32Array.from(fixes, (fix) => toStoredCoordinate(fix.latitude)),
    states: Uint32Array.from(fixes, (_, index) => stateAt(fixes, index)),
  };
  return { unitId, name: track.name === '' ? fileName : track.name, rows };
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
