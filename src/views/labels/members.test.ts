import { expect, it } from 'vitest';
import type { AccountId } from '../../domain/base/index.ts';
import { groupMapPath, membersPath } from './members.ts';

it('leads to the members of this group alone, where accounts in reach have one of the same name', () => {
  const group = { account_id: 7 as AccountId, name: 'North & South' };
  expect(membersPath({ ...group, kind: 'units' })).toBe('/units/list?label=North+%26+South&owner=7');
  expect(membersPath({ ...group, kind: 'sim' })).toBe('/sim?label=North+%26+South&account_id=7');
  expect(groupMapPath(group)).toBe('/units/map?label=North+%26+South&owner=7');
});
