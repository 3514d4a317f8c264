import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HeavyCalls } from './heavyCalls.ts';

const BOUNDS = { total: 2, perAddress: 2, perSession: 1, waiting: 2, patience: 1_000 };
const of = (session: number) => ({ address: `10.0.0.${session}`, session });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('heavy calls', () => {
  it('wait for their turn, the first that there is room for first', async () => {
    const calls = new HeavyCalls(BOUNDS);
    const first = await calls.enter(of(1));
    expect(await calls.enter(of(2))).not.toBeNull();
    const came: string[] = [];
    const again = calls.enter(of(2)).then((leave) => came.push(leave ? 'again' : 'refused'));
    const other = calls.enter(of(3)).then((leave) => came.push(leave ? 'other' : 'refused'));
    first?.();
    await other;
    expect(came).toEqual(['other']);
    await vi.advanceTimersByTimeAsync(BOUNDS.patience);
    await again;
    expect(came).toEqual(['other', 'refused']);
  });

  it('are refused at once where too many wait', async () => {
    const calls = new HeavyCalls(BOUNDS);
    await calls.enter(of(1));
    const waiting = [calls.enter(of(1)), calls.enter(of(1))];
    expect(await calls.enter(of(1))).toBeNull();
    await vi.advanceTimersByTimeAsync(BOUNDS.patience);
    expect(await Promise.all(waiting)).toEqual([null, null]);
  });
});
