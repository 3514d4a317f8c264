import { expect, it } from 'vitest';
import { SECOND } from '../../base/index.ts';
import { NO_TABLE, SensorSet } from '../../sensor/index.ts';
import { TRACK_FLAG, TrackBuilder, type TrackColumns } from '../../telemetry/index.ts';
import { DEFAULT_FILTERS } from '../filters/index.ts';
import { createPoint } from '../shared/index.ts';
import { createRuleReport } from '../rules/index.ts';
import { ReportReader, type ReportState } from './reportReader.ts';

const START = Date.UTC(2026, 2, 1);
const SETUP = {
  filters: { ...DEFAULT_FILTERS, min_satellites: 4, skip_duplicate: true },
  trips: { min_satellites: 4 },
  set: SensorSet.compile([
    {
      type: 'fuel_level',
      name: 'Tank',
      parameter: 'fuel_level * 2',
      data_type: 'number',
      multiplier: 1,
      minimum: null,
      maximum: null,
      table: NO_TABLE,
    },
  ]),
};

/** A report by its second; a fix at (50°, 10° + second / 1000) with this speed and number of satellites. */
interface Row {
  readonly at: number;
  readonly speed?: number;
  readonly satellites?: number;
  readonly alarm?: string;
  readonly litres?: number;
}

function trackOf(rows: readonly Row[]): TrackColumns {
  const builder = new TrackBuilder();
  builder.reset(7);
  for (const { at, speed = 0, satellites = 9, alarm, litres } of rows) {
    const flags = TRACK_FLAG.valid | TRACK_FLAG.hasPosition;
    builder.add(START + at * SECOND, 100_000_000 + at * 10_000, 500_000_000, speed * 10, 0, 0, satellites, flags, 1, 0);
    if (alarm !== undefined) builder.addText(3, 'alarm', alarm);
    if (litres !== undefined) builder.addWhole(11, 'fuel_level', 1, litres);
  }
  return builder.finish();
}

/** What rules read of each report that counts: second, speed, alarm, tank, place. */
function read(rows: readonly Row[], from: ReportState | null = null) {
  const reader = new ReportReader(SETUP, from);
  const [point, report] = [createPoint(), createRuleReport()];
  const track = trackOf(rows);
  const opened = reader.open(track, true);
  const seen = [];
  for (let row = 0; row < track.count; row++) {
    if (!reader.read(opened, row, point)) continue;
    reader.fillRuleReport(opened, row, point, report);
    const { time, speed, alarm, columns } = report;
    seen.push([(time - START) / SECOND, speed, alarm, columns[0][report.row], reader.place()?.longitude]);
  }
  return { seen, state: reader.state() };
}

it('reads sensors of every report, and no speed of a fix that the filters refuse', () => {
  const { seen } = read([
    { at: 0, speed: 50, litres: 20 },
    { at: 1, speed: 90, satellites: 3, litres: 21 },
    { at: 2, speed: 51 },
  ]);
  expect(seen).toEqual([
    [0, 50, '', 40, 10],
    [1, Number.NaN, '', 42, 10],
    [2, 51, '', Number.NaN, 10.002],
  ]);
});

it('carries an alarm until a report comes without its word, and goes on from a state', () => {
  const rows = [{ at: 0, alarm: 'sos' }, { at: 1, alarm: 'sos' }, { at: 2 }];
  const whole = read(rows).seen;
  expect(whole.map(([, , alarm]) => alarm)).toEqual(['sos', 'sos', '']);
  const before = read(rows.slice(0, 1));
  expect(before.state.alarm).toBe('sos');
  expect(read(rows.slice(2), before.state).seen).toEqual(whole.slice(2));
  expect(read([{ at: 0 }, ...rows.slice(1)], before.state).seen).toHaveLength(2);
});
