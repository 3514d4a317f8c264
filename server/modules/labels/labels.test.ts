import { describe, expect, it } from 'vitest';
import { EQUIPMENT } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { testEventAbout } from '../../../src/domain/events/testing/index.ts';
import { NOON, valueOf, withModules, type Caller } from '../../../tests/support/modules.ts';

const modules = withModules();
const DEALER = 'Kaveh Telematics';
const PARS = 'Pars Logistics';
const asDealer = modules.as('dealer', DEALER);
const asConsumer = modules.as('consumer', PARS);

let number = 0;
/** A unit with a device of its own. */
const unit = async (call: Caller, labels: readonly string[] = []) => {
  const name = `Grouped ${++number}`;
  const tracker = { name, device_model: 'FMB920', unique_identifier: `GROUP${number}` };
  const { device_id } = valueOf(await call('createDevice', tracker));
  return valueOf(await call('createUnit', { name, kind: 'truck', labels: [...labels], device_ids: [device_id] }));
};
const group = async (call: Caller, more: object = {}) =>
  valueOf(await call('createLabel', { kind: 'units', name: `Group ${++number}`, ...more }));
const labelsOf = async (call: Caller, unit_id: number) => valueOf(await call('getUnit', { unit_id })).labels;
const groupCalled = async (call: Caller, name: string) => {
  const { rows } = valueOf(await call('getLabelList', { search: name, limit: 100 }));
  return rows.filter((row) => row.name === name);
};
const eventsOf = (subject: string, id: number) =>
  modules.database.query<{ account_id: number; kind: string; data: object }>(
    'select account_id, kind, data from event where subject_type = $1 and subject_id = $2 order by account_id, sequence',
    [subject, id],
  );
/** Changes what a role may do, as somebody else would. `change` follows `permissions` in SQL. */
const takeAway = async (account: string, role: string, change: string) => {
  const [accountId, roleId] = [await modules.world.account(account), await modules.world.role(account, role)];
  await modules.database.transaction(async (transaction) => {
    await transaction.query(`update role set permissions = permissions ${change} where id = $1`, [roleId]);
    await transaction.appendEvent(testEventAbout('role', { account_id: accountId, subject_id: roleId }));
  });
};

describe('a label that is written', () => {
  it('makes a group, or means the one that is there, whatever the case of its letters', async () => {
    const { unit_id: id } = await unit(asDealer, ['Chilled']);
    const [made, ...more] = await groupCalled(asDealer, 'Chilled');
    expect([made, more]).toMatchObject([{ kind: 'units', colour: 'gray', members: 1 }, []]);
    expect(await eventsOf('label', made.label_id)).toMatchObject([
      { kind: 'labelCreated', data: { name: 'Chilled', after: { kind: 'units', colour: 'gray' } } },
    ]);
    const other = await unit(asDealer, ['CHILLED', 'chilled']);
    expect(other.labels).toEqual(['Chilled']);
    valueOf(await asDealer('updateUnitLabels', { unit_ids: [id], add: ['chillED', 'Far'], remove: [] }));
    expect(await labelsOf(asDealer, id)).toEqual(['Chilled', 'Far']);
    expect(await groupCalled(asDealer, 'Chilled')).toMatchObject([{ members: 2 }]);
  });

  it('makes one of the kind of the thing: devices, SIM cards and roles alike', async () => {
    const device = { name: 'With a group', device_model: 'FMB920', unique_identifier: 'INAGROUP', labels: ['Stock'] };
    const { device_id } = valueOf(await asDealer('createDevice', device));
    valueOf(await asDealer('updateDevice', { device_id, labels: ['stock', 'Spare'] }));
    valueOf(await asDealer('createSim', { sim_number: '447700900555', sim_operator: 'EE', labels: ['Stock'] }));
    valueOf(await asDealer('addRole', { name: 'Stock keeper', permissions: { sims: ['r'] }, labels: ['Stock'] }));
    const kinds = (await groupCalled(asDealer, 'Stock')).map(({ kind, members }) => [kind, members]);
    expect(kinds.toSorted()).toEqual([
      ['devices', 1],
      ['roles', 1],
      ['sim', 1],
    ]);
    expect(valueOf(await asDealer('getDevice', { device_id })).labels).toEqual(['Stock', 'Spare']);
  });

  it('makes one group when two write it at the same moment', async () => {
    const made = await Promise.all(['rush', 'Rush', 'RUSH'].map((label) => unit(asDealer, [label])));
    expect(new Set(made.flatMap(({ labels }) => labels)).size).toBe(1);
  });
});

