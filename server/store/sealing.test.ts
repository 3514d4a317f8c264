import { describe, expect, it } from 'vitest';
import { createSealer } from './sealing.ts';

const key = 'k'.repeat(32);

describe('sealed text', () => {
  it('opens under its own key only, and never looks the same twice', () => {
    const sealer = createSealer(key);
    const [first, second] = [sealer.seal('code 123456 ✓'), sealer.seal('code 123456 ✓')];
    expect(first).not.toBe(second);
    expect(first).not.toContain('123456');
    expect(sealer.open(first)).toBe('code 123456 ✓');
    expect(createSealer('x'.repeat(32)).open(first)).toBeNull();
  });

  it('is refused when a single character of it changed', () => {
    const sealer = createSealer(key);
    const sealed = sealer.seal('secret');
    const middle = Math.floor(sealed.length / 2);
    const changed = sealed.slice(0, middle) + (sealed[middle] === 'A' ? 'B' : 'A') + sealed.slice(middle + 1);
    expect(sealer.open(changed)).toBeNull();
    for (const broken of ['', 'v1.', 'v1.AAAA', sealed.replace('v1', 'v2')]) expect(sealer.open(broken)).toBeNull();
  });

  it('needs a key worth its name', () => {
    expect(() => createSealer('short')).toThrow('too short');
  });
});
