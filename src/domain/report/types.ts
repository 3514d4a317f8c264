import type { Need } from '../access/index.ts';

/** What a report says. */
export const REPORT_TYPES = ['summary', 'trips', 'stops', 'visits', 'fuel', 'events', 'operators'] as const;
export type ReportType = (typeof REPORT_TYPES)[number];

/** What comes beside the tables on the page: a chart, a spreadsheet, a document. Clips come with videos. */
export const REPORT_FORMATS = ['CHART', 'EXL', 'PDF'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
/** Those that are files. */
export const FILE_FORMATS = ['EXL', 'PDF'] as const satisfies readonly ReportFormat[];
export type FileFormat = (typeof FILE_FORMATS)[number];

/**
 * What a value is: `time` Unix ms, `day` `2026-03-01`, `distance` metres, `duration` seconds, `speed` km/h, `litres`,
 * `rate` litres per 100 km, `count` a whole number, `word` a code that the interface puts into words, `text` a name.
 */
export type ReportLook =
  | 'text'
  | 'word'
  | 'time'
  | 'day'
  | 'distance'
  | 'duration'
  | 'speed'
  | 'litres'
  | 'rate'
  | 'count';

/** What a value of a row is: null where nothing is known. */
export type ReportValue = string | number | null;

/**
 * A row of a section by the keys of its columns. `unit_id`, `at` (Unix ms), `latitude` and `longitude` say where it is
 * on the timeline and are no columns.
 */
export type ReportRow = Readonly<Record<string, ReportValue>>;

/**
 * How a column is added up: `mean` divides the distances by the driving times of the section, `per` litres by
 * distances.
 */
type ReportTotal = 'sum' | 'max' | 'first' | 'last' | 'mean' | 'per';

export interface ReportColumn {
  readonly key: string;
  readonly look: ReportLook;
  readonly total?: ReportTotal;
}

/** One table of a report. */
export interface ReportSection {
  readonly key: string;
  readonly columns: readonly ReportColumn[];
  /** Rows lead to the timeline. */
  readonly isTimed?: boolean;
}

const column = (key: string, look: ReportLook, total?: ReportTotal): ReportColumn => ({
  key,
  look,
  ...(total && { total }),
});
const UNIT = column('unit', 'text');
const DAY = column('day', 'day');
const OPERATOR = column('operator', 'text');
const START = column('start', 'time');
const END = column('end', 'time');
const DURATION = column('duration', 'duration', 'sum');
const DISTANCE = column('distance', 'distance', 'sum');
const DRIVING = column('driving', 'duration', 'sum');
const IDLE = column('idle', 'duration', 'sum');
const MAXIMUM = column('max_speed', 'speed', 'max');
const MEAN = column('mean_speed', 'speed', 'mean');
const TRIPS = column('trips', 'count', 'sum');
const STOPS = column('stops', 'count', 'sum');
const USED = column('used', 'litres', 'sum');
const REFILLED = column('refilled', 'litres', 'sum');
const STOLEN = column('stolen', 'litres', 'sum');
const MOVED = [column('first', 'time', 'first'), column('last', 'time', 'last')];
const PLACE = column('place', 'text');

const FIGURES = [DISTANCE, TRIPS, DRIVING, IDLE, STOPS, MAXIMUM, MEAN, USED, REFILLED, STOLEN, ...MOVED];
const TRIP_FIGURES = [TRIPS, DISTANCE, DRIVING, IDLE, MAXIMUM, MEAN];
const FUEL_FIGURES = [USED, REFILLED, STOLEN, DISTANCE, column('rate', 'rate', 'per')];

/**
 * The tables of each type, in the order in which they are shown. `days` is also what its chart shows: by the first
 * figure.
 */
export const REPORT_SECTIONS: Readonly<Record<ReportType, readonly ReportSection[]>> = {
  summary: [
    { key: 'units', columns: [UNIT, ...FIGURES] },
    { key: 'days', columns: [DAY, ...FIGURES] },
    { key: 'unitDays', columns: [UNIT, DAY, ...FIGURES] },
  ],
  trips: [
    { key: 'units', columns: [UNIT, ...TRIP_FIGURES] },
    { key: 'days', columns: [DAY, ...TRIP_FIGURES] },
    {
      key: 'trips',
      isTimed: true,
      columns: [
        UNIT,
        START,
        END,
        column('start_place', 'text'),
        column('end_place', 'text'),
        DISTANCE,
        DRIVING,
        IDLE,
        MAXIMUM,
        MEAN,
        OPERATOR,
        column('part', 'word'),
      ],
    },
  ],
  stops: [
    { key: 'units', columns: [UNIT, STOPS, DURATION] },
    { key: 'days', columns: [DAY, STOPS, DURATION] },
    { key: 'stops', isTimed: true, columns: [UNIT, column('kind', 'word'), START, END, DURATION, PLACE] },
  ],
  visits: [
    { key: 'units', columns: [UNIT, column('geofence', 'text'), column('visits', 'count', 'sum'), DURATION, DISTANCE] },
    { key: 'days', columns: [DAY, column('visits', 'count', 'sum'), DURATION, DISTANCE] },
    {
      key: 'visits',
      isTimed: true,
      columns: [UNIT, column('geofence', 'text'), START, END, DURATION, DISTANCE, MAXIMUM],
    },
  ],
  fuel: [
    { key: 'units', columns: [UNIT, ...FUEL_FIGURES] },
    { key: 'days', columns: [DAY, ...FUEL_FIGURES] },
    { key: 'unitDays', columns: [UNIT, DAY, ...FUEL_FIGURES] },
    {
      key: 'fuelEvents',
      isTimed: true,
      columns: [
        UNIT,
        column('kind', 'word'),
        START,
        END,
        column('volume', 'litres'),
        column('before', 'litres'),
        column('after', 'litres'),
        PLACE,
        column('confidence', 'word'),
      ],
    },
  ],
  events: [
    { key: 'units', columns: [UNIT, column('kind', 'word'), column('events', 'count', 'sum')] },
    { key: 'days', columns: [DAY, column('events', 'count', 'sum')] },
    {
      key: 'events',
      isTimed: true,
      columns: [UNIT, column('kind', 'word'), START, column('detail', 'text'), PLACE, OPERATOR],
    },
  ],
  operators: [
    { key: 'operators', columns: [OPERATOR, DRIVING, DISTANCE, TRIPS, column('days', 'count'), ...MOVED] },
    { key: 'days', columns: [DAY, DRIVING, DISTANCE, TRIPS] },
    { key: 'operatorDays', columns: [OPERATOR, DAY, DRIVING, DISTANCE, TRIPS, ...MOVED] },
    { key: 'drives', isTimed: true, columns: [OPERATOR, UNIT, START, END, DRIVING, DISTANCE, column('part', 'word')] },
  ],
};

const UNITS: Need = { resource: 'units', action: 'r' };
const TRIPS_OF_UNITS: Need = { resource: 'units', action: 'st' };
const EVENTS_OF_UNITS: Need = { resource: 'units', action: 'se' };

/** What it takes to generate a report of a type and to read what came of it, beside the permission for reports. */
export const REPORT_NEEDS: Readonly<Record<ReportType, readonly Need[]>> = {
  summary: [UNITS, TRIPS_OF_UNITS],
  trips: [UNITS, TRIPS_OF_UNITS],
  stops: [UNITS, TRIPS_OF_UNITS],
  visits: [UNITS, EVENTS_OF_UNITS, { resource: 'geofences', action: 'r' }],
  fuel: [UNITS, EVENTS_OF_UNITS],
  events: [UNITS, EVENTS_OF_UNITS],
  operators: [UNITS, TRIPS_OF_UNITS, { resource: 'operator', action: 'r' }],
};

/** The figure of the days that a chart shows. */
export function chartColumn(type: ReportType): ReportColumn {
  const days = REPORT_SECTIONS[type].find(({ key }) => key === 'days');
  const figure = days?.columns.find(({ total }) => total === 'sum');
  if (!figure) throw new Error(`Reports of the type ${type} have no figure by days.`);
  return figure;
}
