import { describe, expect, it } from 'vitest';
import { chance } from '../base/testing/index.ts';
import { bindingsByKey, ownerOfKey, type KeyOwner, type UnitSpan } from './index.ts';

const span = (unitId: number, from: number, to: number | null = null): UnitSpan => ({ unitId, from, to });
const evidence = (more: Partial<Parameters<typeof bindingsByKey>[0]>) => ({
  sessions: [],
  manual: [],
  others: [],
  releases: [],
  severalUnits: false,
  ...more,
});
const bindings = (more: Partial<Parameters<typeof bindingsByKey>[0]>) =>
  bindingsByKey(evidence(more)).map(({ unitId, from, to }) => [unitId, from, to]);

describe('where keys put an operator', () => {
  it('is at each unit for as long as the key is signed in', () => {
    expect(bindings({ sessions: [span(1, 0, 10), span(2, 20)] })).toEqual([
      [1, 0, 10],
      [2, 20, null],
    ]);
  });

  it('is at one unit at a time: what begins elsewhere ends it for good', () => {
    const sessions = [span(1, 0), span(2, 10, 20)];
    expect(bindings({ sessions })).toEqual([
      [1, 0, 10],
      [2, 10, 20],
    ]);
    expect(bindings({ sessions, severalUnits: true })).toEqual([
      [1, 0, null],
      [2, 10, 20],
    ]);
  });

  it('is nowhere else while somebody assigned the operator by hand, and goes on where the key still is', () => {
    expect(bindings({ sessions: [span(1, 5, 30)], manual: [span(2, 0, 10)] })).toEqual([[1, 10, 30]]);
    expect(bindings({ sessions: [span(1, 5, 30)], manual: [span(2, 0)] })).toEqual([]);
    expect(bindings({ sessions: [span(1, 0, 30)], manual: [span(2, 10, 20)] })).toEqual([[1, 0, 10]]);
    expect(bindings({ sessions: [span(1, 0, 30)], manual: [span(1, 10, 20)] })).toEqual([
      [1, 0, 10],
      [1, 20, 30],
    ]);
  });

  it('says nothing at a unit that somebody else has by hand', () => {
    expect(bindings({ sessions: [span(1, 0, 30)], others: [span(1, 10, 20), span(2, 0)] })).toEqual([
      [1, 0, 10],
      [1, 20, 30],
    ]);
  });

  it('ends with a release by hand, and begins again with the next session', () => {
    const sessions = [span(1, 0, 30), span(1, 40)];
    expect(bindings({ sessions, releases: [{ unitId: 1, at: 5 }] })).toEqual([
      [1, 0, 5],
      [1, 40, null],
    ]);
    expect(bindings({ sessions, releases: [{ unitId: 1, at: 0 }] })).toEqual([[1, 40, null]]);
    expect(bindings({ sessions, releases: [{ unitId: 2, at: 5 }] })).toHaveLength(2);
  });

  it('is the same in whatever order the evidence came, and never at two units', () => {
    const random = chance(8);
    const shuffled = <Value>(values: readonly Value[]): Value[] =>
      values
        .map((value) => ({ value, place: random() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ value }) => value);
    for (let round = 0; round < 50; round++) {
      const sessions = [1, 2, 3].flatMap((unitId) => {
        let time = 0;
        return Array.from({ length: 8 }, () => {
          const from = time + Math.floor(random() * 20);
          time = from + 1 + Math.floor(random() * 20);
          return span(unitId, from, time);
        });
      });
      const more = {
        manual: [span(1, Math.floor(random() * 80), 90), span(2, 100, 110)],
        others: [span(3, Math.floor(random() * 80), 95)],
        releases: [{ unitId: 2, at: Math.floor(random() * 80) }],
      };
      const once = bindings({ sessions, ...more });
      expect(bindings({ sessions: shuffled(sessions), ...more })).toEqual(once);
      const all = [...once, ...more.manual.map(({ unitId, from, to }) => [unitId, from, to])].toSorted(
        (a, b) => Number(a[1]) - Number(b[1]),
      );
      for (let index = 1; index < all.length; index++) {
        const [before, next] = [all[index - 1], all[index]];
        if (before[0] !== next[0]) expect(Number(before[2]), JSON.stringify(all)).toBeLessThanOrEqual(Number(next[1]));
      }
    }
  });
});

describe('whose a key was', () => {
  const owner = (operatorId: number, accountId: number, key: string, from = 0, to = Infinity): KeyOwner => ({
    operatorId,
    accountId,
    key,
    from,
    to,
  });

  it('is found by the key as it is written before the reversed one, and by the holder before the owner', () => {
    const owners = [owner(1, 7, 'B2A1'), owner(2, 7, 'A1B2'), owner(3, 4, 'A1B2')];
    expect(ownerOfKey(['A1B2', 'B2A1'], [7, 4], 5, owners)).toBe(2);
    expect(ownerOfKey(['A1B2', 'B2A1'], [4], 5, owners)).toBe(3);
    expect(ownerOfKey(['B2A1', 'A1B2'], [4], 5, owners)).toBe(3);
    expect(ownerOfKey(['b2a1'], [7, 4], 5, owners)).toBeNull();
  });

  it('was of whoever had it then', () => {
    const owners = [owner(1, 7, 'A', 0, 10), owner(2, 7, 'A', 10)];
    expect([5, 10].map((at) => ownerOfKey(['A'], [7], at, owners))).toEqual([1, 2]);
  });
});
