import { describe, expect, it } from 'vitest';
import { DrawPace, FASTEST, metresPerPixel } from './drawPace.ts';

const FRAME = 16;

/**
 * How many frames a second are drawn, at `rate` times the speed of time. `cost`: ms by which a drawn frame makes the
 * next one late.
 */
function drawn(zoom: number, rate: number, { seconds = 20, frame = FRAME, cost = 0 } = {}): number {
  const pace = new DrawPace();
  const speed = FASTEST / metresPerPixel(45, zoom);
  let [count, now] = [0, 0];
  while (now < seconds * 1_000) {
    const isDrawn = pace.wait(now * rate, now, speed) === 0;
    if (isDrawn) pace.drawn(now * rate, now);
    // What it settles to, not how it gets there.
    if (isDrawn && now >= (seconds * 1_000) / 2) count++;
    now += frame + (isDrawn ? cost : 0);
  }
  return count / (seconds / 2);
}

describe('the pace of drawing', () => {
  it('knows the ground resolution', () => {
    expect(metresPerPixel(0, 0)).toBeCloseTo(78_184, 0);
    expect(metresPerPixel(60, 10)).toBeCloseTo(78_184 / 2 / 1_024, 2);
  });

  it('draws every frame where a step can be seen, and a continent four times a second at most', () => {
    expect(drawn(16, 1)).toBeGreaterThan(60);
    expect(drawn(3, 1)).toBeLessThanOrEqual(4);
    expect(drawn(3, 1)).toBeGreaterThan(3.5);
  });

  it('draws more often the faster time runs, either way', () => {
    expect(drawn(7, 1)).toBeLessThanOrEqual(4);
    expect(drawn(8, 60)).toBeGreaterThan(25);
    expect(drawn(8, -60)).toBe(drawn(8, 60));
    expect(drawn(3, 1_000)).toBeGreaterThan(25);
  });

  it('draws the first frame and a jump in time at once', () => {
    const pace = new DrawPace();
    expect(pace.wait(0, 0, 0.01)).toBe(0);
    pace.drawn(0, 0);
    expect(pace.wait(40, 16, 0.01)).toBe(234);
    expect(pace.wait(3_600_000, 32, 0.01)).toBe(0);
    expect(pace.wait(-3_600_000, 48, 0.01)).toBe(0);
  });

  it('draws less often where each drawn frame costs the page some of its own, never less than twice a second', () => {
    expect(drawn(14, 1)).toBeGreaterThan(30);
    const dear = drawn(14, 1, { cost: 100 });
    expect(dear).toBeLessThan(5);
    expect(dear).toBeGreaterThanOrEqual(1.5);
    expect(drawn(14, 1, { cost: 2 })).toBeGreaterThan(50);
  });

  it('draws what changes without a way with the next beat, and where drawing is dear with the second', () => {
    const pace = new DrawPace();
    pace.wait(0, 0, 0.01);
    pace.drawn(0, 0);
    expect([pace.rest(10), pace.rest(250)]).toEqual([240, 0]);
    for (let now = 0; now < 20_000; now += 100) pace.wait(0, now, 0.01);
    pace.drawn(0, 20_000);
    expect([pace.rest(20_010), pace.rest(20_250), pace.rest(20_500)]).toEqual([490, 250, 0]);
  });

  it('takes a slow screen for what it is, and a page that slept for no loss', () => {
    expect(drawn(16, 1, { frame: 33 })).toBeGreaterThan(25);
    const pace = new DrawPace();
    for (let now = 0; now <= 120_000; now += 60_000) pace.wait(0, now, 1);
    pace.drawn(0, 120_000);
    expect(pace.wait(260, 120_016, 1)).toBe(0);
  });
});