describe('a group that gets another name', () => {
  it('is called so in its members and in saved views; each member has an event of what changed', async () => {
    const { unit_id: id, name } = await unit(asDealer, ['North', 'Heavy']);
    const view = { list: 'units', columns: ['name'], sort: 'name' } as const;
    valueOf(
      await asDealer('createSavedView', { ...view, name: 'Northern', filters: { label: 'North', kind: 'truck' } }),
    );
    valueOf(await asDealer('createSavedView', { ...view, name: 'Heavy ones', filters: { label: 'Heavy' } }));
    const [{ label_id }] = await groupCalled(asDealer, 'North');
    valueOf(await asDealer('updateLabel', { label_id, name: 'Upper North' }));
    expect(await labelsOf(asDealer, id)).toEqual(['Upper North', 'Heavy']);
    expect((await eventsOf('unit', id)).at(-1)).toMatchObject({
      kind: 'unitUpdated',
      data: { name, before: { labels: ['North', 'Heavy'] }, after: { labels: ['Upper North', 'Heavy'] } },
    });
    const { views } = valueOf(await asDealer('getSavedViews', { list: 'units' }));
    expect(Object.fromEntries(views.map((each) => [each.name, each.filters]))).toMatchObject({
      Northern: { label: 'Upper North', kind: 'truck' },
      'Heavy ones': { label: 'Heavy' },
    });
    expect(await groupCalled(asDealer, 'Upper North')).toMatchObject([{ members: 1 }]);
  });

  it('may change the case of its letters, and takes no name of another of its kind', async () => {
    const { unit_id: id } = await unit(asDealer, ['east', 'west']);
    const [{ label_id }] = await groupCalled(asDealer, 'east');
    valueOf(await asDealer('updateLabel', { label_id, name: 'East' }));
    expect(await labelsOf(asDealer, id)).toEqual(['East', 'west']);
    expect(await asDealer('updateLabel', { label_id, name: 'WEST' })).toMatchObject({
      error: { code: ERROR.conflict, fields: [{ field: 'name' }] },
    });
    expect(await labelsOf(asDealer, id)).toEqual(['East', 'west']);
    valueOf(await asDealer('createLabel', { kind: 'devices', name: 'WEST' }));
  });

  it('stays of its kind', async () => {
    const { label_id } = await group(asDealer);
    expect(await asDealer('updateLabel', { label_id, kind: 'devices' })).toMatchObject({
      error: { code: ERROR.conflict, fields: [{ field: 'kind' }] },
    });
  });

  it('is recorded to the account that holds a member, too', async () => {
    const lent = await unit(asDealer, ['Lent']);
    valueOf(
      await asDealer('allocateUnit', {
        unit_id: lent.unit_id,
        account_id: await modules.world.account(PARS),
        start_date: new Date(NOON).toISOString(),
        end_date: new Date(NOON + 86_400_000).toISOString(),
        device_ids: lent.devices.map(({ device_id }) => device_id),
      }),
    );
    const [{ label_id }] = await groupCalled(asDealer, 'Lent');
    valueOf(await asDealer('updateLabel', { label_id, name: 'On loan' }));
    const recorded = (await eventsOf('unit', lent.unit_id)).filter(({ kind }) => kind === 'unitUpdated');
    expect(recorded.map(({ account_id }) => account_id).toSorted()).toEqual(
      [lent.account_id, await modules.world.account(PARS)].toSorted(),
    );
  });
});

