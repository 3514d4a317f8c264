import { COORDINATE_SCALE, IDLING, isPosition, type Instant, type Interval } from '../../../domain/base/index.ts';
import {
  CORE_IGNITION,
  IGNITION,
  NO_COURSE,
  TRACK_FLAG,
  withIdleTime,
  type CoreColumns,
  type CoreFields,
  type CoreOffsets,
  type CoreRows,
  type IgnitionState,
  type UnitCore,
} from '../../../domain/telemetry/index.ts';
import { CoreFilter, needQuality, refuseZeros, type FilterSettings } from '../../../domain/detection/index.ts';
import { NO_COORDINATE, emptyChunk, type LastFixes, type TrackChunk } from '../replay/trackChunk.ts';
import { COURSE_BITS, MOVING, SPEED_BITS, degreesBits, ignitionAfter, motionBits } from './rowState.ts';

const LONG_STRETCH = 128;

/** The rows of one unit, in order of time: the first `count` of the columns. */
interface Rows {
  readonly fields: CoreFields;
  readonly count: number;
  /** Degrees of the way to the last row, from the row before it: known before anything moves. */
  readonly lastCourse: number;
}

type Spare = Pick<CoreFields, 'speeds' | 'courses' | 'marks'>;

/** Rows on their way into a chunk: those from `start` up to `end`. */
interface Source extends Rows {
  readonly start: number;
  readonly end: number;
  /** Brings times and places of rows from `start` up to `end` to the chunk's rows from `into` on. */
  move(into: number, start: number, end: number): void;
}

/** Filters of the units whose rows are filtered one by one; those of others are as nobody touched them. */
export type FilteredUnits = ReadonlyMap<number, FilterSettings>;

const NO_UNITS: FilteredUnits = new Map();

/**
 * The rows within a span that carry a position, as the replay wants them; invalid ones, and those that the
 * filters refuse, stay where the unit was.
 */
export function toChunk(rows: CoreRows, span: Interval, filtered: FilteredUnits = NO_UNITS): TrackChunk {
  const unitIds = rows.unitIds();
  const chunk = emptyChunk(span, unitIds.length, rows.room);
  let spare = spareColumns(0);
  let row = 0;
  let units = 0;
  for (const unitId of unitIds) {
    const start = row;
    const room = rows.roomOf(unitId);
    if (spare.marks.length < room) spare = spareColumns(room);
    const placed = columnsWithin(chunk, row, room, spare);
    const settings = filtered.get(unitId);
    const isPlaced = settings === undefined && rows.readInto(unitId, span, placed);
    const source = isPlaced
      ? placedRows(chunk, row, room, placed)
      : sortedRows(chunk, readFiltered(rows, unitId, settings));
    row = fillRows(chunk, row, source);
    if (row === start) continue;
    chunk.unitIds[units] = unitId;
    chunk.starts[units++] = start;
  }
  chunk.starts[units] = row;
  return shortened(chunk, units, row);
}

/** The unit's rows in order, with the marks of validity that the filters leave them. */
function readFiltered(rows: CoreRows, unitId: number, settings: FilterSettings | undefined): UnitCore {
  const unit = rows.read(unitId);
  const { columns, count } = unit;
  if (settings) new CoreFilter(settings).apply(unit, needQuality(settings) ? rows.readQuality(unitId) : null);
  else refuseZeros(columns.longitudes, columns.latitudes, columns.marks, count);
  return unit;
}

/** The columns that a chunk keeps as states. They hold one unit at a time, and so stay in the processor's caches. */
function spareColumns(rows: number): Spare {
  return { speeds: new Int32Array(rows), courses: new Int32Array(rows), marks: new Int32Array(rows) };
}

/** The chunk's own memory from a row on as columns to read a unit into; what a chunk has not, in `spare`. */
function columnsWithin(
  { offsets, longitudes, latitudes }: TrackChunk,
  row: number,
  count: number,
  spare: Spare,
): CoreOffsets {
  return {
    offsets: new Int32Array(offsets.buffer, offsets.byteOffset + row * offsets.BYTES_PER_ELEMENT, count),
    longitudes: longitudes.subarray(row, row + count),
    latitudes: latitudes.subarray(row, row + count),
    ...spare,
  };
}

