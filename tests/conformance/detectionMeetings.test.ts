import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMeetings } from '../../server/pipeline/index.ts';
import { HOUR, MINUTE, toIso, type Instant } from '../../src/domain/base/index.ts';
import { NO_RECORDS } from '../../src/domain/backtest/index.ts';
import {
  createPoint,
  DEFAULT_FILTERS,
  DEFAULT_TRIP_DETECTOR,
  type DetectionPoint,
} from '../../src/domain/detection/index.ts';
import { trackOf } from '../../src/domain/detection/testing/index.ts';
import { testEvent } from '../../src/domain/events/testing/index.ts';
import { newCondition, NO_LIMITS, type RuleCondition } from '../../src/domain/rule/index.ts';
import { encodeTrack, END_OF_BLOCKS, frameBlock } from '../../src/domain/telemetry/index.ts';
import { BacktestCore } from '../../src/streams/sources/backtest/backtestCore.ts';
import { START, UNIT, withDetection } from '../support/detectionTests.ts';

const opened = withDetection();
const { test } = opened;
/** Of the same account, and of others. */
const [OTHER, ELSEWHERE, FOREIGN] = [41, 60, 70];

let meetings: ReturnType<typeof openMeetings>;
const open = () =>
  openMeetings({
    database: opened.test.database,
    positions: opened.world.store,
    directory: opened.world.directory,
    time: { now: () => opened.world.now },
    logger: {
      warn(details: object, message: string) {
        throw new Error(`${message} ${JSON.stringify(details)}`);
      },
    },
  });
const restart = async (): Promise<void> => {
  await meetings.close();
  await opened.world.restart();
  meetings = open();
};

type Sent = readonly [unitId: number, point: DetectionPoint];
/** Metres north of the depot, in a minute of the test; one that drives has 60 km/h. */
const at = (unitId: number, minute: number, metres: number, speed = 0): Sent => [
  unitId,
  {
    ...createPoint(),
    time: START + minute * MINUTE,
    hasPosition: true,
    valid: true,
    latitude: 52 + metres / 111_195,
    longitude: 13,
    speed,
    satellites: 9,
  },
];
const send = async (sent: readonly Sent[], now: Instant): Promise<void> => {
  opened.world.now = now;
  for (const [unitId, point] of sent) await opened.world.send(unitId, [point], now);
  await meetings.run();
};
/** As reports come, each looked at by itself. */
const live = async (sent: readonly Sent[], between: () => Promise<void> = async () => undefined): Promise<void> => {
  for (const each of sent) {
    await send([each], each[1].time);
    await between();
  }
};

const addRule = (
  id: number,
  condition: Partial<RuleCondition>,
  { account = 4, units = null as readonly number[] | null, from = START } = {},
) =>
  test.database.transaction(async (transaction) => {
    await transaction.query(
      `insert into rule (id, account_id, name, status, match, conditions, hold, all_units, sub_accounts, applied_at, created_at)
       values ($1::int8, $2, 'Rule ' || $1::text, 'active', 'all', $3, 0, $4, true, $5, $5)`,
      [id, account, JSON.stringify([{ ...newCondition('fact'), ...condition }]), units === null, toIso(from)],
    );
    for (const unitId of units ?? [])
      await transaction.query('insert into rule_unit (rule_id, unit_id) values ($1, $2)', [id, unitId]);
    await transaction.appendEvent(
      testEvent('ruleUpdated', {}, { account_id: account, subject_id: id, time: toIso(opened.world.now) }),
    );
  });
const NEAR: Partial<RuleCondition> = { fact: 'unitsNear', metres: 300, other_unit_ids: [OTHER] };
const APART: Partial<RuleCondition> = { ...NEAR, fact: 'unitsApart' };

/** Which rule fired at which unit, and in which minute. */
const fired = async () =>
  (
    await test.database.query<{ rule_id: number; unit_id: number; at: Date }>(
      'select rule_id, unit_id, at from rule_occurrence order by rule_id, at, unit_id',
    )
  ).map(({ rule_id, unit_id, at: time }) => [rule_id, unit_id, (time.getTime() - START) / MINUTE]);
const recorded = async (unitId = UNIT) =>
  (await opened.world.facts(unitId)).filter((kind) => /^ruleFired|^occurrence/.test(kind));

/** How a back-test reads a unit's reports. */
const triedOf = (unitId: number) => ({
  unitId,
  setup: { filters: DEFAULT_FILTERS, trips: { ...DEFAULT_TRIP_DETECTOR, min_satellites: 4 }, devices: [] },
  timeZone: 'UTC',
});
const blocksOf = (sent: readonly Sent[]) => {
  const units = [...Map.groupBy(sent, ([unitId]) => unitId)];
  const blocks = units.map(([unitId, own]) => {
    const points = own.map(([, point]) => point);
    return frameBlock(encodeTrack(trackOf(points, unitId)));
  });
  return new Uint8Array(Buffer.concat([...blocks, END_OF_BLOCKS]));
};

/** The other one is parked at the depot; the unit comes by, goes, and comes again to stay. */
const VISITS: readonly Sent[] = [
  at(OTHER, 0, 0),
  at(UNIT, 1, 5_000, 60),
  at(UNIT, 5, 1_000, 60),
  at(UNIT, 6, 100, 60),
  at(UNIT, 8, 2_000, 60),
  at(UNIT, 12, 9_000, 60),
  at(OTHER, 60, 0),
  at(UNIT, 70, 50),
  at(OTHER, 90, 10),
];
const NEARED = [
  [1, UNIT, 6],
  [1, UNIT, 70],
];
const PARTED = [[2, UNIT, 8]];

