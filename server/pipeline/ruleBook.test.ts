import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newCondition, NO_LIMITS } from '../../src/domain/rule/index.ts';
import { testEvent } from '../../src/domain/events/testing/index.ts';
import type { AccountId } from '../../src/domain/base/index.ts';
import { DatabaseUnavailable, type EventFollower, type Queryable } from '../store/database.types.ts';
import { RuleBook } from './ruleBook.ts';
import type { UnitSetup } from './setup.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SETUP = { set: { placeOf: (sensor: string) => (sensor === 'Speed' ? 0 : -1) } } as unknown as UnitSetup;
/** Units by their account; 1 is above 2 and 3. */
const OWNER: Record<number, number> = { 20: 2, 30: 3 };

/** A book of such rules; `away`: the database is, when it is opened. */
function setup(accounts: readonly number[], away = false) {
  const rows = accounts.map((account_id, index) => ({
    id: index + 1,
    account_id,
    match: 'all',
    conditions: [{ ...newCondition('sensor'), sensor: 'Speed', maximum: 80 }],
    hold: 0,
    all_units: true,
    sub_accounts: true,
    applied_at: new Date(0),
    unit_ids: null,
    unit_group_ids: [],
    places_of: null,
    ...NO_LIMITS,
  }));
  const state = { away, sights: 0 };
  let publish: EventFollower = () => undefined;
  const query = async (_sql: string, [ids]: readonly unknown[] = []) => {
    if (state.away) throw new DatabaseUnavailable('away');
    return rows.filter(({ id }) => ids === null || (ids as number[]).includes(id));
  };
  const book = new RuleBook({
    database: {
      query: query as unknown as Queryable['query'],
      onEvents: (listener) => ((publish = listener), () => {}),
      transaction: () => Promise.reject(new Error('No geometry changes here.')),
    },
    time: { now: () => 0 },
    directory: {
      accountOf: (unitId) => OWNER[unitId],
      allocationAt: () => null,
      accountsSeeing: (unitId) => new Set([OWNER[unitId], 1]),
      scopeOf: (account) => (account === 1 ? [1, 2, 3] : [account]) as AccountId[],
      sightOf(seeing, unitId) {
        state.sights++;
        return seeing.has(OWNER[unitId]) ? null : [];
      },
    },
    logger: { warn: () => undefined },
  });
  const watching = (unitId: number) => book.of(unitId, SETUP).map(({ ruleId }) => ruleId);
  return {
    rows,
    state,
    book,
    watching,
    publish: (id: number) => publish([testEvent('ruleUpdated', {}, { subject_id: id })]),
  };
}

it('has every rule of those that see the unit, and looks at none of the others', async () => {
  const { state, book, watching } = setup([1, 2, ...Array.from({ length: 1_000 }, () => 3)]);
  await book.settled();
  expect([watching(20), state.sights]).toEqual([[2, 1], 2]);
  expect(watching(30)).toHaveLength(1_001);
});

it('is read again where the first reading failed, and nobody goes on without it', async () => {
  const { state, book, watching } = setup([2], true);
  let isSettled = false;
  let changes = 0;
  book.onChanged(() => changes++);
  const settled = book.settled().then(() => (isSettled = true));
  await vi.advanceTimersByTimeAsync(500);
  expect([watching(20), isSettled, changes]).toEqual([[], false, 0]);
  state.away = false;
  await vi.advanceTimersByTimeAsync(1_000);
  await settled;
  expect([watching(20), changes]).toEqual([[1], 1]);
});

it('follows its events, and goes on with what it knows while a change cannot be read', async () => {
  const { rows, state, book, watching, publish } = setup([2, 1]);
  await book.settled();
  rows.splice(0, 1);
  await publish(1);
  expect(watching(20)).toEqual([2]);
  state.away = true;
  rows.splice(0, 1);
  await publish(2);
  await book.settled();
  expect(watching(20)).toEqual([2]);
  state.away = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(watching(20)).toEqual([]);
});

it('lets those who wait for it go when it is closed before it was read', async () => {
  const { book } = setup([2], true);
  const settled = book.settled();
  await vi.advanceTimersByTimeAsync(0);
  book.close();
  await expect(settled).rejects.toBeInstanceOf(DatabaseUnavailable);
});
