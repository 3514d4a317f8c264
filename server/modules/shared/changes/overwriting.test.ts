import { describe, expect, it } from 'vitest';
import { ERROR } from '../../../../src/domain/errors/index.ts';
import { valueOf, withModules } from '../../../../tests/support/modules.ts';

const modules = withModules();
const PARS = 'Pars Logistics';
const asConsumer = modules.as('consumer', PARS);

/** The refusal of a change whose caller did not see the current value. */
const overwriting = (field: string, current: unknown) => ({
  ok: false,
  error: { code: ERROR.conflict, fields: [{ field, current }] },
});

describe('what two people change at the same time is not overwritten', () => {
  it('in a role', async () => {
    const form = { name: 'Night desk', permissions: { units: ['r'] }, labels: ['night'], parent_role_id: null };
    const { role_id } = valueOf(await asConsumer('addRole', form));
    const change = (changes: object, expected?: object) =>
      asConsumer('updateRole', { ...form, role_id, ...changes, ...(expected ? { expected } : {}) });

    const theirs = { units: ['r', 'm'] };
    valueOf(await change({ permissions: theirs }, form));
    expect(await change({ permissions: { report: ['r'] } }, form)).toMatchObject(overwriting('permissions', theirs));
    expect(await change({ name: 'Day desk' }, form)).toMatchObject(overwriting('permissions', theirs));
    expect(valueOf(await asConsumer('getOneRole', { role_id }))).toMatchObject({ ...form, permissions: theirs });
    // Saving again after reading it writes over, and so does a script without expectations.
    const read = { ...form, permissions: theirs };
    expect(valueOf(await change({ name: 'Day desk', permissions: { report: ['r'] } }, read)).name).toBe('Day desk');
    expect(valueOf(await change({ name: 'Desk' })).name).toBe('Desk');
  });

  it('in an account, by its own people and by those above it', async () => {
    const { region: before, address } = valueOf(await asConsumer('getAccountDetails'));
    valueOf(await asConsumer('updateAccountDetails', { region: 'Gilan', expected: { region: before } }));
    const mine = { region: 'Kerman', expected: { region: before } };
    expect(await asConsumer('updateAccountDetails', mine)).toMatchObject(overwriting('region', 'Gilan'));
    expect(
      await modules.as('dealer', 'Kaveh Telematics')('updateConsumerAccountDetails', {
        ...mine,
        account_id: await modules.world.account(PARS),
      }),
    ).toMatchObject(overwriting('region', 'Gilan'));
    // Another field than the one that changed is nobody's conflict.
    const { region } = valueOf(await asConsumer('updateAccountDetails', { address: 'Pier 2', expected: { address } }));
    expect(region).toBe('Gilan');
    expect(
      valueOf(await asConsumer('updateAccountDetails', { region: 'Kerman', expected: { region: 'Gilan' } })).region,
    ).toBe('Kerman');
  });

  it("in a person's role and status", async () => {
    const user_id = await modules.world.user('operator');
    const [viewer, dispatcher, administrator] = await Promise.all(
      ['Viewer', 'Dispatcher', 'Administrator'].map((name) => modules.world.role(PARS, name)),
    );
    const give = (role_id: number, expected: number) =>
      asConsumer('updateUserRole', { user_id, role_id, expected: { role_id: expected } });
    valueOf(await give(viewer, dispatcher));
    expect(await give(administrator, dispatcher)).toMatchObject(overwriting('role_id', viewer));
    valueOf(await give(dispatcher, viewer));

    const set = (status: string, expected: string) =>
      asConsumer('updateUserStatus', { user_id, status, expected: { status: expected } });
    valueOf(await set('blocked', 'active'));
    expect(await set('inactive', 'active')).toMatchObject(overwriting('status', 'blocked'));
    valueOf(await set('active', 'blocked'));
  });

  it('in a saved view, by its maker in two windows', async () => {
    const state = { columns: ['name'], sort: 'name', search: '', filters: {} };
    const { view_id } = valueOf(
      await asConsumer('createSavedView', { list: 'units', name: 'Mine', shared: false, ...state }),
    );
    const before = { name: 'Mine', shared: false };
    valueOf(await asConsumer('updateSavedView', { view_id, name: 'Ours', expected: before }));
    expect(await asConsumer('updateSavedView', { view_id, name: 'Yours', expected: before })).toMatchObject(
      overwriting('name', 'Ours'),
    );
    const sorted = await asConsumer('updateSavedView', { view_id, ...state, sort: '-name', expected: state });
    expect(valueOf(sorted)).toMatchObject({ name: 'Ours', sort: '-name' });
    expect(await asConsumer('updateSavedView', { view_id, ...state, sort: '', expected: state })).toMatchObject(
      overwriting('sort', '-name'),
    );
  });
});
