import { describe, expect, it } from 'vitest';
import { zoneOptions } from './zones.ts';

describe('time zones', () => {
  const winter = zoneOptions(Date.UTC(2026, 0, 15));
  const summer = zoneOptions(Date.UTC(2026, 6, 15));
  const offset = (options: typeof winter, zone: string): string | undefined =>
    options.find((option) => option.zone === zone)?.offset;

  it('start with UTC and run from west to east', () => {
    expect(winter[0]).toEqual({ zone: 'UTC', offset: 'GMT+00:00', minutes: 0 });
    const rest = winter.slice(1).map(({ minutes }) => minutes);
    expect(rest).toEqual(rest.toSorted((a, b) => a - b));
    expect(winter.length).toBeGreaterThan(75);
  });

  it('show the offset of the day, halves of hours included', () => {
    expect([offset(winter, 'Europe/Berlin'), offset(summer, 'Europe/Berlin')]).toEqual(['GMT+01:00', 'GMT+02:00']);
    expect([
      offset(winter, 'Asia/Tehran'),
      offset(winter, 'Asia/Kathmandu'),
      offset(winter, 'America/St_Johns'),
    ]).toEqual(['GMT+03:30', 'GMT+05:45', 'GMT-03:30']);
  });
});
