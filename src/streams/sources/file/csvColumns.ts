import { KNOT_IN_KMH, METRE_PER_SECOND_IN_KMH } from '../../../domain/base/index.ts';

/** Columns that a track is made of. */
export type CsvField =
  | 'time'
  | 'date'
  | 'clock'
  | 'zone'
  | 'latitude'
  | 'longitude'
  | 'northSouth'
  | 'eastWest'
  | 'speed'
  | 'course'
  | 'ignition'
  | 'unit';

/** Names under which tools write them: lower case, letters and digits only (domain reference, section 10). */
const ALIASES: Readonly<Record<CsvField, readonly string[]>> = {
  time: ['timestamp', 'datetime', 'devicetime', 'fixtime', 'gpstime', 'utctime', 'time'],
  date: ['date', 'utcd', 'gpsdate', 'utcdate', 'localdate', 'lcldate'],
  clock: ['utct', 'timeofday', 'time', 'utctime', 'gpstime', 'localtime', 'lcltime'],
  zone: ['utcofst', 'utcoffset'],
  latitude: ['latitude', 'lat', 'positionlat', 'latitudens', 'latitudee7', 'y'],
  longitude: ['longitude', 'lon', 'lng', 'long', 'positionlong', 'longitudeew', 'longitudee7', 'x'],
  northSouth: ['ns'],
  eastWest: ['ew'],
  speed: [
    'speed',
    'speedkmh',
    'speedkph',
    'speedms',
    'speedmps',
    'speedmph',
    'speedkn',
    'speedkt',
    'speedkts',
    'speedknots',
    'velocity',
    'groundspeed',
    'gndspd',
  ],
  course: ['course', 'heading', 'bearing', 'track', 'trk', 'direction', 'angle', 'hdg'],
  ignition: ['ignition', 'acc', 'engine'],
  unit: [
    'unit',
    'unitid',
    'device',
    'deviceid',
    'vehicle',
    'vehicleid',
    'vehiclenumber',
    'imei',
    'uniqueid',
    'identifier',
  ],
};

/** km/h in one of the unit that a speed is written in. */
const SPEED_UNITS: readonly (readonly [RegExp, number])[] = [
  [/km\/?h|kph|kmh/i, 1],
  [/m\/s|mps|(^|[^a-z])ms([^a-z]|$)/i, METRE_PER_SECOND_IN_KMH],
  [/mph|mi\/h/i, 1.609344],
  [/knots?|(^|[^a-z])(kn|kts?)([^a-z]|$)/i, KNOT_IN_KMH],
];

/** Where each field is in a row, and in what unit speed is written. */
export interface CsvLayout {
  readonly index: Readonly<Partial<Record<CsvField, number>>>;
  /** km/h in one unit of the speed column; null where nothing names it. */
  readonly speedUnit: number | null;
}

/** Finds the columns by their names; `units` are the units of the columns where a line of their own names them. */
export function readLayout(header: readonly string[], units: readonly string[] = []): CsvLayout {
  const names = header.map((name) =>
    name
      .replace(/\(.*?\)|\[.*?\]/g, '')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, ''),
  );
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
  return {
    index,
    speedUnit: index.speed === undefined ? null : speedUnitOf(`${header[index.speed]} ${units[index.speed] ?? ''}`),
  };
}

/** km/h in one of the unit that the text names; null when it names none. */
export function speedUnitOf(text: string): number | null {
  return SPEED_UNITS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

/** A number at the start of a cell ("64.153 m"), with a point or a comma; NaN when there is none. */
export function readNumber(cell: string): number {
  const match = /^\s*[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?/.exec(cell);
  return match === null ? Number.NaN : Number(match[0].trim().replace(',', '.'));
}
