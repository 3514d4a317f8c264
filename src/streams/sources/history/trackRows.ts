import { COORDINATE_SCALE, isPosition, type Instant, type Interval } from '../../../domain/base/index.ts';
import { CORE_IGNITION, IGNITION, NO_COURSE, TRACK_FLAG, type CoreColumns, type IgnitionState } from '../../../domain/telemetry/index.ts';
import { NO_COORDINATE, emptyChunk, type LastFixes, type TrackChunk } from '../replay/trackChunk.ts';
import type { CoreRows, UnitCore } from './coreRows.ts';
import { COURSE_BITS, MOVING, SPEED_BITS, degreesBits, ignitionAfter, motionBits } from './rowState.ts';

const LONG_STRETCH = 128;

/** The rows within a span that carry a position, as the replay wants them; invalid ones stay where the unit was. */
export function toChunk(rows: CoreRows, span: Interval): TrackChunk {
  const chunk = emptyChunk(span, rows.unitCount, rows.room);
  let row = 0;
  let units = 0;
  for (const unit of rows.units()) {
    const start = row;
    row = fillRows(chunk, row, unit);
    if (row === start) continue;
    chunk.unitIds[units] = unit.unitId;
    chunk.starts[units++] = start;
  }
  chunk.starts[units] = row;
  return shortened(chunk, units, row);
}

/** Writes the unit's rows into the chunk from `into` on; answers where they end there. */
function fillRows(chunk: TrackChunk, into: number, unit: UnitCore): number {
  const { marks } = unit.columns;
  const end = firstRow(unit, chunk.to);
  let start = firstRow(unit, chunk.from);
  let row = into;
  let ignition = ignitionBefore(unit, start);
  while (start < end) {
    // Marks change seldom: a stretch of equal ones is decided once, and copied column by column.
    const mark = marks[start];
    let stop = start + 1;
    while (stop < end && marks[stop] === mark) stop++;
    ignition = ignitionAfter(mark, ignition);
    if ((mark & TRACK_FLAG.hasPosition) !== 0) {
      fillStretch(chunk, row, unit, start, stop);
      if ((mark & TRACK_FLAG.valid) === 0) holdPlace(chunk, row, row + stop - start, row > into);
      fillStates(chunk.states, row, unit, start, stop, mark, ignition);
      row += stop - start;
    }
    start = stop;
  }
  return row;
}

function fillStretch(chunk: TrackChunk, into: number, { columns }: UnitCore, start: number, end: number): void {
  // Loops of one column each, in local names: twice as fast as one loop over all.
  const { from, offsets, longitudes, latitudes } = chunk;
  const { times, longitudes: eastings, latitudes: northings } = columns;
  const shift = into - start;
  for (let row = start; row < end; row++) offsets[row + shift] = times[row] - from;
  copyRows(eastings, start, end, longitudes, into);
  copyRows(northings, start, end, latitudes, into);
}

/** Long stretches as a block of memory; for short ones a view costs more than it saves. */
function copyRows(from: Int32Array, start: number, end: number, to: Int32Array, into: number): void {
  if (end - start >= LONG_STRETCH) to.set(from.subarray(start, end), into);
  else for (let row = start; row < end; row++) to[row - start + into] = from[row];
}

/** Rows without a valid place stay at the row before them, or nowhere. */
function holdPlace({ longitudes, latitudes }: TrackChunk, start: number, end: number, known: boolean): void {
  longitudes.fill(known ? longitudes[start - 1] : NO_COORDINATE, start, end);
  latitudes.fill(known ? latitudes[start - 1] : NO_COORDINATE, start, end);
}

