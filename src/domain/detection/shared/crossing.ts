import { distance, SECOND, CROSSING, type Instant } from '../../base/index.ts';
import type { ShapeProbe } from '../../geometry/index.ts';

/** A usable fix as crossings see it. Plain data; whoever feeds them may fill one object again and again. */
export interface ZoneFix {
  /** −1 where there was none yet. */
  time: Instant;
  latitude: number;
  longitude: number;
  /** Metres that a single fix has to be beyond an edge to prove a crossing. */
  margin: number;
  /** km/h, −1 when not sent. */
  speed: number;
}

export const createZoneFix = (): ZoneFix => ({ time: -1, latitude: 0, longitude: 0, margin: 0, speed: -1 });

/** Metres that a fix of this accuracy (NaN: unknown) has to be beyond an edge (domain reference, 7.1). */
export const marginOf = (accuracy: number): number => (accuracy > CROSSING.margin ? accuracy : CROSSING.margin);

/**
 * Where a unit is with regard to one zone. `entering`: its last fix is inside, less than the margin; `leaving`: its
 * last fix is outside, less than the margin. Both wait for the next fix.
 */
type CrossingPhase = 'unknown' | 'outside' | 'entering' | 'inside' | 'leaving';

/**
 * A unit and one zone, as plain data that survives JSON; what belongs to a stay counts from `entering` to `leaving`.
 */
export interface Crossing {
  phase: CrossingPhase;
  entered: Instant;
  /** False where the first fix of all was inside: it may have come at any time before. */
  isEntrySeen: boolean;
  entryLatitude: number;
  entryLongitude: number;
  /** When it left, and where; while `leaving` if the next fix confirms it. */
  left: Instant;
  leftLatitude: number;
  leftLongitude: number;
  /** Metres driven inside, up to the last fix inside or to where it left. */
  distance: number;
  /** Metres since then, while `leaving`. */
  beyond: number;
  /** km/h, the highest of the fixes inside; −1 where none had a speed. */
  maximumSpeed: number;
  /** The fix before `entering`, where it was clearly outside: a pass with one shallow fix goes from there. */
  isFromOutside: boolean;
  fromLatitude: number;
  fromLongitude: number;
}

export const createCrossing = (): Crossing => ({
  phase: 'unknown',
  entered: -1,
  isEntrySeen: true,
  entryLatitude: 0,
  entryLongitude: 0,
  left: -1,
  leftLatitude: 0,
  leftLongitude: 0,
  distance: 0,
  beyond: 0,
  maximumSpeed: -1,
  isFromOutside: false,
  fromLatitude: 0,
  fromLongitude: 0,
});

/** What a fix showed: `passed` is an entry and an exit in one, with no fix that proves either by itself. */
export type CrossingStep = 'none' | 'began' | 'entered' | 'left' | 'passed';

/** Metres outside by which a point still counts as on the edge: figures of seven decimals are that exact. */
const EDGE = 0.02;

/**
 * Takes the next fix of a unit, `last` being the one before, and says what it showed of the zone. Entry is confirmed by
 * two fixes inside in a row, or one that is the margin inside; exit likewise. The first fix of all sets the state
 * (`began`). Times and places are where the straight line between two fixes crosses the edge, if no more than
 * {@link CROSSING.gap} is between them. A line that goes through with no fix to prove it is a pass, if it leads
 * from clearly outside to clearly outside. Domain reference, 7.1.
 */
