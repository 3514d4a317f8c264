import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { detectTrips, isUsable, pointsOf, ZoneIndex, ZoneWatch, type Zone } from '../../src/domain/detection/index.ts';
import { SECOND, toIso } from '../../src/domain/base/index.ts';
import { chance } from '../../src/domain/base/testing/index.ts';
import { probeOf } from '../../src/domain/geometry/index.ts';
import { openDatabase, startEmbeddedPostgres, type Database } from '../../server/store/index.ts';
import { LATER, openDetectionWorld, TRIP_SETTINGS } from '../support/detection.ts';
import { silentLogger } from '../support/silentLogger.ts';
import { BATCH, REPORTS, SENT, UNIT, ZONES } from './detection.trace.ts';

let dataDirectory = '';
beforeAll(() => {
  dataDirectory = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-trips-')), 'postgres');
});
afterAll(() => fs.rmSync(path.dirname(dataDirectory), { recursive: true, force: true }));

/**
 * Lets a server follow the unit from a report on and kills it once so many messages were acknowledged; answers how many
 * reports were.
 */
async function followAndKill(from: number, messages: number): Promise<{ acknowledged: number; ended: boolean }> {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      path.join(import.meta.dirname, 'detection.follower.ts'),
      dataDirectory,
      String(from),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let acknowledged = from;
  let ended = false;
  let rest = '';
  child.stdout.on('data', (text: Buffer) => {
    const lines = (rest + text.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === 'end') ended = true;
      else acknowledged = Number(line);
    }
    if (ended || acknowledged >= from + messages * BATCH) child.kill('SIGKILL');
  });
  await new Promise((resolve) => child.once('exit', resolve));
  return { acknowledged, ended };
}

/** Geofence, entry and exit of the visits that the reports show when they are read in their order, once. */
function visitsOfReports(): [zoneId: number, entered: number, left: number | null][] {
  const zones = ZONES.map(({ id, shape, minStay }): Zone => ({
    id,
    key: `${id}`,
    probe: probeOf(shape),
    minimumStay: minStay * SECOND,
  }));
  const watch = new ZoneWatch([{ index: new ZoneIndex(zones), sight: null }]);
  for (const point of REPORTS) if (isUsable(point, TRIP_SETTINGS.min_satellites)) watch.accept(point);
  watch.noteTime(REPORTS[REPORTS.length - 1].time + LATER);
  return watch.visits().map(({ zoneId, entered, left }) => [zoneId, entered, left]);
}

async function storedVisits(database: Database): Promise<[zoneId: number, entered: number, left: number | null][]> {
  const rows = await database.query<{ geofence_id: number; entered_at: Date; left_at: Date | null }>(
    'select geofence_id, entered_at, left_at from zone_visit where unit_id = $1 order by entered_at, geofence_id',
    [UNIT],
  );
  return rows.map(({ geofence_id, entered_at, left_at }) => [
    geofence_id,
    entered_at.getTime(),
    left_at?.getTime() ?? null,
  ]);
}

/** Entries and exits that people were notified of, each by geofence and instant. */
async function announced(database: Database, kind: 'zoneEntered' | 'zoneLeft'): Promise<string[]> {
  const rows = await database.query<{ subject_id: number; at: string }>(
    `select subject_id, data ->> $2 as at from event where kind = $1 and not coalesce((data ->> 'late')::bool, false)`,
    [kind, kind === 'zoneEntered' ? 'entered_at' : 'left_at'],
  );
  return rows.map(({ subject_id, at }) => `${subject_id} ${at}`);
}

it('a server that is killed while it finds trips and visits neither doubles nor loses one', async () => {
  const random = chance(3);
  let [acknowledged, ended, kills] = [0, false, 0];
  while (!ended) {
    ({ acknowledged, ended } = await followAndKill(acknowledged, 20 + Math.floor(random() * 40)));
    kills++;
  }
  expect(kills).toBeGreaterThan(3);
  const server = await startEmbeddedPostgres({ dataDirectory, logger: silentLogger });
  const database = openDatabase({ connection: server.connection, logger: silentLogger });
  const last = REPORTS[REPORTS.length - 1].time;
  const world = await openDetectionWorld(database, last);
  await world.detection.sweep();
  world.now += LATER;
  await world.detection.run();
  const { trips, parkings } = detectTrips(pointsOf(REPORTS), TRIP_SETTINGS);
  const found = await world.trips(UNIT);
  expect(found.map(({ start, end, distance }) => [start, end, distance])).toEqual(
    trips.map(({ start, end, distance }) => [start, end, distance]),
  );
  expect((await world.stops(UNIT)).filter(({ kind }) => kind === 'parking').map(({ from, to }) => [from, to])).toEqual(
    parkings.map(({ from, to }) => [from, to]),
  );
  const recorded = await world.facts(UNIT);
  const ids = await database.query<{ subject_id: number; kind: string }>(
    "select subject_id, kind from event where kind = 'tripStarted' order by subject_id",
  );
  expect(new Set(ids.map(({ subject_id }) => String(subject_id))).size).toBe(ids.length);
  expect(recorded.length).toBeGreaterThan(trips.length);
  const visits = visitsOfReports();
  expect(visits.length).toBeGreaterThan(20);
  expect(await storedVisits(database)).toEqual(visits);
  const [entries, exits] = [await announced(database, 'zoneEntered'), await announced(database, 'zoneLeft')];
  expect([new Set(entries).size, new Set(exits).size]).toEqual([entries.length, exits.length]);
  expect(entries.length).toBeGreaterThan(10);
  // Nothing is announced for a visit that is not there in the end, unless late reports moved it.
  const known = new Set(visits.map(([zone, entered]) => `${zone} ${toIso(entered)}`));
  expect(entries.filter((entry) => known.has(entry)).length).toBeGreaterThan(entries.length / 2);
  expect(SENT).toHaveLength(REPORTS.length);
  await world.close();
  await database.close();
  await server.stop();
}, 180_000);
