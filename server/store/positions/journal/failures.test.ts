import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../../src/domain/base/index.ts';
import { fixAt, START, withPositionStore } from '../../../../tests/support/positionStore.ts';
import { DatabaseUnavailable, type Database } from '../../database.types.ts';

const opened = withPositionStore({ ownServer: true });
const { committed, positions, put, reopen, test } = opened;

describe('a compaction that fails', () => {
  it('loses nothing, and is made up for by the next', async () => {
    let failing = true;
    const database: Database = new Proxy(test.database, {
      get(target, name) {
        if (name === 'transaction' && failing)
          return async () => {
            throw new DatabaseUnavailable('cable pulled');
          };
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await reopen({ database });
    await put(71, fixAt(START));
    await expect(opened.store.compact()).rejects.toBeInstanceOf(DatabaseUnavailable);
    await put(71, fixAt(START + SECOND));
    expect(await positions([71])).toHaveLength(2);
    failing = false;
    await opened.store.compact();
    expect(await test.database.query('select 1 from journal')).toEqual([]);
    expect(await positions([71])).toHaveLength(2);
    await put(71, fixAt(START + 2 * SECOND));
    await reopen();
    expect(await positions([71])).toHaveLength(3);
  });

  it('starts by itself when the tail grows large', async () => {
    await reopen({ largeTail: 10_000 });
    for (let round = 0; round < 6; round++) {
      for (let index = 0; index < 100; index++)
        opened.store.append(72, 2, START, fixAt(START + (round * 100 + index) * SECOND));
      expect(await committed()).toBe(true);
    }
    await opened.store.compact();
    const [row] = await test.database.query<{ compactions: number }>(
      'select count(distinct part) as compactions from track_block where unit_id = 72',
    );
    expect(row.compactions).toBeGreaterThan(1);
    expect(await positions([72])).toHaveLength(600);
  });
});

describe('when the database is away', () => {
  it('refuses at once, loses nothing it acknowledged, and goes on by itself', async () => {
    if (!test.server) return;
    await put(61, fixAt(START));
    process.kill(test.server.pid(), 'SIGKILL');
    const stored = new Set([START]);
    let refused = 0;
    for (let index = 1; refused === 0 || stored.size < 3; index++) {
      opened.store.append(61, 2, START + index, fixAt(START + index * SECOND));
      if (await committed()) stored.add(START + index * SECOND);
      else refused++;
      // The device waits a moment before it sends again.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const times = () => positions([61]).then((list) => list.map((position) => Date.parse(position.time)));
    expect(await times()).toEqual([...stored]);
    await reopen();
    // A group whose answer was lost may be there as well; none may be missing, none doubled.
    const after = await times();
    expect(after).toEqual([...new Set(after)]);
    expect(after).toEqual(expect.arrayContaining([...stored]));
  });
});
