import { describe, expect, it } from 'vitest';
import { Slots } from './slots.ts';

const holder = (address: string | null, session: number | null = null) => ({ address, session });

describe('slots', () => {
  it('are bounded in all, by address and by session, and free again when they are left, once', () => {
    const slots = new Slots({ total: 4, perAddress: 3, perSession: 2 });
    const first = slots.take(holder('a', 1));
    expect(slots.take(holder('a', 1))).not.toBeNull();
    expect(slots.take(holder('b', 1))).toBeNull();
    expect(slots.take(holder('a', 2))).not.toBeNull();
    expect(slots.take(holder('a', 3))).toBeNull();
    expect(slots.take(holder('b', 3))).not.toBeNull();
    expect(slots.take(holder('c', 4))).toBeNull();
    first?.();
    first?.();
    expect(slots.taken).toBe(3);
    expect(slots.take(holder('c', 1))).not.toBeNull();
    expect(slots.take(holder(null))).toBeNull();
  });

  it('count nobody whose address or session is not known, but in all', () => {
    const slots = new Slots({ total: 2, perAddress: 1, perSession: 1 });
    expect([1, 2, 3].map(() => slots.take(holder(null)) !== null)).toEqual([true, true, false]);
    const unbounded = new Slots({});
    for (let each = 0; each < 100; each++) expect(unbounded.take(holder('a', 1))).not.toBeNull();
  });
});