function fillStates(states: Uint32Array, into: number, unit: UnitCore, start: number, end: number, mark: number, ignition: IgnitionState): void {
  const { speeds, courses } = unit.columns;
  const standing = motionBits(false, mark, ignition);
  const moving = motionBits(true, mark, ignition);
  const shift = into - start;
  for (let row = start; row < end; row++) {
    const speed = SPEED_BITS[speeds[row]];
    const course = courses[row];
    const heading = course === NO_COURSE ? degreesBits(courseOfWay(unit, row)) : COURSE_BITS[course];
    states[row + shift] = (speed & ~MOVING) | (speed < 0 ? moving : standing) | heading;
  }
}

/** The chunk without the room that it did not need. */
function shortened(chunk: TrackChunk, units: number, rows: number): TrackChunk {
  if (chunk.unitIds.length === units && chunk.offsets.length === rows) return chunk;
  return {
    from: chunk.from,
    to: chunk.to,
    unitIds: chunk.unitIds.slice(0, units),
    starts: chunk.starts.slice(0, units + 1),
    offsets: chunk.offsets.slice(0, rows),
    longitudes: chunk.longitudes.slice(0, rows),
    latitudes: chunk.latitudes.slice(0, rows),
    states: chunk.states.slice(0, rows),
  };
}

/** The last row of each unit at or before an instant; a row without a position tells the last known one. */
export function toLastFixes(rows: CoreRows, at: Instant): LastFixes {
  const room = rows.unitCount;
  const last = { unitIds: new Uint32Array(room), times: new Float64Array(room), longitudes: new Int32Array(room), latitudes: new Int32Array(room), states: new Uint32Array(room) };
  let count = 0;
  for (const unit of rows.units()) {
    const row = firstRow(unit, at + 1) - 1;
    if (row < 0) continue;
    const { columns } = unit;
    const place = isPlace(columns, row);
    last.unitIds[count] = unit.unitId;
    last.times[count] = columns.times[row];
    last.longitudes[count] = place ? columns.longitudes[row] : NO_COORDINATE;
    last.latitudes[count] = place ? columns.latitudes[row] : NO_COORDINATE;
    fillStates(last.states, count++, unit, row, row + 1, columns.marks[row], ignitionBefore(unit, row + 1));
  }
  return {
    unitIds: last.unitIds.slice(0, count),
    times: last.times.slice(0, count),
    longitudes: last.longitudes.slice(0, count),
    latitudes: last.latitudes.slice(0, count),
    states: last.states.slice(0, count),
  };
}

/** A tracker that sends no course points along its way to the next fix. Degrees. */
function courseOfWay({ columns: { longitudes, latitudes }, count }: UnitCore, row: number): number {
  const other = row + 1 < count ? row + 1 : row - 1;
  if (other < 0) return 0;
  const sign = other > row ? 1 : -1;
  const latitude = latitudes[row] / COORDINATE_SCALE;
  const across = (longitudes[other] - longitudes[row]) * Math.cos((latitude * Math.PI) / 180) * sign;
  const up = (latitudes[other] - latitudes[row]) * sign;
  return ((Math.atan2(across, up) * 180) / Math.PI + 360) % 360;
}

/** An invalid fix at 0, 0 is an empty one; any other tells where the unit was last seen. */
function isPlace({ longitudes, latitudes, marks }: CoreColumns, row: number): boolean {
  const valid = (marks[row] & TRACK_FLAG.valid) !== 0;
  const latitude = latitudes[row];
  const longitude = longitudes[row];
  return isPosition(latitude / COORDINATE_SCALE, longitude / COORDINATE_SCALE) && (valid || latitude !== 0 || longitude !== 0);
}

/** What the unit's rows before `row` said last of its ignition. */
function ignitionBefore({ columns: { marks } }: UnitCore, row: number): IgnitionState {
  for (let source = row - 1; source >= 0; source--) {
    if ((marks[source] & CORE_IGNITION.mask) !== CORE_IGNITION.unsaid) return ignitionAfter(marks[source], IGNITION.unknown);
  }
  return IGNITION.unknown;
}

/** The unit's first row at or after an instant. */
function firstRow({ columns: { times }, count }: UnitCore, instant: Instant): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle] < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}
