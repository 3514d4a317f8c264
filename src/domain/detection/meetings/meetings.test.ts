import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../base/index.ts';
import { meetingsOf, type Meeting } from './meetings.ts';
import { UnitPath } from './unitPath.ts';

/** Metres to the north of 52° N, by seconds. */
const path = (...fixes: readonly (readonly [seconds: number, metres: number, moves?: boolean])[]): UnitPath => {
  const made = new UnitPath();
  for (const [seconds, metres, moves = false] of fixes) made.add(seconds * SECOND, 52 + metres / 111_195, 13, moves);
  return made;
};
const spans = (meetings: readonly Meeting[]) => meetings.map(({ from, to }) => [from / SECOND, to && to / SECOND]);
const search = { metres: 200, since: 0, open: null };

describe('meetings of two units', () => {
  it('begin within the distance and end beyond it with a margin', () => {
    const parked = path([0, 0]);
    const passes = path([0, 5_000], [60, 150], [120, 210], [180, 230], [240, 100]);
    expect(spans(meetingsOf(parked, passes, search))).toEqual([
      [60, 180],
      [240, null],
    ]);
    expect(spans(meetingsOf(passes, parked, search))).toEqual(spans(meetingsOf(parked, passes, search)));
  });

  it('compare moving units at the same instant, between their fixes', () => {
    // A convoy that reports in turns, 600 m between two fixes of each.
    const one = path([0, 0, true], [60, 600, true], [120, 1_200, true]);
    const other = path([30, 350, true], [90, 950, true], [150, 1_550, true]);
    const [meeting] = meetingsOf(one, other, search);
    expect(meeting.from).toBe(30 * SECOND);
    expect(meeting.distance).toBeCloseTo(50, 0);
  });

  it('know nothing of a moving unit that is silent, and take one that stopped to be there', () => {
    const passes = path([400, 10], [460, 9_000]);
    expect(meetingsOf(path([0, 0, true]), passes, search)).toEqual([]);
    expect(meetingsOf(path([0, 0, true], [900, 0]), passes, search)).toEqual([]);
    expect(spans(meetingsOf(path([0, 0, false]), passes, search))).toEqual([[400, 460]]);
    expect(meetingsOf(path([-25 * 3_600, 0, false]), passes, search)).toEqual([]);
  });

  it('go on from a meeting that was under way, whatever was known of its end', () => {
    const one = path([0, 0]);
    const other = path([0, 0], [600, 0], [1_200, 5_000]);
    const [whole] = meetingsOf(one, other, search);
    expect(meetingsOf(one, other, { ...search, since: 900 * SECOND, open: { ...whole, to: null } })).toEqual([whole]);
  });

  it('find the same wherever one begins again', () => {
    const one = path([0, 0], [HOUR / SECOND, 3_000]);
    const other = path(
      ...Array.from({ length: 120 }, (_, k): [number, number, boolean] => [k * 30, (k % 20) * 60, true]),
    );
    const whole = meetingsOf(one, other, search);
    expect(whole.length).toBeGreaterThan(3);
    for (let since = 0; since < HOUR; since += 7 * MINUTE) {
      const open = whole.find(({ from, to }) => from < since && (to === null || to >= since)) ?? null;
      const kept = whole.filter(({ from, to }) => from >= since || to === null || to >= since);
      expect(meetingsOf(one, other, { ...search, since, open })).toEqual(kept);
    }
  });

  it('are under way where nobody looked before and both are there', () => {
    const both = [path([0, 0]), path([0, 50])] as const;
    expect(spans(meetingsOf(...both, { ...search, since: MINUTE }))).toEqual([]);
    expect(spans(meetingsOf(...both, { ...search, since: MINUTE, begins: true }))).toEqual([[60, null]]);
  });

  it('cross the date line the shorter way', () => {
    const path = new UnitPath();
    path.add(0, 0, 179.99, true);
    path.add(60 * SECOND, 0, -179.99, true);
    expect(path.placeAt(30 * SECOND, 0)?.longitude).toBeCloseTo(180, 6);
    expect(path.placeAt(45 * SECOND, 0)?.longitude).toBeCloseTo(-179.995, 6);
  });

  it('keep of a path what later instants need', () => {
    const kept = path([0, 0], [60, 100], [120, 200]);
    kept.forget(90 * SECOND);
    expect(kept.times).toEqual([60 * SECOND, 120 * SECOND]);
  });
});
