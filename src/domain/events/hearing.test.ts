import { describe, expect, it } from 'vitest';
import { ceilingOf } from '../access/index.ts';
import { ENTITIES } from '../entities/index.ts';
import { EVENTS } from './catalogue.ts';
import { mayHearOf } from './hearing.ts';

describe('hearing of changes', () => {
  it('takes the permission to read what changed', () => {
    expect(mayHearOf({ units: ['r'] }, 1, 1, 'unit')).toBe(true);
    expect(mayHearOf({ units: ['r'] }, 1, 1, 'role')).toBe(false);
    expect(mayHearOf({ role: ['r'] }, 1, 1, 'role')).toBe(true);
  });

  it('takes that of sub-accounts for what changed in one', () => {
    expect(mayHearOf({ units: ['r'] }, 1, 2, 'unit')).toBe(false);
    expect(mayHearOf({ units: ['r', 'ar'] }, 1, 2, 'unit')).toBe(true);
    expect(mayHearOf({ role: ['r'], user: ['r'] }, 1, 2, 'user')).toBe(false);
    expect(mayHearOf({ users_accounts: ['r'] }, 1, 2, 'user')).toBe(true);
    expect(mayHearOf({ account: ['r'] }, 1, 2, 'account')).toBe(false);
    expect(mayHearOf({ account: ['r', 'cm'] }, 1, 2, 'account')).toBe(true);
    expect(mayHearOf({ alert: ['r'], account: ['asa'] }, 1, 2, 'occurrence')).toBe(true);
  });

  it('of an entity takes the permission to read it', () => {
    for (const { name, resource } of ENTITIES) {
      expect(mayHearOf({ [resource]: ['r'] }, 1, 1, name), name).toBe(true);
      expect(mayHearOf({ [resource]: ['m', 'a'] }, 1, 1, name), name).toBe(false);
    }
  });

  it('is followed only of what events are about', () => {
    const subjects = new Set<string>(Object.values(EVENTS).map(({ subject }) => subject));
    for (const { name, follows } of ENTITIES) for (const each of follows ?? []) expect(subjects, name).toContain(each);
  });

  it('is for nobody where a change concerns a person alone', () => {
    expect(mayHearOf(ceilingOf('OWNER'), 1, 1, 'login')).toBe(false);
  });
});
