import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../domain/base/index.ts';
import { instantAt, moved, rulerMarks, shareOf, zoomed } from './ruler.ts';

const day = { from: Date.UTC(2026, 0, 5), to: Date.UTC(2026, 0, 6) };

describe('timeline ruler', () => {
  it('marks round hours, no closer than the spacing', () => {
    const marks = rulerMarks(day, 720, 0);
    expect(marks.map((mark) => new Date(mark.instant).getUTCHours())).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 0]);
    expect(marks[0]).toMatchObject({ share: 0, midnight: true });
    expect(marks[1].share * 720).toBeCloseTo(90);
  });

  it('is round in the zone of the reader, also where it is half an hour off', () => {
    const marks = rulerMarks(day, 720, 210);
    expect(marks.every((mark) => (mark.instant + 210 * MINUTE) % (3 * HOUR) === 0)).toBe(true);
    expect(marks.filter((mark) => mark.midnight)).toHaveLength(1);
  });

  it('has no marks without room', () => {
    expect(rulerMarks(day, 0, 0)).toEqual([]);
    expect(rulerMarks({ from: 5, to: 5 }, 100, 0)).toEqual([]);
  });

  it('answers the instant under the pointer, kept on the ruler', () => {
    expect(instantAt(day, 0.5)).toBe(day.from + 12 * HOUR);
    expect(instantAt(day, 7)).toBe(day.to);
    expect(shareOf(day, day.from + 6 * HOUR)).toBe(0.25);
  });

  it('holds the point under the pointer while zooming, within what there is', () => {
    const held = day.from + 6 * HOUR;
    const closer = zoomed(day, held, 0.5, day);
    expect(closer.to - closer.from).toBe(12 * HOUR);
    expect(shareOf(closer, held)).toBeCloseTo(0.25);
    expect(zoomed(day, held, 100, day)).toEqual(day);
    expect(zoomed(day, held, 1e-9, day).to - zoomed(day, held, 1e-9, day).from).toBe(MINUTE);
  });

  it('stops at the ends when moved', () => {
    const hour = { from: day.from, to: day.from + HOUR };
    expect(moved(hour, -DAY, day)).toEqual(hour);
    expect(moved(hour, 7 * DAY, day)).toEqual({ from: day.to - HOUR, to: day.to });
  });
});
