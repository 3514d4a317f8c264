import { expect, it } from 'vitest';
import { CODE } from '../domain/base/index.ts';
import { createGrantKeeper } from './resetGrant.ts';

const GRANT = { username: 'dealer', resetToken: '7.secret', policy: 'classes' } as const;

function createTab() {
  const values = new Map<string, unknown>();
  let now = 1_000;
  const storage = {
    read: (key: string) => values.get(key) ?? null,
    write: (key: string, value: unknown) => void values.set(key, value),
    remove: (key: string) => void values.delete(key),
  };
  return { values, keeper: createGrantKeeper(storage, () => now), pass: (time: number) => void (now += time) };
}

it('hands a grant out again until the server has forgotten it, also when it was kept again meanwhile', () => {
  const { keeper, values, pass } = createTab();
  expect(keeper.read()).toBeNull();
  keeper.keep(GRANT);
  pass(CODE.lifetime - 1);
  expect(keeper.read()).toEqual(GRANT);
  keeper.keep(GRANT);
  pass(1);
  expect(keeper.read()).toBeNull();
  expect(values.size).toBe(0);
});

it('gives another grant its own time', () => {
  const { keeper, pass } = createTab();
  keeper.keep(GRANT);
  pass(CODE.lifetime - 1);
  keeper.keep({ ...GRANT, resetToken: '8.secret' });
  pass(1);
  expect(keeper.read()).toEqual({ ...GRANT, resetToken: '8.secret' });
});

it('forgets it on request, and hands out nothing that is none', () => {
  const { keeper, values } = createTab();
  keeper.keep(GRANT);
  keeper.keep(null);
  expect(values.size).toBe(0);
  for (const wrong of [7, { ...GRANT }, { ...GRANT, until: 9e15, policy: 'none' }]) {
    values.set('tab.passwordReset', wrong);
    expect(keeper.read()).toBeNull();
  }
});