beforeEach(async () => {
  for (const table of ['rule_occurrence', 'rule', 'unit_meeting', 'unit_meeting_progress'])
    await test.database.query(`delete from ${table}`);
  await addRule(1, NEAR, { units: [UNIT] });
  await addRule(2, APART, { units: [UNIT] });
  meetings = open();
  await meetings.run();
});
afterEach(() => meetings.close());

describe('units that meet and separate', () => {
  it('are found as they report, each meeting once, also by reports of the other', async () => {
    await live(VISITS);
    expect(await fired()).toEqual([...NEARED, ...PARTED]);
    expect(await recorded()).toEqual(['ruleFired', 'ruleFired', 'ruleFired']);
    // The unit sleeps, and the other one drives off.
    await live([at(OTHER, 100, 3_000, 60)]);
    expect(await fired()).toEqual([...NEARED, ...PARTED, [2, UNIT, 100]]);
  });

  it('are found the same by a back-test, of the unit in which it looks for the other', async () => {
    await live(VISITS);
    const minutes = (own: number, other: number) => {
      const [tried, met] = [triedOf(own), triedOf(other)];
      const core = new BacktestCore();
      core.handle({ type: 'keep', blocks: blocksOf(VISITS) });
      const rules = [NEAR, APART].map((condition) => ({
        test: {
          match: 'all' as const,
          hold: 0,
          conditions: [{ ...newCondition('fact'), ...condition, other_unit_ids: [other] }],
        },
        limits: NO_LIMITS,
      }));
      const [past] =
        core.handle({
          type: 'run',
          run: 1,
          units: [{ ...tried, records: NO_RECORDS }],
          others: [met],
          rules,
          places: { zones: [], groups: [] },
          interval: { from: START, to: START + 2 * HOUR },
        })?.pasts ?? [];
      return past.found.map(({ firings }) => firings.map(({ at }) => (at - START) / MINUTE));
    };
    const [nears, parts] = [NEARED, PARTED].map((found) => found.map(([, , minute]) => minute));
    expect(minutes(UNIT, OTHER)).toEqual([nears, parts]);
    expect(minutes(OTHER, UNIT)).toEqual([nears, parts]);
    // A unit does not meet itself.
    expect(minutes(UNIT, UNIT)).toEqual([[], []]);
  });

  it('are found the same in one go, and across restarts between any two reports', async () => {
    await send(VISITS, START + 91 * MINUTE);
    expect(await fired()).toEqual([...NEARED, ...PARTED]);
    for (const table of ['rule_occurrence', 'unit_meeting', 'journal', 'track_block', 'last_position'])
      await test.database.query(`delete from ${table}`);
    await restart();
    await live(VISITS, restart);
    await meetings.run();
    expect(await fired()).toEqual([...NEARED, ...PARTED]);
  });

  it('are found in reports that were stored while nobody looked', async () => {
    await live(VISITS.slice(0, 2));
    await meetings.close();
    for (const [unitId, point] of VISITS.slice(2)) await opened.world.send(unitId, [point]);
    await opened.world.restart();
    meetings = open();
    opened.world.now = START + 91 * MINUTE;
    await meetings.run();
    expect(await fired()).toEqual([...NEARED, ...PARTED]);
  });

  it('are put right by late reports, without being news', async () => {
    const late = VISITS.slice(3, 4);
    await live(VISITS.filter((sent) => !late.includes(sent)));
    expect(await fired()).toEqual([[1, UNIT, 70]]);
    await send(late, START + 2 * HOUR);
    expect(await fired()).toEqual([...NEARED, ...PARTED]);
    expect((await recorded()).filter((kind) => kind === 'ruleFired')).toHaveLength(1);
    // It was elsewhere after all: the meeting goes.
    await send([at(UNIT, 69, 50, 60), at(UNIT, 71, 9_000, 60)], START + 3 * HOUR);
    expect(await fired()).toEqual([
      [1, UNIT, 6],
      [1, UNIT, 69],
      [2, UNIT, 8],
      [2, UNIT, 71],
    ]);
  });

  it('did not meet where they were together when the rule was made', async () => {
    await live([at(OTHER, 0, 0), at(UNIT, 1, 40)]);
    await test.database.query('delete from rule_occurrence');
    opened.world.now = START + 30 * MINUTE;
    await addRule(3, { ...NEAR, metres: 500 }, { from: opened.world.now });
    await addRule(4, { ...APART, metres: 500 }, { from: opened.world.now });
    await meetings.run();
    await live([at(UNIT, 40, 45), at(OTHER, 41, 5), at(UNIT, 45, 4_000, 60)]);
    expect((await fired()).filter(([rule]) => rule > 2)).toEqual([[4, UNIT, 45]]);
  });

  it('are for units of the rule alone, and of accounts that see both', async () => {
    await addRule(3, { ...NEAR, other_unit_ids: [OTHER, FOREIGN] });
    await addRule(4, { ...NEAR, other_unit_ids: [OTHER] }, { account: 5 });
    await meetings.run();
    await live([at(UNIT, 0, 0), at(FOREIGN, 1, 10), at(ELSEWHERE, 2, 20), at(OTHER, 3, 5_000, 60), at(OTHER, 8, 30)]);
    expect((await fired()).filter(([rule]) => rule >= 3).map(([rule, unit]) => [rule, unit])).toEqual([
      [3, UNIT],
      [3, ELSEWHERE],
    ]);
    const names = "select distinct test -> 'names' -> 'unit' as unit from rule_occurrence where rule_id = 3";
    expect(await test.database.query(names)).toEqual([{ unit: { [OTHER]: '=Blue Two' } }]);
  });
});
