import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openStreetArchives, type StreetArchives } from '../../server/basemap/archives.ts';
import { readRoads } from '../../server/basemap/roads/readRoads.ts';
import { Roads } from '../../server/basemap/roads/roads.ts';
import { BacktestCore } from '../../src/streams/sources/backtest/backtestCore.ts';
import { NO_RECORDS, type PastFiring } from '../../src/domain/backtest/index.ts';
import { HOUR, MINUTE, SECOND, toIso } from '../../src/domain/base/index.ts';
import {
  createPoint,
  DEFAULT_FILTERS,
  DEFAULT_TRIP_DETECTOR,
  type DetectionPoint,
} from '../../src/domain/detection/index.ts';
import { trackOf } from '../../src/domain/detection/testing/index.ts';
import { testEvent } from '../../src/domain/events/testing/index.ts';
import { ROAD_CLASSES, type RoadClass } from '../../src/domain/road/index.ts';
import { newCondition, NO_LIMITS, type RuleCondition } from '../../src/domain/rule/index.ts';
import {
  encodeTrack,
  END_OF_BLOCKS,
  frameBlock,
  NO_COURSE,
  type TrackColumns,
} from '../../src/domain/telemetry/index.ts';
import { START, UNIT, withDetection } from '../support/detectionTests.ts';
import { tileAt, tileLayers } from '../support/tileLayers.ts';

/** Vaduz, of the streets that come with the product. */
const VADUZ = { latitude: 47.141, longitude: 9.521 };
const ZOOM = 14;
const [X, Y] = tileAt(VADUZ.longitude, VADUZ.latitude, ZOOM);

let streets: StreetArchives;
const asked: string[] = [];
const roads = new Roads({
  tile: (zoom, x, y) => {
    asked.push(`${zoom}/${x}/${y}`);
    return streets.tile(zoom, x, y);
  },
  problem: (error) => {
    throw error;
  },
});
beforeAll(async () => {
  streets = await openStreetArchives({ file: null, dataDirectory: '/nowhere', problem: () => undefined });
});
afterAll(() => streets.close());

const fix = (latitude: number, longitude: number, more: Partial<DetectionPoint> = {}): DetectionPoint => ({
  ...createPoint(),
  time: START,
  hasPosition: true,
  valid: true,
  latitude,
  longitude,
  speed: 40,
  satellites: 9,
  ...more,
});

/** The longest straight pieces of roads of the class in the tile: their middles, degrees. */
async function piecesOf(roadClass: RoadClass): Promise<{ latitude: number; longitude: number; course: number }[]> {
  const tile = await streets.tile(ZOOM, X, Y);
  const pieces = tileLayers(tile ?? new Uint8Array()).roads.flatMap((feature) => {
    if (feature.properties.kind_detail !== roadClass) return [];
    return feature.loadGeometry().flatMap((line) => line.slice(1).map((end, place) => [line[place], end] as const));
  });
  const length = ([from, to]: (typeof pieces)[number]): number => Math.hypot(to.x - from.x, to.y - from.y);
  return pieces
    .filter(([from, to]) => [from, to].every(({ x, y }) => x > 0 && y > 0 && x < 4_096 && y < 4_096))
    .toSorted((one, other) => length(other) - length(one))
    .slice(0, 5)
    .map(([from, to]) => {
      const [x, y] = [(from.x + to.x) / 2 / 4_096 + X, (from.y + to.y) / 2 / 4_096 + Y];
      return {
        longitude: (x / 2 ** ZOOM) * 360 - 180,
        latitude: (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** ZOOM))) * 180) / Math.PI,
        course: (Math.atan2(to.x - from.x, from.y - to.y) * 180) / Math.PI,
      };
    });
}

describe('the roads of street maps', () => {
  it('are those of the tile, by their classes', async () => {
    const tile = await streets.tile(ZOOM, X, Y);
    const read = readRoads(tile ?? new Uint8Array());
    const drawn = tileLayers(tile ?? new Uint8Array()).roads.flatMap((feature) =>
      ROAD_CLASSES.some((each) => each === feature.properties.kind_detail) ? feature.loadGeometry() : [],
    );
    expect(read.length).toBeGreaterThan(50);
    expect(read.map(({ points }) => points)).toEqual(drawn.map((line) => line.map(({ x, y }) => [x, y])));
    expect(readRoads(new Uint8Array())).toEqual([]);
  });

  it('are under fixes on them, and unknown before they were read and where there are none', async () => {
    const unit = roads.forUnit();
    for (const roadClass of ['primary', 'residential'] as const) {
      const pieces = await piecesOf(roadClass);
      expect(pieces).toHaveLength(5);
      const track = trackOf(
        pieces.map(({ latitude, longitude }, place) => fix(latitude, longitude, { time: START + place * SECOND })),
      );
      await unit.prepare(track);
      expect(pieces.map(({ latitude, longitude, course }) => unit.classAt(latitude, longitude, course))).toEqual(
        pieces.map(() => roadClass),
      );
    }
    const [{ latitude, longitude, course }] = await piecesOf('primary');
    expect(roads.forUnit().classAt(latitude, longitude, course)).toBeNull();
    // The open sea.
    await unit.prepare(trackOf([fix(0.5, -30)]));
    expect(unit.classAt(0.5, -30, 90)).toBeNull();
  });

  it('are read once for all units, and not for units that stand', async () => {
    asked.length = 0;
    const all = new Roads({
      tile: async (zoom, x, y) => (asked.push(`${zoom}/${x}/${y}`), null),
      problem: () => undefined,
    });
    const many = trackOf(
      Array.from({ length: 200 }, (_, step) => fix(47 + step / 40, 9.5, { time: START + step * SECOND })),
    );
    for (const unit of [all.forUnit(), all.forUnit()]) await unit.prepare(many);
    // No more than these at once, the latest of the reports first.
    expect([asked.length, new Set(asked).size]).toEqual([64, 64]);
    expect(asked[0]).toBe(`14/${tileAt(9.5, 47 + 199 / 40, 14).join('/')}`);
    await all.forUnit().prepare(trackOf([fix(10, 10, { speed: 0 })]));
    expect(asked).toHaveLength(64);
  });
});

