import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { failure, isPosition, success, type Result } from '../../../domain/base/index.ts';
import { IGNITION } from '../../../domain/telemetry/index.ts';
import { readLayout, readNumber, speedUnitOf, type CsvField, type CsvLayout } from './csvColumns.ts';
import { coordinateScale, readCoordinate } from './csvCoordinate.ts';
import { dateOrderOf, readTime, type DateOrder } from './csvTime.ts';
import { LeftOut, problemAt, type FileProblem, type FileProblemKey } from './fileProblem.ts';
import { isFixTime, isZeroPosition, readIgnition, type FileFix, type ParsedFile } from './trackFile.ts';

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Rows that are looked at to see how coordinates and dates are written. */
const SAMPLE = 5_000;

/**
 * Reads tracks from a table with a header. Several units come by a column that names them. Commas,
 * semicolons and tabs separate; after semicolons a decimal comma is understood. Lines that begin with `#` are
 * comments; the last of them before the header may name the units of the columns.
 */
export function readCsv(text: string, fileName: string): Result<ParsedFile, FileProblem> {
  const rows: CsvRecord[] = [];
  try {
    parse(text, {
      delimiter: separatorOf(text),
      bom: true,
      on_record: (record: string[], info) => void rows.push({ record, info }),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return failure(
      problemAt('file.notCsv', Number(error.lines ?? 1), Number(error.column ?? 0) + 1, { detail: error.code }),
    );
  }
  const start = rows.findIndex(({ record }) => !record[0].startsWith('#'));
  const header = rows.at(start);
  if (start < 0 || header === undefined) return failure(problemAt('file.noTrack', 1, 1));
  const layout = readLayout(header.record, rows[start - 1]?.record);
  if (Object.keys(layout.index).length === 0 && !isUtm(header))
    return failure({ key: 'file.unknownFormat', values: { name: fileName } });
  const missing = missingColumn(layout, header);
  if (missing !== null) return failure(missing);
  const reader = new CsvReader(layout, header.record, rows.slice(start + 1));
  return reader.read();
}

class CsvReader {
  readonly #layout: CsvLayout;
  readonly #rows: readonly CsvRecord[];
  readonly #order: DateOrder;
  readonly #scale: number;
  readonly #tracks = new Map<string, FileFix[]>();
  readonly #leftOut = new LeftOut();
  #hasUnknownSpeeds = false;

  constructor(layout: CsvLayout, header: readonly string[], rows: readonly CsvRecord[]) {
    this.#layout = layout;
    this.#rows = rows;
    const sample = rows.slice(0, SAMPLE).map(({ record }) => record);
    const dates: CsvField = layout.index.time === undefined ? 'date' : 'time';
    this.#order = dateOrderOf(sample.map((record) => this.#cell(record, dates)));
    this.#scale = coordinateScale(
      header[layout.index.latitude ?? 0],
      sample.map((record) => this.#cell(record, 'latitude')),
    );
  }

  read(): Result<ParsedFile, FileProblem> {
    for (const row of this.#rows) this.#readRow(row);
    if (this.#tracks.size === 0) return failure(this.#leftOut.problems[0] ?? problemAt('file.noTrack', 1, 1));
    const tracks = [...this.#tracks].map(([name, fixes]) => ({ name, fixes }));
    return success({ tracks, leftOut: this.#leftOut, hasUnknownSpeeds: this.#hasUnknownSpeeds, isStill: false });
  }

  #readRow({ record, info }: CsvRecord): void {
    const latitude = this.#coordinate(record, 'latitude', 'northSouth', 's');
    const longitude = this.#coordinate(record, 'longitude', 'eastWest', 'w');
    if (!isPosition(latitude, longitude)) return this.#leaveOut('file.badCoordinate', info.lines, 'latitude');
    if (isZeroPosition(latitude, longitude)) return this.#leaveOut('file.zeroPosition', info.lines, 'latitude');
    const time = this.#time(record);
    if (!isFixTime(time))
      return this.#leaveOut('file.badTime', info.lines, this.#layout.index.time === undefined ? 'clock' : 'time');
    const name = this.#cell(record, 'unit');
    const track = this.#tracks.get(name) ?? [];
    track.push({
      time,
      latitude,
      longitude,
      speed: this.#speed(record),
      course: readNumber(this.#cell(record, 'course')),
      ignition: this.#ignition(record),
    });
    this.#tracks.set(name, track);
  }

  #time(record: readonly string[]): number {
    const { time, date } = this.#layout.index;
    if (time !== undefined) return readTime(this.#cell(record, 'time'), this.#order);
    const clock = this.#cell(record, 'clock');
    return date === undefined || clock === ''
      ? Number.NaN
      : readTime(`${this.#cell(record, 'date')} ${clock} ${this.#cell(record, 'zone')}`, this.#order);
  }

  #coordinate(record: readonly string[], field: CsvField, side: CsvField, negative: string): number {
    const value = readCoordinate(this.#cell(record, field)) * this.#scale;
    return this.#cell(record, side).toLowerCase() === negative ? -value : value;
  }

  #speed(record: readonly string[]): number {
    const cell = this.#cell(record, 'speed');
    // A unit in the cell ("2.081 km/h") counts more than one in the header.
    const unit = (/[a-z]/i.test(cell) ? speedUnitOf(cell) : null) ?? this.#layout.speedUnit;
    const speed = readNumber(cell);
    if (unit === null && !Number.isNaN(speed)) this.#hasUnknownSpeeds = true;
    return speed * (unit ?? 1);
  }

  #ignition(record: readonly string[]): FileFix['ignition'] {
    return this.#layout.index.ignition === undefined ? IGNITION.unknown : readIgnition(this.#cell(record, 'ignition'));
  }

  #cell(record: readonly string[], field: CsvField): string {
    const at = this.#layout.index[field];
    return at === undefined ? '' : (record[at] ?? '');
  }

  #leaveOut(key: FileProblemKey, line: number, field: CsvField): void {
    this.#leftOut.add(key, () => ({ line, column: (this.#layout.index[field] ?? 0) + 1 }));
  }
}

const isUtm = ({ record }: CsvRecord): boolean => record.some((name) => /utm.?(east|north|zone)/i.test(name));

/** Why a table has no track: a column that there must be. */
function missingColumn({ index }: CsvLayout, header: CsvRecord): FileProblem | null {
  const missing = (name: string): FileProblem => problemAt('file.noColumn', header.info.lines, 1, { name });
  if (index.latitude === undefined && isUtm(header)) return problemAt('file.utmCoordinates', header.info.lines, 1);
  if (index.latitude === undefined) return missing('latitude');
  if (index.longitude === undefined) return missing('longitude');
  const hasTime = index.time !== undefined || (index.date !== undefined && index.clock !== undefined);
  return hasTime ? null : missing('time');
}

/** The separator that occurs most in the header. */
function separatorOf(text: string): string {
  const header = /^(?:#.*[\r\n]+)*(.*)/.exec(text)?.[1] ?? '';
  const counts = [',', ';', '\t'].map((separator) => [separator, header.split(separator).length] as const);
  return counts.toSorted((a, b) => b[1] - a[1])[0][0];
}
