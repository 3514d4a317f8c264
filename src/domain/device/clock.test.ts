import { expect, it } from 'vitest';
import { CLOCK_OFFSETS, clockOffsetMinutes } from './clock.ts';

it('clock offsets are minutes east of UTC, each once and in order', () => {
  const [protocol, ...zones] = CLOCK_OFFSETS.map(clockOffsetMinutes);
  expect(protocol).toBeNull();
  expect(zones).toEqual([...new Set(zones)].toSorted((one, other) => Number(one) - Number(other)));
  expect(['+03:30', '-03:30', '+00:00', '+08:00', '-12:00', '3:30', ''].map(clockOffsetMinutes)).toEqual([
    210,
    -210,
    0,
    480,
    -720,
    null,
    null,
  ]);
});