/** Rows that were read into the chunk from `first` on: they move only where others before them are left out. */
function placedRows(
  { offsets, longitudes, latitudes }: TrackChunk,
  first: number,
  count: number,
  fields: CoreFields,
): Source {
  refuseZeros(fields.longitudes, fields.latitudes, fields.marks, count);
  return {
    fields,
    count,
    lastCourse: courseOfTravel(fields, count - 1, count),
    start: 0,
    end: count,
    move(into, start, end) {
      if (into === first + start) return;
      for (const column of [offsets, longitudes, latitudes]) column.copyWithin(into, first + start, first + end);
    },
  };
}

function sortedRows({ from, to, offsets, longitudes, latitudes }: TrackChunk, unit: UnitCore): Source {
  const { times, longitudes: eastings, latitudes: northings } = unit.columns;
  return {
    ...rowsOf(unit),
    start: firstRow(unit, from),
    end: firstRow(unit, to),
    move(into, start, end) {
      for (let row = start; row < end; row++) offsets[into + row - start] = times[row] - from;
      copyRows(eastings, start, end, longitudes, into);
      copyRows(northings, start, end, latitudes, into);
    },
  };
}

const rowsOf = ({ columns, count }: UnitCore): Rows => ({
  fields: columns,
  count,
  lastCourse: courseOfTravel(columns, count - 1, count),
});

/** Long stretches as a block of memory; for short ones a view costs more than it saves. */
function copyRows(from: Int32Array, start: number, end: number, to: Int32Array, into: number): void {
  if (end - start >= LONG_STRETCH) to.set(from.subarray(start, end), into);
  else for (let row = start; row < end; row++) to[row - start + into] = from[row];
}

/** Brings a unit's rows into the chunk from `into` on; answers where they end there. */
function fillRows(chunk: TrackChunk, into: number, source: Source): number {
  const { marks } = source.fields;
  const { end } = source;
  let { start } = source;
  let row = into;
  let ignition = ignitionBefore(marks, start);
  while (start < end) {
    // Marks change seldom: a stretch of equal ones is decided once.
    const mark = marks[start];
    let stop = start + 1;
    while (stop < end && marks[stop] === mark) stop++;
    ignition = ignitionAfter(mark, ignition);
    if ((mark & TRACK_FLAG.hasPosition) !== 0) {
      // First, as courses may be those of the segment between rows where these lie.
      fillStates(chunk.states, row, source, start, stop, mark, ignition);
      source.move(row, start, stop);
      if ((mark & TRACK_FLAG.valid) === 0) holdPlace(chunk, row, row + stop - start, row > into);
      row += stop - start;
    }
    start = stop;
  }
  return row;
}

/** Rows without a valid place stay at the row before them, or nowhere. */
function holdPlace({ longitudes, latitudes }: TrackChunk, start: number, end: number, known: boolean): void {
  longitudes.fill(known ? longitudes[start - 1] : NO_COORDINATE, start, end);
  latitudes.fill(known ? latitudes[start - 1] : NO_COORDINATE, start, end);
}

function fillStates(
  states: Uint32Array,
  into: number,
  rows: Rows,
  start: number,
  end: number,
  mark: number,
  ignition: IgnitionState,
): void {
  const { speeds, courses } = rows.fields;
  // 32-bit from the start: otherwise every row pays for a change of representation.
  const stopped = motionBits(false, mark, ignition) | 0;
  const moving = motionBits(true, mark, ignition) | 0;
  const shift = into - start;
  let unsent = false;
  for (let row = start; row < end; row++) {
    const speed = SPEED_BITS[speeds[row]];
    const course = courses[row];
    states[row + shift] = (speed & ~MOVING) | (speed < 0 ? moving : stopped) | COURSE_BITS[course];
    unsent ||= course === NO_COURSE;
  }
  if (unsent) pointAlong(states, into, rows, start, end);
}

