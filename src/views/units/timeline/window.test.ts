import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../domain/base/index.ts';
import { around, boundsOf, following, reachable, upToNow } from './window.ts';
import { zoneOffset } from '../../shared/time/zoneOffset.ts';
import { askedInterval } from './askedInterval.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

describe('the visible interval', () => {
  it('keeps its length and shows a strip of the future', () => {
    const { from, to } = upToNow(6 * HOUR, NOW);
    expect(to - from).toBe(6 * HOUR);
    expect(to - NOW).toBeGreaterThan(0);
    expect(around(NOW - 30 * MINUTE, 6 * HOUR, NOW)).toEqual({ from, to });
    expect(around(NOW - DAY, 6 * HOUR, NOW)).toEqual({ from: NOW - 27 * HOUR, to: NOW - 21 * HOUR });
  });

  it('turns the page when flowing time leaves it, in the direction of the flow', () => {
    const visible = { from: NOW - 10 * HOUR, to: NOW };
    expect(following(visible, NOW - HOUR, 1, NOW)).toBeNull();
    const past = NOW - 11 * HOUR;
    expect(following(visible, past, -1, NOW)).toEqual({ from: past - 9 * HOUR, to: past + HOUR });
    expect(following({ from: past - 10 * HOUR - 1, to: past - 1 }, past, 1, NOW)).toEqual({
      from: past - HOUR,
      to: past + 9 * HOUR,
    });
    expect(following(visible, past, 0, NOW)).toEqual({ from: past - 5 * HOUR, to: past + 5 * HOUR });
  });

  it('goes back as far as there is data, and two weeks where there is none', () => {
    expect(boundsOf({ from: NOW - 100 * DAY, to: NOW }, NOW, 0).from).toBe(NOW - 100 * DAY);
    expect(boundsOf({ from: NOW, to: NOW }, NOW, 0).from).toBe(NOW - 14 * DAY);
    expect(boundsOf({ from: Number.NaN, to: NOW }, NOW, 0).from).toBe(NOW - 14 * DAY);
  });

  it('lets no hand reach the future', () => {
    const visible = upToNow(HOUR, NOW);
    expect(reachable(visible.to, visible, NOW)).toBe(NOW);
    expect(reachable(visible.from - 1, visible, NOW)).toBe(visible.from);
  });
});

it('asks for the track of a creeping interval every 15 seconds at most', () => {
  const asked = Array.from({ length: 61 }, (_, second) =>
    askedInterval(upToNow(30 * MINUTE, NOW + second * 1_000), NOW + second * 1_000),
  );
  expect(new Set(asked.map(({ to }) => to)).size).toBe(4 + 1);
  for (const [second, { from, to }] of asked.entries()) {
    expect(from).toBeLessThanOrEqual(upToNow(30 * MINUTE, NOW + second * 1_000).from);
    expect(to).toBeGreaterThan(NOW + second * 1_000);
  }
});

describe('zones', () => {
  it('knows the offset of a zone at an instant', () => {
    expect(zoneOffset('UTC', NOW)).toBe(0);
    expect(zoneOffset('Asia/Tehran', NOW)).toBe(210);
    expect(zoneOffset('America/New_York', NOW)).toBe(-300);
    expect(zoneOffset('America/New_York', Date.UTC(2026, 6, 1))).toBe(-240);
    expect(() => zoneOffset('Nowhere/Land', NOW)).toThrow(RangeError);
  });
});
