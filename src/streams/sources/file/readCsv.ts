import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { failure, isPosition, success, type Result } from '../../../domain/base/index.ts';
import { IGNITION } from '../../../domain/telemetry/index.ts';
import { readLayout, readNumber, readTime, speedUnitOf, type CsvField, type CsvLayout } from './csvColumns.ts';
import { problemAt, type FileProblem } from './fileProblem.ts';
import { SHOWN_PROBLEMS, isFixTime, readIgnition, type FileFix, type ParsedFile } from './trackFile.ts';

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads tracks from a table with a header. Several units come by a column that names them. Commas,
 * semicolons and tabs separate; after semicolons a decimal comma is understood.
 */
export function readCsv(text: string): Result<ParsedFile, FileProblem> {
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
    return failure(problemAt('file.notCsv', Number(error.lines ?? 1), Number(error.column ?? 0) + 1, { detail: error.code }));
  }
  const [header, ...records] = rows;
  if (header === undefined) return failure(problemAt('file.noTrack', 1, 1));
  const layout = readLayout(header.record);
  const missing = missingColumn(layout);
  if (missing !== null) return failure(problemAt('file.noColumn', header.info.lines, 1, { name: missing }));
  const reader = new CsvReader(layout);
  for (const record of records) reader.read(record);
  return reader.result();
}

class CsvReader {
  readonly #layout: CsvLayout;
  readonly #tracks = new Map<string, FileFix[]>();
  readonly #problems: FileProblem[] = [];
  #skipped = 0;

  constructor(layout: CsvLayout) {
    this.#layout = layout;
  }

  read({ record, info }: CsvRecord): void {
    const latitude = this.#coordinate(record, 'latitude', 'northSouth', 's');
    const longitude = this.#coordinate(record, 'longitude', 'eastWest', 'w');
    if (!isPosition(latitude, longitude)) {
      this.#leaveOut(problemAt('file.badCoordinate', info.lines, this.#column('latitude')));
      return;
    }
    const time = this.#time(record);
    if (!isFixTime(time)) {
      this.#leaveOut(problemAt('file.badTime', info.lines, this.#column(this.#layout.index.time === undefined ? 'clock' : 'time')));
      return;
    }
    const name = this.#cell(record, 'unit');
    const track = this.#tracks.get(name) ?? [];
    track.push({ time, latitude, longitude, speed: this.#speed(record), course: readNumber(this.#cell(record, 'course')), ignition: this.#ignition(record) });
    this.#tracks.set(name, track);
  }

  result(): Result<ParsedFile, FileProblem> {
    if (this.#tracks.size === 0) return failure(this.#problems[0] ?? problemAt('file.noTrack', 1, 1));
    const tracks = [...this.#tracks].map(([name, fixes]) => ({ name, fixes }));
    return success({ tracks, problems: this.#problems, skipped: this.#skipped });
  }

  #time(record: readonly string[]): number {
    const { time, date } = this.#layout.index;
    if (time !== undefined) return readTime(this.#cell(record, 'time'));
    const clock = this.#cell(record, 'clock');
    return date === undefined || clock === '' ? Number.NaN : readTime(`${this.#cell(record, 'date')} ${clock}`);
  }

  #coordinate(record: readonly string[], field: CsvField, side: CsvField, negative: string): number {
    const value = readNumber(this.#cell(record, field));
    return this.#cell(record, side).toLowerCase() === negative ? -value : value;
  }

  #speed(record: readonly string[]): number {
    const cell = this.#cell(record, 'speed');
    // A unit in the cell ("2.081 km/h") counts more than one in the header.
    return readNumber(cell) * (/[a-z]/i.test(cell) ? speedUnitOf(cell) : this.#layout.speedUnit);
  }

  #ignition(record: readonly string[]): FileFix['ignition'] {
    return this.#layout.index.ignition === undefined ? IGNITION.unknown : readIgnition(this.#cell(record, 'ignition'));
  }

  #cell(record: readonly string[], field: CsvField): string {
    const at = this.#layout.index[field];
    return at === undefined ? '' : (record[at] ?? '');
  }

  #column(field: CsvField): number {
    return (this.#layout.index[field] ?? 0) + 1;
  }

  #leaveOut(problem: FileProblem): void {
    this.#skipped++;
    if (this.#problems.length < SHOWN_PROBLEMS) this.#problems.push(problem);
  }
}

function missingColumn({ index }: CsvLayout): string | null {
  if (index.latitude === undefined) return 'latitude';
  if (index.longitude === undefined) return 'longitude';
  if (index.time === undefined && (index.date === undefined || index.clock === undefined)) return 'time';
  return null;
}

/** The separator that occurs most in the header. */
function separatorOf(text: string): string {
  const header = text.slice(0, Math.max(0, text.search(/[\r\n]/)) || text.length);
  const counts = [',', ';', '\t'].map((separator) => [separator, header.split(separator).length] as const);
  return counts.toSorted((a, b) => b[1] - a[1])[0][0];
}