it('leaves its members when it is deleted, and nothing else of theirs', async () => {
  const { unit_id: id } = await unit(asDealer, ['Gone', 'Kept']);
  const [{ label_id }] = await groupCalled(asDealer, 'Gone');
  valueOf(await asDealer('deleteLabels', { label_ids: [label_id] }));
  expect(await labelsOf(asDealer, id)).toEqual(['Kept']);
  expect((await eventsOf('unit', id)).at(-1)).toMatchObject({
    data: { before: { labels: ['Gone', 'Kept'] }, after: { labels: ['Kept'] } },
  });
});

describe('members of a group', () => {
  it('are put in and taken out many at once; those that are in already have no event', async () => {
    const { label_id, name } = await group(asDealer);
    const ids = [await unit(asDealer), await unit(asDealer, [name])].map(({ unit_id }) => unit_id);
    const member_ids = [...ids, 999_999];
    const added = valueOf(await asDealer('addLabelMembers', { label_id, member_ids }));
    expect([added.done, added.refused.map(({ id }) => id)]).toEqual([ids, [999_999]]);
    expect(await labelsOf(asDealer, ids[0])).toEqual([name]);
    expect((await eventsOf('unit', ids[1])).map(({ kind }) => kind)).toEqual(['unitCreated']);
    expect(valueOf(await asDealer('getLabel', { label_id })).members).toBe(2);
    valueOf(await asDealer('removeLabelMembers', { label_id, member_ids: ids }));
    expect(await labelsOf(asDealer, ids[0])).toEqual([]);
    expect(valueOf(await asDealer('getLabel', { label_id })).members).toBe(0);
  });

  it('are listed and searched beside those that may become one', async () => {
    const { label_id, name } = await group(asDealer);
    const [inside, outside] = [await unit(asDealer, [name]), await unit(asDealer)];
    const list = async (data: object) => valueOf(await asDealer('getLabelMembers', { label_id, ...data }));
    expect(await list({ filters: { member: 'yes' } })).toEqual({
      rows: [{ id: inside.unit_id, name: inside.name, detail: '', member: true }],
      total: 1,
    });
    expect(await list({ search: outside.name, filters: { member: 'no' } })).toMatchObject({
      rows: [{ id: outside.unit_id, member: false }],
    });
    expect((await list({ limit: 1 })).total).toBeGreaterThan(2);
  });

  it('are of its own account, and have so many groups at most', async () => {
    const { label_id } = await group(asDealer);
    const foreign = await unit(asConsumer);
    const full = await unit(
      asDealer,
      Array.from({ length: EQUIPMENT.labels }, (_, place) => `Many ${place}`),
    );
    const member_ids = [foreign.unit_id, full.unit_id];
    const reply = valueOf(await asDealer('addLabelMembers', { label_id, member_ids }));
    expect(reply.done).toEqual([]);
    expect(reply.refused.map(({ message }) => message)).toEqual([
      'Belongs to another account: a group holds things of its own account.',
      `At most ${EQUIPMENT.labels} groups are possible.`,
    ]);
  });

  it('are for those who may read such things', async () => {
    await takeAway(PARS, 'Viewer', "- 'units'");
    const { label_id } = await group(asConsumer);
    const asViewer = modules.as('viewer', PARS);
    valueOf(await asViewer('getLabel', { label_id }));
    expect(await asViewer('getLabelMembers', { label_id })).toMatchObject({ error: { code: ERROR.accessRight } });
  });
});

it('is within reach of the accounts above by `account: lsa` alone', async () => {
  const { label_id } = await group(asConsumer);
  const seen = async () => (await asDealer('getLabel', { label_id })).ok;
  const change = async () => (await asDealer('updateLabel', { label_id, colour: 'red' })).ok;
  expect([await seen(), await change()]).toEqual([true, true]);
  await takeAway(DEALER, 'Administrator', "|| jsonb_build_object('account', (permissions -> 'account') - 'lsa')");
  expect([await seen(), await change()]).toEqual([false, false]);
  expect((await asDealer('addLabelMembers', { label_id, member_ids: [1] })).ok).toBe(false);
});