/** A tracker that sends no course points along its way to the next fix. */
function pointAlong(
  states: Uint32Array,
  into: number,
  { fields, count, lastCourse }: Rows,
  start: number,
  end: number,
): void {
  for (let row = start; row < end; row++) {
    if (fields.courses[row] !== NO_COURSE) continue;
    states[row - start + into] |= degreesBits(row + 1 === count ? lastCourse : courseOfTravel(fields, row, count));
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

/**
 * The last row of each unit at or before an instant; a row without a position says the last known one, and one
 * whose fix is refused the last valid one that is known.
 */
export function toLastFixes(rows: CoreRows, at: Instant, filtered: FilteredUnits = NO_UNITS): LastFixes {
  const unitIds = rows.unitIds();
  const room = unitIds.length;
  const last = {
    unitIds: new Uint32Array(room),
    times: new Float64Array(room),
    longitudes: new Int32Array(room),
    latitudes: new Int32Array(room),
    states: new Uint32Array(room),
  };
  let count = 0;
  for (const unitId of unitIds) {
    const settings = filtered.get(unitId);
    const unit = readFiltered(rows, unitId, settings);
    const row = lastSpokenRow(unit, at);
    if (row < 0) continue;
    const { columns } = unit;
    const stand = settings ? lastValidRow(columns, row) : row;
    const place = stand >= 0 && isPlace(columns, stand);
    last.unitIds[count] = unitId;
    last.times[count] = columns.times[row];
    last.longitudes[count] = place ? columns.longitudes[stand] : NO_COORDINATE;
    last.latitudes[count] = place ? columns.latitudes[stand] : NO_COORDINATE;
    const ignition = ignitionBefore(columns.marks, row + 1);
    fillStates(last.states, count, rowsOf(unit), row, row + 1, columns.marks[row], ignition);
    last.states[count] = withIdleTime(last.states[count], idlingBefore(columns, row), columns.times[row]);
    count++;
  }
  return {
    unitIds: last.unitIds.slice(0, count),
    times: last.times.slice(0, count),
    longitudes: last.longitudes.slice(0, count),
    latitudes: last.latitudes.slice(0, count),
    states: last.states.slice(0, count),
  };
}

/** Along the way to the next row, or from the one before; 0 where there is none. Degrees. */
function courseOfTravel({ longitudes, latitudes }: CoreFields, row: number, count: number): number {
  const other = row + 1 < count ? row + 1 : row - 1;
  if (other < 0) return 0;
  const sign = other > row ? 1 : -1;
  const latitude = latitudes[row] / COORDINATE_SCALE;
  const across = (longitudes[other] - longitudes[row]) * Math.cos((latitude * Math.PI) / 180) * sign;
  const up = (latitudes[other] - latitudes[row]) * sign;
  return ((Math.atan2(across, up) * 180) / Math.PI + 360) % 360;
}

/** An invalid fix at 0, 0 is an empty one; any other says where the unit was last seen. */
function isPlace({ longitudes, latitudes, marks }: CoreColumns, row: number): boolean {
  const valid = (marks[row] & TRACK_FLAG.valid) !== 0;
  const latitude = latitudes[row];
  const longitude = longitudes[row];
  return (
    isPosition(latitude / COORDINATE_SCALE, longitude / COORDINATE_SCALE) &&
    (valid || latitude !== 0 || longitude !== 0)
  );
}

/** What the unit's rows before `row` said last of its ignition. */
function ignitionBefore(marks: Int32Array, row: number): IgnitionState {
  for (let source = row - 1; source >= 0; source--) {
    if ((marks[source] & CORE_IGNITION.mask) !== CORE_IGNITION.unsaid)
      return ignitionAfter(marks[source], IGNITION.unknown);
  }
  return IGNITION.unknown;
}

/** Since when a unit that idles in this row has done so, as far as its rows go. */
function idlingBefore({ times, speeds, marks }: CoreColumns, row: number): Instant {
  let since = times[row];
  for (let source = row; source >= 0; source--) {
    const said = marks[source] & CORE_IGNITION.mask;
    const isBroken = source < row && times[source + 1] - times[source] > IDLING.longestSilence;
    if (isBroken || SPEED_BITS[speeds[source]] < 0 || (said !== CORE_IGNITION.unsaid && said !== CORE_IGNITION.on))
      break;
    if (said === CORE_IGNITION.on) since = times[source];
  }
  return since;
}

/** The last row at or before the instant. */
const lastSpokenRow = (unit: UnitCore, at: Instant): number => firstRow(unit, at + 1) - 1;

/** The last row up to this one whose fix is valid, or −1. */
function lastValidRow({ marks }: CoreColumns, from: number): number {
  let row = from;
  while (row >= 0 && (marks[row] & TRACK_FLAG.valid) === 0) row--;
  return row;
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
