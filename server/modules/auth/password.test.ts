import { describe, expect, it } from 'vitest';
import { HashQueueFull, createPasswordHasher } from './password.ts';

describe('passwords', () => {
  it('are argon2id of 19 MiB with a salt of their own', async () => {
    const hasher = createPasswordHasher();
    const [first, second] = await Promise.all([hasher.hash('Demo#2026'), hasher.hash('Demo#2026')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(second).not.toBe(first);
    expect(await hasher.verify(first, 'Demo#2026')).toBe(true);
    expect(await hasher.verify(first, 'demo#2026')).toBe(false);
    expect(await hasher.verify(first, '')).toBe(false);
  });

  it('are checked with the costs that their string names', async () => {
    const hasher = createPasswordHasher();
    const made = await hasher.hash('password');
    expect(await hasher.verify(made.replace('t=2', 't=1'), 'password')).toBe(false);
    expect(await hasher.verify(made.replace('m=19456', 'm=9728'), 'password')).toBe(false);
  });

  it('that are no hash of ours verify as wrong', async () => {
    const hasher = createPasswordHasher();
    for (const phc of [
      '',
      'plain',
      '$2b$10$abcdefghijklmnopqrstuv',
      '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$c2hvcnQ',
    ]) {
      expect(await hasher.verify(phc, 'plain')).toBe(false);
    }
  });

  it('wait their turn, and are refused when too many wait', async () => {
    const hasher = createPasswordHasher({ concurrent: 1, maximumWaiting: 2 });
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => hasher.pretend('x')));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect((outcomes[3] as PromiseRejectedResult).reason).toBeInstanceOf(HashQueueFull);
    await hasher.pretend('the queue is empty again');
  });
});
