import { describe, expect, it } from 'vitest';
import { TrailPace } from './pace.ts';

const small = { count: 1_000 };
const large = { count: 10_000 };

describe('the pace of trails', () => {
  it('is even while live, while paused and for small fleets', () => {
    const pace = new TrailPace(5_000);
    expect(pace.at({ mode: 'live', instant: 0, fleet: large })).toBe(5_000);
    expect(pace.at({ mode: 'paused', instant: 9e9, fleet: large })).toBe(5_000);
    expect([0, 250_000, 500_000].map((instant) => pace.at({ mode: 'replay', instant, fleet: small }))).toEqual([
      5_000, 5_000, 5_000,
    ]);
  });

  it('widens at a thousand times for a large fleet, forwards and backwards, until the timeline rests', () => {
    const pace = new TrailPace(5_000);
    expect(pace.at({ mode: 'replay', instant: 0, fleet: large })).toBe(5_000);
    expect(pace.at({ mode: 'replay', instant: -250_000, fleet: large })).toBe(80_000);
    expect(pace.at({ mode: 'replay', instant: -251_000, fleet: large })).toBe(80_000);
    expect(pace.at({ mode: 'paused', instant: -251_000, fleet: large })).toBe(5_000);
  });
});