export function stepCrossing(
  probe: Pick<ShapeProbe, 'depth' | 'insideOf'>,
  crossing: Crossing,
  last: ZoneFix,
  fix: ZoneFix,
): CrossingStep {
  const depth = probe.depth(fix.latitude, fix.longitude, fix.margin);
  const isInside = depth >= -EDGE;
  switch (crossing.phase) {
    case 'unknown':
      if (!isInside) crossing.phase = 'outside';
      else beginStay(crossing, fix);
      return isInside ? 'began' : 'none';
    case 'outside':
      if (isInside) return enter(probe, crossing, last, fix, depth >= fix.margin);
      return depth <= -fix.margin && isPass(last.latitude, last.longitude, last, fix)
        ? pass(probe, crossing, last, fix)
        : 'none';
    case 'entering':
      return isInside ? confirm(crossing, last, fix) : turnBack(probe, crossing, last, fix, depth <= -fix.margin);
    case 'inside':
      if (isInside) stay(crossing, distanceOf(last, fix), fix);
      else return leave(probe, crossing, last, fix, depth <= -fix.margin);
      return 'none';
    case 'leaving':
      if (!isInside) return settle(crossing, 'left');
      crossing.phase = 'inside';
      stay(crossing, crossing.beyond + distanceOf(last, fix), fix);
      return 'none';
  }
}

/** True where the fix is in the zone or on its edge. */
export const isWithin = (probe: Pick<ShapeProbe, 'depth'>, fix: ZoneFix): boolean =>
  probe.depth(fix.latitude, fix.longitude, fix.margin) >= -EDGE;

/** Takes a fix of which it is known that it is inside, as the one before was: what {@link stepCrossing} would do. */
export function stayInside(crossing: Crossing, last: ZoneFix, fix: ZoneFix): void {
  stay(crossing, distanceOf(last, fix), fix);
}

const distanceOf = (a: ZoneFix, b: ZoneFix): number => distance(a.latitude, a.longitude, b.latitude, b.longitude);
const isShort = (last: ZoneFix, fix: ZoneFix): boolean =>
  last.time >= 0 && fix.time - last.time <= CROSSING.gap * SECOND;

/** Begins a stay at a fix, as the first fix of all does. */
export function beginStay(crossing: Crossing, fix: ZoneFix): void {
  crossing.phase = 'inside';
  crossing.isEntrySeen = false;
  crossing.isFromOutside = false;
  crossing.entered = fix.time;
  crossing.entryLatitude = fix.latitude;
  crossing.entryLongitude = fix.longitude;
  crossing.left = -1;
  crossing.distance = 0;
  crossing.beyond = 0;
  crossing.maximumSpeed = fix.speed;
}

function enter(
  probe: Pick<ShapeProbe, 'depth' | 'insideOf'>,
  crossing: Crossing,
  last: ZoneFix,
  fix: ZoneFix,
  isDeep: boolean,
): CrossingStep {
  beginStay(crossing, fix);
  crossing.isEntrySeen = true;
  if (isShort(last, fix)) {
    const spans = probe.insideOf(last.latitude, last.longitude, fix.latitude, fix.longitude);
    // It ends inside: the last part is the one that it is still in.
    noteEntry(crossing, last, fix, spans.length > 0 ? spans[spans.length - 2] : 1);
    crossing.isFromOutside = isClear(probe, last);
    crossing.fromLatitude = last.latitude;
    crossing.fromLongitude = last.longitude;
  }
  if (isDeep) return 'entered';
  crossing.phase = 'entering';
  return 'none';
}

function noteEntry(crossing: Crossing, last: ZoneFix, fix: ZoneFix, share: number): void {
  crossing.entered = timeAt(last, fix, share);
  crossing.entryLatitude = last.latitude + (fix.latitude - last.latitude) * share;
  crossing.entryLongitude = longitudeAt(last, fix, share);
  crossing.distance = distanceOf(last, fix) * (1 - share);
}

function noteExit(crossing: Crossing, last: ZoneFix, fix: ZoneFix, share: number): void {
  crossing.left = timeAt(last, fix, share);
  crossing.leftLatitude = last.latitude + (fix.latitude - last.latitude) * share;
  crossing.leftLongitude = longitudeAt(last, fix, share);
}

/** Whole milliseconds: what is stored compares equal. */
const timeAt = (last: ZoneFix, fix: ZoneFix, share: number): Instant =>
  Math.round(last.time + (fix.time - last.time) * share);

function longitudeAt(last: ZoneFix, fix: ZoneFix, share: number): number {
  const across = fix.longitude - last.longitude;
  const longitude = last.longitude + (across - 360 * Math.round(across / 360)) * share;
  return longitude - 360 * Math.round(longitude / 360);
}

