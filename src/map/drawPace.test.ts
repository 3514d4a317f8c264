import { describe, expect, it } from 'vitest';
import { DrawPace, metresPerPixel } from './drawPace.ts';

const FRAME = 16;

/** How many of the frames of `seconds` are drawn, at `rate` times the speed of time. */
function drawn(zoom: number, rate: number, seconds = 10): number {
  const pace = new DrawPace();
  const resolution = metresPerPixel(45, zoom);
  let count = 0;
  for (let now = 0; now < seconds * 1_000; now += FRAME) {
    if (pace.wait(now * rate, now, resolution) > 0) continue;
    pace.drawn(now * rate, now);
    count++;
  }
  return count / seconds;
}

describe('the pace of drawing', () => {
  it('knows the ground resolution', () => {
    expect(metresPerPixel(0, 0)).toBeCloseTo(78_184, 0);
    expect(metresPerPixel(60, 10)).toBeCloseTo(78_184 / 2 / 1_024, 2);
  });

  it('draws every frame where a step can be seen, and a continent ten times a second at most', () => {
    expect(drawn(16, 1)).toBeGreaterThan(60);
    expect(drawn(3, 1)).toBeLessThanOrEqual(10);
    expect(drawn(3, 1)).toBeGreaterThan(8);
  });

  it('draws more often the faster time runs, either way', () => {
    expect(drawn(8, 1)).toBeLessThanOrEqual(10);
    expect(drawn(8, 60)).toBeGreaterThan(25);
    expect(drawn(8, -60)).toBe(drawn(8, 60));
    expect(drawn(3, 1_000)).toBeGreaterThan(25);
  });

  it('draws the first frame and a jump in time at once', () => {
    const pace = new DrawPace();
    expect(pace.wait(0, 0, 5_000)).toBe(0);
    pace.drawn(0, 0);
    expect(pace.wait(40, 40, 5_000)).toBe(60);
    expect(pace.wait(3_600_000, 41, 5_000)).toBe(0);
    expect(pace.wait(-3_600_000, 41, 5_000)).toBe(0);
  });
});
