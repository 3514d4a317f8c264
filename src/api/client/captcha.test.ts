import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { solveCaptcha } from './captcha.ts';
import { sha256Hex } from './sha256.ts';

const reference = (text: string) => createHash('sha256').update(text).digest('hex');

describe('sha256', () => {
  it('agrees with the standard for every length around the block bounds and beyond ASCII', () => {
    for (let length = 0; length < 200; length++) {
      const text = 'aЖ'.repeat(length).slice(0, length);
      expect(sha256Hex(text)).toBe(reference(text));
    }
  });
});

describe('captcha', () => {
  const challengeFor = (number: number, maxnumber: number) => ({
    algorithm: 'SHA-256',
    salt: 'salt?expires=9&',
    signature: 'signed',
    maxnumber,
    challenge: reference(`salt?expires=9&${number}`),
  });

  it('finds the number and answers it as the server reads it', async () => {
    const parts: number[] = [];
    const solution = await solveCaptcha(challengeFor(4_321, 10_000), {
      pause: async () => undefined,
      onProgress: (part) => parts.push(part),
    });
    expect(JSON.parse(atob(solution ?? ''))).toEqual({
      algorithm: 'SHA-256',
      challenge: reference('salt?expires=9&4321'),
      number: 4_321,
      salt: 'salt?expires=9&',
      signature: 'signed',
    });
    expect(parts).toEqual([0, 2_000 / 10_001, 4_000 / 10_001]);
  });

  it('gives up after the last number and stops when aborted', async () => {
    expect(await solveCaptcha(challengeFor(50, 20), { pause: async () => undefined })).toBeNull();
    const controller = new AbortController();
    const pause = async () => controller.abort(new Error('left the page'));
    await expect(solveCaptcha(challengeFor(9_000, 10_000), { pause, signal: controller.signal })).rejects.toThrow(
      'left the page',
    );
  });
});
