import { describe, expect, it } from 'vitest';
import { ADDRESS_RULE, AttemptLimiter, NAME_RULE, addressKey } from './limiter.ts';

const MINUTE = 60_000;

describe('attempts', () => {
  it('slide: each counts for exactly a minute', () => {
    const limiter = new AttemptLimiter(NAME_RULE);
    for (let count = 0; count < 5; count++) expect(limiter.attempt('name', count * 10_000)).toBe(0);
    expect(limiter.attempt('name', MINUTE)).toBe(0);
    expect(limiter.attempt('name', MINUTE + 1)).toBe(30_000);
    expect(limiter.attempt('other', MINUTE + 1)).toBe(0);
  });

  it('wait twice as long each time, up to a quarter of an hour, and start afresh after an hour', () => {
    const limiter = new AttemptLimiter(NAME_RULE);
    let now = 0;
    const waits: number[] = [];
    for (let hit = 0; hit < 7; hit++) {
      for (let count = 0; count < 5; count++) expect(limiter.attempt('name', now)).toBe(0);
      const wait = limiter.attempt('name', now);
      waits.push(wait / MINUTE);
      now += wait;
    }
    expect(waits).toEqual([0.5, 1, 2, 4, 8, 15, 15]);
    now += 60 * MINUTE;
    for (let count = 0; count < 5; count++) limiter.attempt('name', now);
    expect(limiter.attempt('name', now)).toBe(MINUTE / 2);
  });

  it('of an address wait the same each time', () => {
    const limiter = new AttemptLimiter(ADDRESS_RULE);
    for (let round = 0; round < 3; round++) {
      const now = round * MINUTE;
      for (let count = 0; count < 30; count++) expect(limiter.attempt('address', now)).toBe(0);
      expect(limiter.attempt('address', now)).toBe(30_000);
    }
  });

  it('are bounded in memory: the least used key is forgotten', () => {
    const limiter = new AttemptLimiter(NAME_RULE);
    for (let count = 0; count < 5; count++) limiter.attempt('first', 0);
    for (let key = 0; key < 20_000; key++) limiter.attempt(`name ${key}`, 1);
    expect(limiter.attempt('first', 2)).toBe(0);
  });

  it('of a blocked key are never forgotten for others', () => {
    const limiter = new AttemptLimiter(NAME_RULE);
    for (let count = 0; count < 6; count++) limiter.attempt('blocked', 0);
    for (let key = 0; key < 25_000; key++) limiter.attempt(`name ${key}`, 1);
    expect(limiter.attempt('blocked', 2)).toBe(MINUTE / 2 - 2);
  });
});

describe('addresses', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
    ['2001:0db8:0000:0001::9', '2001:db8:0:1::/64'],
    ['2001:DB8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s counts as %s', (remote, key) => expect(addressKey(remote)).toBe(key));
});
