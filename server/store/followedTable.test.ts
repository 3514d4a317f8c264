import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testEventAbout } from '../../src/domain/events/testing/index.ts';
import { subjectsOf, type EventSubject } from '../../src/domain/events/index.ts';
import { DatabaseUnavailable, type EventFollower } from './database.types.ts';
import { followTable, followedTables, type FollowedTable } from './followedTable.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A table of rules in a database that can be away, and its copy. */
function setup() {
  const listeners = new Set<EventFollower>();
  const database = {
    onEvents: (listener: EventFollower) => (listeners.add(listener), () => void listeners.delete(listener)),
  };
  const stored = new Map([[1, 'one']]);
  const copy = new Map<number, string>();
  const reads: ('all' | number[])[] = [];
  const failures: string[] = [];
  const state = { away: false };
  const attempt = async (what: 'all' | number[]): Promise<void> => {
    reads.push(what);
    await Promise.resolve();
    if (state.away) throw new Error('away');
  };
  const follow = (): FollowedTable =>
    followTable<number[]>({
      name: 'rules',
      database,
      async readAll() {
        await attempt('all');
        copy.clear();
        for (const [id, text] of stored) copy.set(id, text);
      },
      changeOf(events) {
        const ids = subjectsOf(events, 'rule');
        return ids.length === 0 ? null : ids;
      },
      async read(ids) {
        await attempt(ids);
        for (const id of ids) copy.set(id, stored.get(id) ?? 'gone');
      },
      onFailure: (error) => failures.push(String(error)),
    });
  const publish = (subject: EventSubject, id: number) =>
    Promise.all([...listeners].map((listener) => listener([testEventAbout(subject, { subject_id: id })])));
  return { database, stored, copy, reads, failures, state, follow, publish };
}

describe('a table in memory', () => {
  it('is read whole, then what events changed, before the transaction that recorded them ends', async () => {
    const { stored, copy, reads, follow, publish } = setup();
    const table = follow();
    expect(table.stale).toBe(true);
    await table.current();
    stored.set(2, 'two');
    await publish('rule', 2);
    expect([...copy.values(), table.stale]).toEqual(['one', 'two', false]);
    await publish('unit', 2);
    expect(reads).toEqual(['all', [2]]);
    table.close();
  });

  it('is read again with growing pauses until that succeeds, where the first reading failed', async () => {
    const { copy, reads, failures, state, follow } = setup();
    state.away = true;
    const table = follow();
    let isCurrent = false;
    const current = table.current().then(() => (isCurrent = true));
    await vi.advanceTimersByTimeAsync(0);
    expect([table.stale, failures.length]).toEqual([true, 1]);
    await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000);
    expect([reads.length, isCurrent]).toEqual([4, false]);
    state.away = false;
    await vi.advanceTimersByTimeAsync(8_000);
    await current;
    expect([table.stale, [...copy.values()], reads.length]).toEqual([false, ['one'], 5]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reads).toHaveLength(5);
    table.close();
  });

  it('is read whole after a change that could not be read, and the change waits for no retry', async () => {
    const { stored, copy, reads, state, follow, publish } = setup();
    const table = follow();
    await table.current();
    state.away = true;
    stored.set(2, 'two');
    await publish('rule', 2);
    expect([table.stale, copy.size]).toEqual([true, 1]);
    state.away = false;
    stored.set(3, 'three');
    await publish('rule', 3);
    expect([[...copy.values()], reads, table.stale]).toEqual([['one', 'two', 'three'], ['all', [2], 'all'], false]);
    table.close();
  });

  it('is known by its name while it is followed', async () => {
    const { database, state, follow } = setup();
    state.away = true;
    const table = follow();
    expect(followedTables(database).map(({ name, stale }) => [name, stale])).toEqual([['rules', true]]);
    const current = table.current();
    table.close();
    await expect(current).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(followedTables(database)).toEqual([]);
  });
});
