import { describe, expect, it } from 'vitest';
import { prefetched } from './prefetched.ts';

/** Work that goes on until it is let go, and what happened in which order. */
function bench(items: readonly number[]) {
  const log: string[] = [];
  const work = prefetched(items, async (item) => {
    log.push(`begin ${item}`);
    await Promise.resolve();
    if (item < 0) throw new Error(`no ${item}`);
    return item * 10;
  });
  return { log, work };
}

describe('work that is done one ahead', () => {
  it('begins the next before the last is used, and never two further', async () => {
    const { log, work } = bench([1, 2, 3]);
    for await (const result of work) log.push(`use ${result}`);
    expect(log).toEqual(['begin 1', 'begin 2', 'use 10', 'begin 3', 'use 20', 'use 30']);
  });

  it('has nothing to do without items', async () => {
    const { log, work } = bench([]);
    for await (const result of work) log.push(`use ${result}`);
    expect(log).toEqual([]);
  });

  it('hands over what came before a failure, and then fails', async () => {
    const { log, work } = bench([1, -2, 3]);
    const run = async (): Promise<void> => {
      for await (const result of work) log.push(`use ${result}`);
    };
    await expect(run()).rejects.toThrow('no -2');
    expect(log.filter((line) => line.startsWith('use'))).toEqual(['use 10']);
  });

  it('leaves no failure unheard when nobody goes on reading', async () => {
    const { log, work } = bench([1, -2, 3]);
    for await (const result of work) {
      log.push(`use ${result}`);
      break;
    }
    // A rejection that nobody handles would end the test run.
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).toEqual(['begin 1', 'begin -2', 'use 10']);
  });
});