const BY_CLASS: RuleCondition = {
  ...newCondition('roadLimit'),
  limit_source: 'map',
  class_limits: { ...newCondition('roadLimit').class_limits, primary: 60, residential: 30 },
  excess: 5,
  margin: 0,
};

/** What the browser finds of the stored reports, with the roads that the server looks up. */
async function backtestOf(track: TrackColumns): Promise<readonly PastFiring[]> {
  const core = new BacktestCore();
  const blocks = [frameBlock(encodeTrack(track)), END_OF_BLOCKS];
  core.handle({ type: 'keep', blocks: new Uint8Array(Buffer.concat(blocks)) });
  const setup = {
    filters: { ...DEFAULT_FILTERS, min_satellites: 3 },
    trips: { ...DEFAULT_TRIP_DETECTOR, min_satellites: 4 },
    devices: [],
  };
  const records = { ...NO_RECORDS, roads: await roads.stretchesOf(track) };
  const report = core.handle({
    type: 'run',
    run: 1,
    units: [{ unitId: UNIT, setup, timeZone: 'UTC', records }],
    others: [],
    rules: [{ test: { match: 'all', conditions: [BY_CLASS], hold: 0 }, limits: NO_LIMITS }],
    places: { zones: [], groups: [] },
    interval: { from: START, to: START + HOUR },
  });
  return report?.pasts[0].found[0].firings ?? [];
}

describe('rules on the limit of the class of road', () => {
  const opened = withDetection(START, { forUnit: () => roads.forUnit() });
  beforeEach(async () => {
    for (const table of ['rule_occurrence', 'rule']) await opened.test.database.query(`delete from ${table}`);
    await opened.test.database.transaction(async (transaction) => {
      await transaction.query(
        `insert into rule (id, account_id, name, status, match, conditions, hold, all_units, sub_accounts, applied_at, created_at)
         values (1, 1, 'By class', 'active', 'all', $1, 0, true, true, $2, $2)`,
        [JSON.stringify([BY_CLASS]), toIso(START)],
      );
      await transaction.appendEvent(
        testEvent('ruleUpdated', {}, { account_id: 1, subject_id: 1, time: toIso(opened.world.now) }),
      );
    });
  });

  it('fire on the road that a unit is on, as reports come, and not where no streets are known', async () => {
    const [[primary], [residential]] = [await piecesOf('primary'), await piecesOf('residential')];
    const at = (place: { latitude: number; longitude: number }, minute: number, speed: number): DetectionPoint =>
      fix(place.latitude, place.longitude, { time: START + minute * MINUTE, speed });
    const reports = [
      at(residential, 1, 33),
      at(residential, 2, 50),
      at(primary, 3, 50),
      at(primary, 4, 70),
      at(primary, 5, 20),
      at({ latitude: 0.5, longitude: -30 }, 6, 120),
    ];
    await opened.live(reports);
    const rows = await opened.test.database.query<{ at: Date; end_at: Date | null; value: number }>(
      'select at, end_at, value from rule_occurrence where unit_id = $1 order by at',
      [UNIT],
    );
    expect(
      rows.map(({ at: from, end_at: end, value }) => [
        (from.getTime() - START) / MINUTE,
        end && (end.getTime() - START) / MINUTE,
        value,
      ]),
    ).toEqual([
      [2, 3, 50],
      [4, 5, 70],
    ]);
    // Tried on the past, they are the same.
    const track = trackOf(reports, UNIT);
    track.courses.fill(NO_COURSE);
    const past = await backtestOf(track);
    expect(past.map(({ at: from, end, value }) => [from, end, value])).toEqual(
      rows.map(({ at: from, end_at: end, value }) => [from.getTime(), end && end.getTime(), value]),
    );
  });
});
