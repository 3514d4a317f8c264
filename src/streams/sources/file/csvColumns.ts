import { KNOT_IN_KMH, METRE_PER_SECOND_IN_KMH } from '../../../domain/base/index.ts';

/** Columns that a track is made of. */
export type CsvField = 'time' | 'date' | 'clock' | 'latitude' | 'longitude' | 'northSouth' | 'eastWest' | 'speed' | 'course' | 'ignition' | 'unit';

/** Names under which tools write them: lower case, letters and digits only (domain reference, section 10). */
const ALIASES: Readonly<Record<CsvField, readonly string[]>> = {
  time: ['timestamp', 'datetime', 'devicetime', 'fixtime', 'gpstime', 'utctime', 'time'],
  date: ['date', 'utcd', 'gpsdate'],
  clock: ['utct', 'timeofday', 'time'],
  latitude: ['latitude', 'lat', 'positionlat', 'y'],
  longitude: ['longitude', 'lon', 'lng', 'long', 'positionlong', 'x'],
  northSouth: ['ns'],
  eastWest: ['ew'],
  speed: ['speed', 'speedkmh', 'velocity', 'groundspeed'],
  course: ['course', 'heading', 'bearing', 'track', 'direction', 'angle'],
  ignition: ['ignition', 'acc', 'engine'],
  unit: ['unit', 'unitid', 'device', 'deviceid', 'vehicle', 'vehicleid', 'vehiclenumber', 'imei', 'uniqueid', 'identifier'],
};

/** km/h in one of the unit that a speed is written in. */
const SPEED_UNITS: readonly (readonly [RegExp, number])[] = [
  [/(km\/?h|kph|kmh)/i, 1],
  [/(m\/s|mps|\bms\b)/i, METRE_PER_SECOND_IN_KMH],
  [/(mph|mi\/h)/i, 1.609344],
  [/(knots?|\bkn\b|\bkts?\b)/i, KNOT_IN_KMH],
];

/** Where each field stands in a row, and in what unit speed is written. */
export interface CsvLayout {
  readonly index: Readonly<Partial<Record<CsvField, number>>>;
  /** km/h in one unit of the speed column. */
  readonly speedUnit: number;
}

/** Finds the columns by their names. */
export function readLayout(header: readonly string[]): CsvLayout {
  const names = header.map((name) => name.replace(/\(.*?\)|\[.*?\]/g, '').toLowerCase().replace(/[^a-z0-9]/g, ''));
  const find = (field: CsvField): number => {
    const at = ALIASES[field].map((alias) => names.indexOf(alias)).find((position) => position >= 0);
    return at ?? -1;
  };
  const index: Partial<Record<CsvField, number>> = {};
  for (const field of Object.keys(ALIASES) as CsvField[]) {
    const at = find(field);
    if (at >= 0) index[field] = at;
  }
  // With a column of dates, "time" is the time of day.
  if (index.date !== undefined && index.clock !== undefined) delete index.time;
  else delete index.clock;
  return { index, speedUnit: index.speed === undefined ? 1 : speedUnitOf(header[index.speed]) };
}

/** km/h in one of the unit that the text names; 1 when it names none. */
export function speedUnitOf(text: string): number {
  return SPEED_UNITS.find(([pattern]) => pattern.test(text))?.[1] ?? 1;
}

/** A number at the start of a cell ("64.153 m"), with a point or a comma; NaN when there is none. */
export function readNumber(cell: string): number {
  const match = /^\s*[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?/.exec(cell);
  return match === null ? Number.NaN : Number(match[0].trim().replace(',', '.'));
}

/**
 * A time as tools write it: ISO 8601, Unix seconds or milliseconds, `2022/01/31 23:00:00`,
 * `31.01.2022 23:00`. Without a zone it is UTC. NaN when it is none of these.
 */
export function readTime(text: string): number {
  const written = text.trim();
  if (/^\d{9,10}(\.\d+)?$/.test(written)) return Math.round(Number(written) * 1_000);
  if (/^\d{12,13}$/.test(written)) return Number(written);
  const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i.exec(written);
  if (yearFirst !== null) return compose(yearFirst[1], yearFirst[2], yearFirst[3], yearFirst[4], yearFirst[5]);
  const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[T ,]+(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i.exec(written);
  return dayFirst === null ? Number.NaN : compose(dayFirst[3], dayFirst[2], dayFirst[1], dayFirst[4], dayFirst[5]);
}

function compose(year: string, month: string, day: string, clock = '00:00:00', zone = 'Z'): number {
  const [hours, minutes, seconds = '0'] = clock.replace(',', '.').split(':');
  const whole = Date.UTC(Number(year), Number(month) - 1, Number(day));
  // 31 February is no day: the date must come back as it was written.
  if (new Date(whole).getUTCMonth() !== Number(month) - 1 || Number(hours) > 24 || Number(minutes) > 59 || Number(seconds) >= 61) return Number.NaN;
  const offset = /^[+-]/.test(zone) ? (zone.startsWith('-') ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))) : 0;
  return whole + Math.round(((Number(hours) * 60 + Number(minutes) - offset) * 60 + Number(seconds)) * 1_000);
}
