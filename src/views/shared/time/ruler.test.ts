import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../domain/base/index.ts';
import { instantAt, moved, rulerMarks, shareOf, snapped, zoomed } from './ruler.ts';
import { zoneOffset } from './zoneOffset.ts';

const day = { from: Date.UTC(2026, 0, 5), to: Date.UTC(2026, 0, 6) };

describe('timeline ruler', () => {
  it('marks round hours, no closer than the spacing', () => {
    const marks = rulerMarks(day, 720, () => 0);
    expect(marks.map((mark) => new Date(mark.instant).getUTCHours())).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 0]);
    expect(marks[0]).toMatchObject({ share: 0, midnight: true });
    expect(marks[1].share * 720).toBeCloseTo(90);
  });

  it('is round in the zone of the reader, also where it is half an hour off', () => {
    const marks = rulerMarks(day, 720, () => 210);
    expect(marks.every((mark) => (mark.instant + 210 * MINUTE) % (3 * HOUR) === 0)).toBe(true);
    expect(marks.filter((mark) => mark.midnight)).toHaveLength(1);
  });

  it('is round on both sides of a change of clocks', () => {
    const berlin = (instant: number): number => zoneOffset('Europe/Berlin', instant);
    // Clocks go from 2:00 to 3:00 on 29 March 2026.
    const marks = rulerMarks({ from: Date.UTC(2026, 2, 28, 23), to: Date.UTC(2026, 2, 29, 23) }, 720, berlin);
    const hours = marks.map(({ instant }) => (new Date(instant).getUTCHours() + berlin(instant) / 60) % 24);
    expect(hours).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 0]);
    expect(marks.filter(({ midnight }) => midnight)).toHaveLength(2);
  });

  it('takes a hand beside a mark to mean the mark, else a whole second', () => {
    const marks = rulerMarks(day, 720, () => 0);
    const minute = 720 / (24 * 60);
    const noon = day.from + 12 * HOUR;
    expect(snapped(noon + (4 / minute) * MINUTE, day, 720, marks)).toBe(noon);
    expect(snapped(noon + 60 * MINUTE + 7.4, day, 720, marks)).toBe(noon + 60 * MINUTE);
    expect(snapped(noon + 0.4, day, 720, [])).toBe(noon);
  });

  it('has no marks without room', () => {
    expect(rulerMarks(day, 0, () => 0)).toEqual([]);
    expect(rulerMarks({ from: 5, to: 5 }, 100, () => 0)).toEqual([]);
  });

  it('answers the instant under the pointer, kept on the ruler', () => {
    expect(instantAt(day, 0.5)).toBe(day.from + 12 * HOUR);
    expect(instantAt(day, 7)).toBe(day.to);
    expect(shareOf(day, day.from + 6 * HOUR)).toBe(0.25);
  });

  it('holds the point under the pointer while zooming, within what there is', () => {
    const anchor = day.from + 6 * HOUR;
    const closer = zoomed(day, anchor, 0.5, day);
    expect(closer.to - closer.from).toBe(12 * HOUR);
    expect(shareOf(closer, anchor)).toBeCloseTo(0.25);
    expect(zoomed(day, anchor, 100, day)).toEqual(day);
    expect(zoomed(day, anchor, 1e-9, day).to - zoomed(day, anchor, 1e-9, day).from).toBe(MINUTE);
  });

  it('stops at the ends when moved', () => {
    const hour = { from: day.from, to: day.from + HOUR };
    expect(moved(hour, -DAY, day)).toEqual(hour);
    expect(moved(hour, 7 * DAY, day)).toEqual({ from: day.to - HOUR, to: day.to });
  });
});
