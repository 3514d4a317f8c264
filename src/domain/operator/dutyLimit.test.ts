import { describe, expect, it } from 'vitest';
import { MINUTE } from '../base/index.ts';
import { drivenSinceRest, dutyCrossings } from './dutyLimit.ts';

/** Minutes at the wheel of a unit, with stops. */
const drive = (unit: string, from: number, to: number, ...stops: readonly (readonly [number, number])[]) => ({
  unit,
  from: from * MINUTE,
  to: to * MINUTE,
  stops: stops.map(([start, end]) => ({ from: start * MINUTE, to: end * MINUTE })),
});
const LIMIT = { driving: 60 * MINUTE, rest: 30 * MINUTE };
const found = (drives: readonly ReturnType<typeof drive>[], known = -1_000 * MINUTE) =>
  dutyCrossings(drives, LIMIT, known).map(({ since, at, drive: { unit } }) => [since / MINUTE, at / MINUTE, unit]);

describe('driving for too long', () => {
  it('adds up what was driven at several units, without stops and pauses', () => {
    expect(found([drive('a', 0, 40), drive('b', 50, 100, [60, 65])])).toEqual([[0, 75, 'b']]);
    expect(found([drive('a', 0, 40), drive('b', 70, 129)])).toEqual([]);
  });

  it('is found once between two rests', () => {
    expect(found([drive('a', 0, 90), drive('a', 100, 200), drive('b', 240, 310)])).toEqual([
      [0, 60, 'a'],
      [240, 300, 'b'],
    ]);
  });

  it('counts once what was driven at two units at the same time', () => {
    expect(found([drive('a', 0, 50), drive('b', 10, 55)])).toEqual([]);
    expect(found([drive('a', 0, 50), drive('b', 10, 70)])).toEqual([[0, 60, 'b']]);
  });

  it('leaves out driving that may have begun before it is known', () => {
    const drives = [drive('a', 10, 90), drive('b', 120, 190)];
    expect(found(drives, 0)).toEqual([[120, 180, 'b']]);
  });

  it('knows what was driven since the last rest', () => {
    expect(drivenSinceRest([drive('a', 0, 40), drive('b', 80, 100)], LIMIT.rest)).toBe(20 * MINUTE);
    expect(drivenSinceRest([], LIMIT.rest)).toBe(0);
  });
});
