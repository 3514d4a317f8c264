import { expect, it } from 'vitest';
import { COORDINATE_SCALE, SECOND, SPEED_SCALE } from '../../base/index.ts';
import { chance } from '../../base/testing/index.ts';
import { SensorSet } from '../../sensor/index.ts';
import { ATTRIBUTES, NO_SATELLITES, TrackBuilder } from '../../telemetry/index.ts';
import { DEFAULT_FILTERS } from '../filters/index.ts';
import { createPoint, createRuleReport } from '../index.ts';
import { ReportReader, sieveRows } from './index.ts';

const START = Date.UTC(2026, 2, 1);
/** What reports say that they should not, and what is right. */
const LATITUDES = [0, 50, 50, 50.0001, 90, 91, -91];
const LONGITUDES = [0, 10, 10, 10.0001, 180, 181];

it.each([
  {},
  { min_satellites: 6 },
  { skip_zero: false, skip_future: false },
  { max_hdop: 2 },
  { max_speed: 100 },
  { static_drift: { enable: true, distance: 60, speed: 5 } },
])('leaves of stored reports what reading them one after another leaves: %o', (more) => {
  const random = chance(4);
  const pick = (values: readonly number[]): number => values[Math.floor(random() * values.length)];
  const builder = new TrackBuilder();
  builder.reset(7);
  for (let row = 0; row < 1_500; row++) {
    const place = [
      Math.round(pick(LONGITUDES) * COORDINATE_SCALE),
      Math.round(pick(LATITUDES) * COORDINATE_SCALE),
    ] as const;
    const speed = pick([0, 2, 80, 120]) * SPEED_SCALE;
    const satellites = pick([3, 5, 9, NO_SATELLITES]);
    builder.add(
      START + row * 30 * SECOND,
      ...place,
      speed,
      0,
      0,
      satellites,
      pick([0, 1, 2, 3, 3, 3]),
      1,
      pick([0, 9, -900]),
    );
    if (random() < 0.5) builder.addWhole(ATTRIBUTES.hdop.id, 'hdop', 10, pick([9, 30]));
  }
  const track = builder.finish();
  const setup = { filters: { ...DEFAULT_FILTERS, ...more }, trips: { min_satellites: 4 }, set: SensorSet.compile([]) };
  const [one, other] = [new ReportReader(setup), new ReportReader(setup)];
  const opened = one.open(track, true);
  const sieved = sieveRows(opened, setup);
  const [point, report, seen] = [createPoint(), createRuleReport(), createRuleReport()];
  let counting = 0;
  for (let row = 0; row < track.count; row++) {
    const counts = one.read(opened, row, point);
    expect((sieved.marks[row] & 1) === 1).toBe(counts);
    if (!counts) continue;
    counting++;
    one.fillRuleReport(opened, row, point, report);
    other.readSieved(opened, sieved, row, point);
    other.fillRuleReport(opened, row, point, seen);
    expect(seen).toEqual(report);
  }
  expect(counting).toBeGreaterThan(500);
});
