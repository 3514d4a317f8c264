import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, type AccountDetails } from '../../domain/account/index.ts';
import type { AccountId } from '../../domain/base/index.ts';
import { changesOf, newAccount, schemaOf, valuesOf } from './accountValues.ts';

const base = newAccount('CONSUMER', 'Europe/Berlin');
const refused = (values: unknown, isNew = true): string[] => {
  try {
    schemaOf(isNew).validateSync(values, { abortEarly: false });
    return [];
  } catch (error) {
    return (error as { inner: { path: string }[] }).inner.map(({ path }) => path).toSorted();
  }
};

describe('the account form', () => {
  it('sends only what changed, settings whole', () => {
    expect(changesOf(base, base)).toEqual({});
    const after = { ...base, name: 'North', settings: { ...base.settings, date_format: 'YYYY-MM-DD' as const } };
    expect(changesOf(base, after)).toEqual({
      name: 'North',
      settings: { ...DEFAULT_SETTINGS, timezone: 'Europe/Berlin', date_format: 'YYYY-MM-DD' },
    });
  });

  it('a new account needs a name and the person who runs it; an existing one only the name', () => {
    expect([...new Set(refused(base))]).toEqual(['default_owner_email', 'name']);
    expect([...new Set(refused(base, false))]).toEqual(['name']);
  });

  it('names every bound that is broken', () => {
    const wrong = {
      ...base,
      name: 'ab',
      address: 'x',
      region: 'y',
      registration_number: 'a b',
      host_name: 'no host',
      default_owner_email: 'not an address',
    };
    expect([...new Set(refused(wrong))]).toEqual([
      'address',
      'default_owner_email',
      'host_name',
      'name',
      'region',
      'registration_number',
    ]);
  });

  it('starts with what the server has', () => {
    const details: AccountDetails = {
      ...base,
      name: 'North',
      account_id: 4 as AccountId,
      parent_id: null,
      status: 'active',
      parent_name: 'Provider',
      created_at: '',
      logos: {},
    };
    expect(changesOf(valuesOf(details), { ...valuesOf(details) })).toEqual({});
    expect(valuesOf(details)).not.toHaveProperty('logos');
  });
});
