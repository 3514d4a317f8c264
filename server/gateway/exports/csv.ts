import { BYTE_ORDER_MARK, csvCell } from '../../../src/domain/base/index.ts';
import type { FilteredPosition } from '../filtered.ts';
import { Budget, type ExportFormat, type ExportSource } from './types.ts';

const COLUMNS = [
  'unit_id',
  'unit',
  'time',
  'local_time',
  'received_at',
  'latitude',
  'longitude',
  'speed_kmh',
  'course',
  'altitude_m',
  'satellites',
  'valid',
  'protocol',
  'filter',
  'attributes',
];

/** RFC 4180, with a byte order mark so that spreadsheets read names in any script. */
export const csv: ExportFormat = {
  contentType: 'text/csv; charset=utf-8',
  extension: 'csv',
  async *write(source: ExportSource) {
    const budget = new Budget(source.limit);
    yield `${BYTE_ORDER_MARK}${[...COLUMNS, ...source.sensors.headers.map(csvCell)].join(',')}\r\n`;
    for await (const filtered of source.read(source.unitIds)) {
      if (!budget.take()) break;
      yield line(filtered, source);
    }
    if (budget.exhausted) yield `# truncated after ${source.limit} positions\r\n`;
  },
};

/**
 * `time` is for programs, `local_time` for people: as the account's screens show it. `filter` is why a fix is not
 * shown, or `valid`. Values of the sensors come last.
 */
function line({ position, verdict }: FilteredPosition, { nameOf, timeText, sensors }: ExportSource): string {
  const cells = [
    position.unit_id,
    csvCell(nameOf(position.unit_id)),
    position.time,
    csvCell(timeText(position.time)),
    position.received_at,
    position.latitude,
    position.longitude,
    position.speed,
    position.course,
    position.altitude,
    position.satellites ?? '',
    position.valid,
    position.protocol,
    verdict,
    csvCell(JSON.stringify(position.attributes)),
    ...sensors.valuesOf(position).map((value) => (typeof value === 'string' ? csvCell(value) : (value ?? ''))),
  ];
  return `${cells.map((value) => (typeof value === 'number' && Number.isNaN(value) ? '' : String(value))).join(',')}\r\n`;
}