function confirm(crossing: Crossing, last: ZoneFix, fix: ZoneFix): CrossingStep {
  crossing.phase = 'inside';
  crossing.isFromOutside = false;
  stay(crossing, distanceOf(last, fix), fix);
  return 'entered';
}

function stay(crossing: Crossing, metres: number, { speed }: ZoneFix): void {
  crossing.left = -1;
  crossing.distance += metres;
  crossing.beyond = 0;
  if (speed > crossing.maximumSpeed) crossing.maximumSpeed = speed;
}

function leave(
  probe: Pick<ShapeProbe, 'insideOf'>,
  crossing: Crossing,
  last: ZoneFix,
  fix: ZoneFix,
  isDeep: boolean,
): CrossingStep {
  exitOn(probe, crossing, last, fix);
  if (isDeep) return settle(crossing, 'left');
  crossing.phase = 'leaving';
  return 'none';
}

/** The exit on the way from the last fix inside: where it leaves for the first time, or, after a silence, that fix. */
function exitOn(probe: Pick<ShapeProbe, 'insideOf'>, crossing: Crossing, last: ZoneFix, fix: ZoneFix): void {
  const spans = isShort(last, fix)
    ? probe.insideOf(last.latitude, last.longitude, fix.latitude, fix.longitude)
    : NO_SPANS;
  const share = spans.length > 0 && spans[0] <= STARTS ? spans[1] : 0;
  const metres = distanceOf(last, fix);
  noteExit(crossing, last, fix, share);
  crossing.distance += metres * share;
  crossing.beyond = metres * (1 - share);
}

const NO_SPANS: readonly number[] = [];
/** A part that begins so near to a fix begins at it. */
const STARTS = 1e-6;

function settle(crossing: Crossing, step: CrossingStep): CrossingStep {
  crossing.phase = 'outside';
  crossing.isFromOutside = false;
  return step;
}

/**
 * One fix inside, less than the margin, and then outside again: a pass where it came from the other side, else nothing.
 */
function turnBack(
  probe: Pick<ShapeProbe, 'insideOf'>,
  crossing: Crossing,
  last: ZoneFix,
  fix: ZoneFix,
  isClearNow: boolean,
): CrossingStep {
  const { isFromOutside, fromLatitude, fromLongitude } = crossing;
  const hasPassed = isFromOutside && isClearNow && isPass(fromLatitude, fromLongitude, last, fix);
  if (hasPassed) exitOn(probe, crossing, last, fix);
  return settle(crossing, hasPassed ? 'passed' : 'none');
}

const isClear = (probe: Pick<ShapeProbe, 'depth'>, last: ZoneFix): boolean =>
  last.time >= 0 && probe.depth(last.latitude, last.longitude, last.margin) <= -last.margin;

/** A unit that comes back to where it was did not pass: fixes at a parking wander over an edge and back. */
const isPass = (fromLatitude: number, fromLongitude: number, last: ZoneFix, fix: ZoneFix): boolean =>
  isShort(last, fix) &&
  distance(fromLatitude, fromLongitude, fix.latitude, fix.longitude) >= 2 * Math.max(last.margin, fix.margin);

function pass(
  probe: Pick<ShapeProbe, 'depth' | 'insideOf'>,
  crossing: Crossing,
  last: ZoneFix,
  fix: ZoneFix,
): CrossingStep {
  const spans = probe.insideOf(last.latitude, last.longitude, fix.latitude, fix.longitude);
  if (spans.length === 0 || !isClear(probe, last)) return 'none';
  beginStay(crossing, fix);
  crossing.isEntrySeen = true;
  const [from, to] = [spans[0], spans[spans.length - 1]];
  noteEntry(crossing, last, fix, from);
  noteExit(crossing, last, fix, to);
  crossing.distance = distanceOf(last, fix) * (to - from);
  crossing.maximumSpeed = -1;
  return settle(crossing, 'passed');
}
