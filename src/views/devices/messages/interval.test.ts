import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../../domain/base/index.ts';
import { readInterval } from './interval.ts';

const NOW = Date.UTC(2026, 5, 1, 12, 3);

describe('the interval of messages', () => {
  it('is the last day until now where the address says none', () => {
    expect(readInterval(undefined, undefined, NOW, 'UTC')).toEqual({
      from: NOW + 2 * MINUTE - DAY,
      to: NOW + 2 * MINUTE,
    });
  });

  it('stands still while one reads', () => {
    expect(readInterval(undefined, undefined, NOW + MINUTE, 'UTC')).toEqual(
      readInterval(undefined, undefined, NOW, 'UTC'),
    );
  });

  it('is the address’s in the account’s zone, the right way round and no longer than one look may be', () => {
    expect(readInterval('2026-05-01T03:30', '2026-05-02T03:30', NOW, 'Asia/Tehran')).toEqual({
      from: Date.UTC(2026, 4, 1),
      to: Date.UTC(2026, 4, 2),
    });
    expect(readInterval('2026-05-03T00:00', '2026-05-02T00:00', NOW, 'UTC')).toEqual({
      from: Date.UTC(2026, 4, 2) - HOUR,
      to: Date.UTC(2026, 4, 2),
    });
    expect(readInterval('2026-01-01T00:00', '2026-05-02T00:00', NOW, 'UTC').from).toBe(Date.UTC(2026, 4, 2) - 31 * DAY);
  });
});
