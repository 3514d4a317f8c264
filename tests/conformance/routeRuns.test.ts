import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRouteRuns } from '../../server/pipeline/index.ts';
import { testEvent } from '../../src/domain/events/testing/index.ts';
import { HOUR, MINUTE, SECOND, toIso } from '../../src/domain/base/index.ts';
import { createPoint, type DetectionPoint, type RunResult } from '../../src/domain/detection/index.ts';
import type { RunPlan } from '../../src/domain/route/index.ts';
import { START, UNIT, withDetection } from '../support/detectionTests.ts';

const opened = withDetection();
const RUN = 1;
/** 0.01° of latitude are 1,112 m. */
const at = (metres: number): number => 52 + metres / 111_195;
const checkpoint = (key: number, metres: number, minutes: number) => ({
  key,
  name: `C${key}`,
  shape: { type: 'circle', center: [13, at(metres)], radius: 100 } as const,
  center: [13, at(metres)] as const,
  due: START + minutes * MINUTE,
  tolerance: 5 * MINUTE,
});
const PLAN: RunPlan = {
  order: 'skips',
  checkpoints: [checkpoint(1, 0, 0), checkpoint(2, 5_000, 10), checkpoint(3, 10_000, 20)],
  corridor: {
    type: 'corridor',
    coordinates: [
      [13, at(0)],
      [13, at(10_000)],
    ],
    width: 200,
  },
  start: START,
  from: START - 30 * MINUTE,
  until: START + 2 * HOUR,
};
const fix = (minutes: number, metres: number): DetectionPoint => ({
  ...createPoint(),
  time: START + minutes * MINUTE,
  hasPosition: true,
  valid: true,
  latitude: at(metres),
  longitude: 13,
  speed: 30,
  satellites: 9,
});
/** Leaves the start at the minute and drives 30 km/h. */
const drive = (leaves: number): DetectionPoint[] => [
  fix(leaves - 5, 0),
  ...Array.from({ length: 21 }, (_, minute) => fix(leaves + minute, minute * 500)),
];

let runs: ReturnType<typeof openRouteRuns>;
const open = () =>
  openRouteRuns({
    database: opened.test.database,
    positions: opened.world.store,
    directory: opened.world.directory,
    time: { now: () => opened.world.now },
    logger: {
      warn: (details: object, message: string) => {
        throw new Error(`${message} ${JSON.stringify(details)}`);
      },
    },
  });
const lookAt = async (minutes: number): Promise<void> => {
  opened.world.now = START + minutes * MINUTE;
  await runs.run();
};
const result = async (): Promise<RunResult & { stored: string }> => {
  const [row] = await opened.test.database.query<{ state: string; result: RunResult }>(
    'select state, result from route_run where id = $1',
    [RUN],
  );
  return { ...row.result, stored: row.state };
};
const statuses = async (): Promise<string[]> => (await result()).checkpoints.map(({ status }) => status);
const recorded = async (): Promise<string[]> => {
  const rows = await opened.test.database.query<{ kind: string; late: boolean }>(
    "select kind, (data ->> 'late')::bool as late from event where subject_type = 'route_run' and data ? 'late' order by sequence",
  );
  // Lists read a run again whenever it changes; that is no event.
  return rows.filter(({ kind }) => kind !== 'runChanged').map(({ kind, late }) => (late ? `${kind} late` : kind));
};
const timeline = async (): Promise<string[]> =>
  (
    await opened.test.database.query<{ kind: string; checkpoint: string }>(
      'select kind, checkpoint from route_run_event order by at, kind',
    )
  ).map(({ kind, checkpoint: name }) => `${kind} ${name}`.trim());

/** Records that runs changed, for those who keep them in memory. */
const announcePlan = (): Promise<number> =>
  opened.test.database.transaction((transaction) =>
    transaction.appendEvent(
      testEvent(
        'runsPlanned',
        { route_id: 1, name: 'Round', added: 1, removed: 0 },
        { account_id: 1, subject_id: 1, time: toIso(START) },
      ),
    ),
  );

beforeEach(async () => {
  const { database } = opened.test;
  await database.query('delete from route_run');
  await database.query('delete from route');
  await database.query(
    `insert into route (id, account_id, name, description, colour, labels, order_rule, checkpoints, created_at)
     values (1, 1, 'Round', '', 'blue', '[]', 'skips', '[]', $1)`,
    [toIso(START)],
  );
  await database.query(
    `insert into route_run (id, account_id, route_id, unit_id, start_at, end_at, from_at, until_at, plan, created_at)
     values ($1, 1, 1, $2, $3, $4, $5, $6, $7, $3)`,
    [
      RUN,
      UNIT,
      toIso(PLAN.start),
      toIso(START + 20 * MINUTE),
      toIso(PLAN.from),
      toIso(PLAN.until),
      JSON.stringify(PLAN),
    ],
  );
  runs = open();
});
afterEach(() => runs.close());

