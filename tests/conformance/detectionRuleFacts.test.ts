import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE, destination, toIso } from '../../src/domain/base/index.ts';
import { createPoint, type DetectionPoint } from '../../src/domain/detection/index.ts';
import { newCondition, type RuleCondition } from '../../src/domain/rule/index.ts';
import { foundAt, recordFactFirings } from '../../server/pipeline/index.ts';
import { LATER } from '../support/detection.ts';
import { START, UNIT, withDetection } from '../support/detectionTests.ts';

const opened = withDetection();
const { live, test } = opened;

/** A ride of so many minutes at 60 km/h northwards, then standing. */
const ride = (minutes: number, standing: number): DetectionPoint[] =>
  Array.from({ length: minutes + standing }, (_, minute) => {
    const [latitude, longitude] = destination(52, 13, 0, Math.min(minute, minutes) * 1_000);
    return {
      ...createPoint(),
      time: START + minute * MINUTE,
      hasPosition: true,
      valid: true,
      latitude,
      longitude,
      speed: minute < minutes ? 60 : 0,
      satellites: 9,
    };
  });

const addRule = (id: number, condition: Partial<RuleCondition>, { account = 4, from = START } = {}) =>
  test.database.query(
    `insert into rule (id, account_id, name, status, match, conditions, hold, all_units, sub_accounts, applied_at, created_at)
     values ($1, $2, $5, 'active', 'all', $3, 0, true, true, $4, $4)`,
    [id, account, JSON.stringify([{ ...newCondition('fact'), ...condition }]), toIso(from), `Fact ${id}`],
  );
const fired = () =>
  test.database.query('select rule_id, fact, value, at = end_at as over from rule_occurrence order by rule_id, at');
const recorded = async () => (await opened.world.facts(UNIT)).filter((kind) => /^rule|^occurrence/.test(kind));

/** A theft that the fuel detector found, or found otherwise; null: it is gone. */
const theft = (litres: number | null, { at = START, quiet = false } = {}) =>
  test.database.transaction((transaction) =>
    recordFactFirings(
      transaction,
      opened.world.directory,
      [
        {
          unitId: UNIT,
          key: 'fuel 9',
          quiet,
          found: litres === null ? null : foundAt('fuelTheft', at, { litres, value: litres, sensorType: 'fuel_level' }),
        },
      ],
      opened.world.now,
    ),
  );

beforeEach(async () => {
  for (const table of ['rule_occurrence', 'rule']) await test.database.query(`delete from ${table}`);
});

describe('rules on facts', () => {
  it('fire with a trip that ends, once, where it is long enough', async () => {
    await addRule(1, { fact: 'tripEnded', kilometres: 5 });
    await addRule(2, { fact: 'tripEnded', kilometres: 50 });
    await live(ride(10, 8));
    await opened.world.restart();
    await opened.world.detection.sweep();
    expect(await fired()).toMatchObject([{ rule_id: 1, fact: expect.stringMatching(/^trip \d+$/), over: true }]);
    expect(await recorded()).toEqual(['ruleFired']);
  });

  it('go when late reports show that the trip did not end then', async () => {
    await addRule(1, { fact: 'tripEnded', kilometres: 8 });
    const points = ride(10, 8);
    // Its first part comes late: without it the trip is too short.
    await live(points.slice(4));
    expect(await fired()).toEqual([]);
    await opened.world.send(UNIT, points.slice(0, 4), opened.world.now);
    await opened.world.detection.run();
    opened.world.now += LATER;
    await opened.world.detection.run();
    expect(await fired()).toMatchObject([{ rule_id: 1 }]);
  });

  it('keep the key of their fact: put right, it changes or goes', async () => {
    await addRule(1, { fact: 'fuelTheft', litres: 20 });
    await theft(30);
    await theft(30);
    expect([await fired(), await recorded()]).toEqual([
      [{ rule_id: 1, fact: 'fuel 9', value: 30, over: true }],
      ['ruleFired'],
    ]);
    await theft(10);
    expect([await fired(), await recorded()]).toEqual([[], ['ruleFired', 'occurrenceRemoved late']]);
    await theft(25);
    await theft(null);
    expect(await fired()).toEqual([]);
  });

  it('say nothing of the past, of before they were made, and of what is quiet', async () => {
    await addRule(1, { fact: 'fuelTheft' });
    await addRule(2, { fact: 'fuelTheft' }, { from: START + MINUTE });
    opened.world.now = START + 60 * MINUTE;
    await theft(30);
    expect([(await fired()).length, await recorded()]).toEqual([1, ['ruleFired late']]);
    await theft(null);
    await theft(30, { quiet: true });
    expect(await recorded()).toEqual(['ruleFired late', 'occurrenceRemoved late']);
  });

  it('are for accounts that see the unit', async () => {
    await addRule(1, { fact: 'fuelTheft' }, { account: 1 });
    await addRule(2, { fact: 'fuelTheft' }, { account: 3 });
    await theft(30);
    expect((await fired()).map((row) => row['rule_id'])).toEqual([1]);
  });

  it('keep to the limits of their rule: its hours, and how soon after the last', async () => {
    await addRule(1, { fact: 'fuelTheft' });
    await test.database.query('update rule set repeat_after = 30');
    const steal = async (minute: number, key: string) =>
      test.database.transaction((transaction) =>
        recordFactFirings(
          transaction,
          opened.world.directory,
          [{ unitId: UNIT, key, found: foundAt('fuelTheft', START + minute * MINUTE, { litres: 30 }) }],
          opened.world.now,
        ),
      );
    await steal(0, 'fuel 1');
    await steal(20, 'fuel 2');
    await steal(40, 'fuel 3');
    expect((await fired()).map((row) => row['fact'])).toEqual(['fuel 1', 'fuel 3']);
    await test.database.query("update rule set repeat_after = 0, valid_until = '2026-04-05'");
    await steal(60, 'fuel 4');
    expect(await fired()).toHaveLength(2);
  });
});
