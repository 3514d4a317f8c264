import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { detectTrips, pointsOf } from '../../src/domain/detection/index.ts';
import { chance } from '../../src/domain/base/testing/index.ts';
import { openDatabase, startEmbeddedPostgres } from '../../server/store/index.ts';
import { LATER, openDetectionWorld, TRIP_SETTINGS } from '../support/detection.ts';
import { silentLogger } from '../support/silentLogger.ts';
import { BATCH, REPORTS, SENT, UNIT } from './detection.trace.ts';

let dataDirectory = '';
beforeAll(() => {
  dataDirectory = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-trips-')), 'postgres');
});
afterAll(() => fs.rmSync(path.dirname(dataDirectory), { recursive: true, force: true }));

/** Lets a server follow the unit from a report on and kills it once so many messages were acknowledged; answers how many reports were. */
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

it('a server that is killed while it finds trips neither doubles nor loses one', async () => {
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
  expect(SENT).toHaveLength(REPORTS.length);
  await world.close();
  await database.close();
  await server.stop();
}, 180_000);