describe('runs over a database', () => {
  it('follows a drive report by report, and reports each thing once', async () => {
    for (const point of drive(0)) {
      await opened.world.send(UNIT, [point]);
      await lookAt((point.time - START) / MINUTE);
    }
    expect(await result()).toMatchObject({ stored: 'finished', state: 'finished' });
    expect(await statuses()).toEqual(['onTime', 'onTime', 'onTime']);
    const once = await recorded();
    expect(once.toSorted()).toEqual(
      ['checkpointReached', 'checkpointReached', 'checkpointReached', 'runFinished', 'runStarted'].toSorted(),
    );
    await lookAt(40);
    expect(await recorded()).toEqual(once);
    expect((await timeline()).length).toBe(4);
  });

  it('finds the same whether reports came one by one, together, or after a restart', async () => {
    await opened.world.send(UNIT, drive(7).slice(0, 9));
    await lookAt(8);
    await runs.close();
    runs = open();
    await opened.world.send(UNIT, drive(7).slice(9));
    await lookAt(40);
    const found = await result();
    expect(found.checkpoints.map(({ status }) => status)).toEqual(['late', 'late', 'late']);
    await opened.test.database.query("update route_run set result = null, state = 'planned'");
    await announcePlan();
    await lookAt(41);
    expect(await result()).toEqual(found);
  });

  it('is late by the clock while the tracker sleeps, and put right quietly by what it had kept', async () => {
    await opened.world.send(UNIT, [fix(-5, 0)]);
    await lookAt(0);
    await lookAt(6);
    expect(await statuses()).toEqual(['late', 'pending', 'pending']);
    expect(await recorded()).toEqual(['checkpointLate']);
    opened.world.now = START + 50 * MINUTE;
    await opened.world.send(UNIT, drive(0).slice(1), opened.world.now);
    await lookAt(50);
    expect(await statuses()).toEqual(['onTime', 'onTime', 'onTime']);
    expect((await recorded()).filter((each) => !each.endsWith('late'))).toEqual(['checkpointLate']);
    expect(await timeline()).not.toContain('checkpointLate C1');
  });

  it('reports that the unit left the route and came back to it, each once', async () => {
    for (const point of drive(0)) {
      const isAway = point.latitude > at(6_000) && point.latitude < at(8_000);
      await opened.world.send(UNIT, [isAway ? { ...point, longitude: 13.01 } : point]);
      await lookAt((point.time - START) / MINUTE);
    }
    await lookAt(40);
    expect((await recorded()).filter((kind) => kind.includes('Route'))).toEqual(['unitOffRoute', 'unitBackOnRoute']);
    expect((await timeline()).filter((kind) => kind.includes('Route'))).toEqual(['offRoute', 'backOnRoute']);
    const [back] = await opened.test.database.query<{ latitude: number; longitude: number }>(
      "select latitude, longitude from route_run_event where kind = 'backOnRoute'",
    );
    expect(back.longitude).toBe(13);
    expect(back.latitude).toBeGreaterThanOrEqual(at(8_000));
  });

  it('goes through a run of the past again when reports of its time come late', async () => {
    const whole = drive(0);
    await opened.world.send(UNIT, [...whole.slice(0, 8), fix(60, 30_000)]);
    await lookAt(130);
    expect(await result()).toMatchObject({ stored: 'aborted', reason: 'unfinished' });
    opened.world.now = START + 200 * MINUTE;
    await opened.world.send(UNIT, whole.slice(8), opened.world.now);
    await lookAt(200);
    await lookAt(200 + 11 / 60);
    expect(await result()).toMatchObject({ stored: 'finished' });
    expect(await statuses()).toEqual(['onTime', 'onTime', 'onTime']);
  });

  it('takes in what a tracker kept while it was out of reach until after the run', async () => {
    await opened.world.send(UNIT, [fix(-5, 0)]);
    await lookAt(130);
    expect(await result()).toMatchObject({ stored: 'aborted', reason: 'neverStarted' });
    opened.world.now = START + 200 * MINUTE;
    await opened.world.send(UNIT, drive(0).slice(1), opened.world.now);
    await lookAt(200);
    await lookAt(200 + 11 / 60);
    expect(await result()).toMatchObject({ stored: 'finished' });
  });

  it('never started where nothing was reported, at the end of its time and not before', async () => {
    await lookAt(119);
    expect((await result()).stored).toBe('planned');
    await lookAt(120 + (3 * SECOND) / MINUTE);
    expect(await result()).toMatchObject({ stored: 'aborted', reason: 'neverStarted' });
    expect(await recorded()).toContain('runAborted');
  });
});
