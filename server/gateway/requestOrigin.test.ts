import { describe, expect, it } from 'vitest';
import { requestOrigin } from './requestOrigin.ts';

describe('the origin of a call', () => {
  it.each([
    ['Fleet.Example', 'https://fleet.example'],
    ['localhost:8080', 'https://localhost:8080'],
    ['[::1]:8080', 'https://[::1]:8080'],
    ['evil.example/app?', 'http://localhost'],
    ['a b', 'http://localhost'],
    ['x@evil.example', 'http://localhost'],
    ['', 'http://localhost'],
  ])('of %s is %s', (host, origin) => expect(requestOrigin({ protocol: 'https', host })).toBe(origin));
});
