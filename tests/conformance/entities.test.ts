import { describe, expect, it } from 'vitest';
import type { BulkReply, CallError, MethodName, Page } from '../../src/api/contract/index.ts';
import { can, ceilingOf, neededBelow } from '../../src/domain/access/index.ts';
import type { Fields, Result } from '../../src/domain/base/index.ts';
import { ENTITIES } from '../../src/domain/entities/index.ts';
import { eventKinds, isSorted, type AnyEntity } from '../../src/domain/entity/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { NOON, withModules } from '../support/modules.ts';
import { SAMPLES } from '../support/entitySamples.ts';

// What every entity does that derives from its definition, on a real database: one suite for all of them.

const modules = withModules();
const DEALER = ['dealer', 'Kaveh Telematics'] as const;
const CONSUMER = ['consumer', 'Pars Logistics'] as const;
const GONE = 999_999;
let number = 0;

/** A row of any entity. */
type Row = Fields & { readonly account_id: number };
type Answer<Value> = Promise<Result<Value, CallError>>;

/** The calls of one entity by one person. */
function callsOf(entity: AnyEntity, [username, account]: readonly [string, string]) {
  const run = (method: string, data: object): Answer<unknown> =>
    modules.world.call(username, account, method as MethodName, data);
  const sample = SAMPLES[entity.name as keyof typeof SAMPLES];
  return {
    sample,
    run,
    list: (data: object) => run(entity.methods.list, data) as Answer<Page<Row>>,
    get: (id: unknown) => run(entity.methods.get, { [entity.id]: id }) as Answer<Row>,
    create: (more: object = {}, word = 'Made') =>
      run(entity.methods.create, { ...sample.form(++number, word), ...more }) as Answer<Row>,
    update: (id: unknown, changes: object) =>
      run(entity.methods.update, { [entity.id]: id, ...changes }) as Answer<Row>,
    setStatus: (ids: unknown[], status: unknown) =>
      run(entity.methods.updateStatus, { [entity.ids]: ids, status }) as Answer<BulkReply>,
    remove: (ids: unknown[]) => run(entity.methods.delete, { [entity.ids]: ids }) as Answer<BulkReply>,
    /** Deletes one, by whichever method the entity has. */
    removeOne: (id: unknown) =>
      run(entity.methods.delete, entity.deletesOne ? { [entity.id]: id } : { [entity.ids]: [id] }),
  };
}

async function valueOf<Value>(answer: Answer<Value>): Promise<Value> {
  const result = await answer;
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

const refusal = (code: string, ...fields: string[]) => ({
  ok: false,
  error: { code, ...(fields.length > 0 && { fields: fields.map((field) => ({ field })) }) },
});

/** Events of a thing, oldest first. */
const eventsOf = ({ name }: AnyEntity, id: unknown) =>
  modules.database.query<{ kind: string; data: Fields }>(
    'select kind, data from event where subject_type = $1 and subject_id = $2 order by sequence',
    [name, id],
  );

describe.each(ENTITIES.map((entity): [string, AnyEntity] => [entity.names, entity]))('%s', (_, entity) => {
  const dealer = callsOf(entity, DEALER);
  const consumer = callsOf(entity, CONSUMER);
  const { id: idField, title, schema, unique = {} } = entity;
  const change: Fields = dealer.sample.change;
  const isReachedBelow = (['r', 'a', 'u', 'd'] as const).every((action) => {
    const below = neededBelow({ resource: entity.resource, action });
    return below !== null && can(ceilingOf('DEALER'), below);
  });

  it('is created as its form says, shown alike by get and list, and recorded', async () => {
    const row = await valueOf(dealer.create());
    expect(row).toMatchObject({
      ...schema.cast(dealer.sample.form(number, 'Made')),
      account_name: 'Kaveh Telematics',
      created_at: new Date(NOON).toISOString(),
    });
    expect(await valueOf(dealer.get(row[idField]))).toEqual(row);
    expect(await valueOf(dealer.list({ search: String(row[title]) }))).toEqual({ rows: [listed(row)], total: 1 });
    const [created, ...more] = await eventsOf(entity, row[idField]);
    expect(more).toEqual([]);
    expect(created).toMatchObject({ kind: entity.events.created, data: { name: row[title], after: formOf(row) } });
  });

  /** What a list shows of it. */
  function listed(row: Row): Fields {
    return Object.fromEntries(Object.entries(row).filter(([field]) => !entity.details?.includes(field)));
  }

  /** The fields of the form. */
  function formOf(row: Fields): Fields {
    return Object.fromEntries(entity.fields.map((field) => [field, row[field]]));
  }

  it('is refused without its title, and nothing is recorded', async () => {
    expect(await dealer.create({ [title]: '' })).toMatchObject(refusal(ERROR.validation, title));
  });

  it('keeps what a change does not name; its event has before and after, and none without a change', async () => {
    const row = await valueOf(dealer.create());
    const changed = await valueOf(dealer.update(row[idField], change));
    expect(changed).toEqual({ ...row, ...change });
    expect(await valueOf(dealer.update(row[idField], change))).toEqual(changed);
    const [, updated, ...more] = await eventsOf(entity, row[idField]);
    expect(more).toEqual([]);
    const before = Object.fromEntries(Object.keys(change).map((field) => [field, row[field]]));
    expect(updated).toEqual({ kind: entity.events.updated, data: { name: changed[title], before, after: change } });
  });

  it('refuses to write over what somebody else wrote, with what stands, until that is expected', async () => {
    const row = await valueOf(dealer.create());
    const [field] = Object.keys(change);
    await valueOf(dealer.update(row[idField], change));
    const mine = { [field]: row[field], expected: { [field]: 'another value' } };
    const refused = await dealer.update(row[idField], mine);
    expect(refused).toMatchObject(refusal(ERROR.conflict, field));
    expect(refused).toMatchObject({ error: { fields: [{ current: change[field] }] } });
    expect(await valueOf(dealer.get(row[idField]))).toMatchObject(change);
    await valueOf(dealer.update(row[idField], { ...mine, expected: { [field]: change[field] } }));
    expect(await valueOf(dealer.get(row[idField]))).toEqual(row);
  });

  it.each(Object.keys(unique))('has a %s of its own in its account', async (field) => {
    const row = await valueOf(dealer.create());
    const other = await valueOf(dealer.create());
    const taken = { [field]: row[field] };
    expect(await dealer.create(taken)).toMatchObject(refusal(ERROR.conflict, field));
    expect(await dealer.update(other[idField], taken)).toMatchObject(refusal(ERROR.conflict, field));
    expect(await valueOf(dealer.get(other[idField]))).toEqual(other);
    expect(await consumer.create(taken)).toMatchObject({ ok: true });
  });

  if (entity.statuses.length > 0)
    it('gets every status with others; one that is not there is refused, and the others have it', async () => {
      const rows = [await valueOf(dealer.create()), await valueOf(dealer.create())];
      const ids = rows.map((row) => row[idField]);
      for (const status of entity.statuses.toReversed()) {
        const { done, refused } = await valueOf(dealer.setStatus([...ids, GONE], status));
        expect([done, refused.map(({ id }) => id)]).toEqual([ids, [GONE]]);
        expect(await valueOf(dealer.get(ids[0]))).toMatchObject({ status });
        expect((await valueOf(dealer.list({ filters: { status } }))).rows.map((row) => row[idField])).toContain(ids[1]);
      }
      const recorded = await eventsOf(entity, ids[0]);
      expect(recorded.filter(({ kind }) => kind === entity.events.status).at(-1)?.data).toMatchObject({
        before: { status: entity.statuses[1] },
        after: { status: entity.statuses[0] },
      });
    });

  if (!entity.deletesOne)
    it('is deleted with others; one that is not there is refused with its reason', async () => {
      const rows = [await valueOf(dealer.create()), await valueOf(dealer.create())];
      const ids = rows.map((row) => row[idField]);
      expect(await valueOf(dealer.remove([...ids, GONE]))).toMatchObject({
        done: ids,
        refused: [{ id: GONE, message: 'Not found. It was deleted, or you have no access to it.' }],
      });
      for (const id of ids) expect(await dealer.get(id)).toMatchObject(refusal(ERROR.notFound));
      expect(await dealer.remove(ids)).toMatchObject(refusal(ERROR.notFound));
    });

  it('is gone once it is deleted, for every method; the event has what it was', async () => {
    const rows = [await valueOf(dealer.create()), await valueOf(dealer.create())];
    const ids = rows.map((row) => row[idField]);
    for (const id of ids) await valueOf(dealer.removeOne(id));
    expect(await dealer.get(ids[0])).toMatchObject(refusal(ERROR.notFound));
    expect(await dealer.removeOne(ids[0])).toMatchObject(refusal(ERROR.notFound));
    expect(await dealer.update(ids[0], change)).toMatchObject(refusal(ERROR.notFound));
    expect((await eventsOf(entity, ids[1])).at(-1)).toEqual({
      kind: entity.events.deleted,
      data: { name: rows[1][title], before: formOf(rows[1]) },
    });
  });

  it('lies in its account alone, and below it where the permission reaches', async () => {
    const own = await valueOf(dealer.create());
    const below = await valueOf(consumer.create());
    expect(await consumer.get(own[idField])).toMatchObject(refusal(ERROR.notFound));
    expect(await consumer.update(own[idField], change)).toMatchObject(refusal(ERROR.notFound));
    expect(await consumer.removeOne(own[idField])).toMatchObject(refusal(ERROR.notFound));
    expect(await consumer.create({ account_id: own.account_id })).toMatchObject(
      refusal(ERROR.validation, 'account_id'),
    );
    const seen = await valueOf(dealer.list({ filters: { account_id: below.account_id }, limit: 100 }));
    const made = await dealer.create({ account_id: below.account_id });
    expect([seen.rows.some((row) => row[idField] === below[idField]), made.ok]).toEqual([
      isReachedBelow,
      isReachedBelow,
    ]);
    expect((await dealer.update(below[idField], change)).ok).toBe(isReachedBelow);
  });

  describe('in its list', () => {
    const WORDS = ['Cedar', 'almond', 'Birch'];

    it('is sorted by every column that can be, both ways, and by no other', async () => {
      for (const word of WORDS) await valueOf(dealer.create({}, word));
      for (const [field, look] of Object.entries(entity.columns)) {
        if (look === undefined || !isSorted(look)) {
          expect(await dealer.list({ sort: field }), field).toMatchObject(refusal(ERROR.validation, 'sort'));
          continue;
        }
        const values = async (sort: string) => {
          const { rows } = await valueOf(dealer.list({ sort, limit: 100 }));
          return rows.map((row) => (look === 'name' ? String(row[field]).toLowerCase() : row[field]));
        };
        const rising = await values(field);
        expect(await values(`-${field}`), field).toEqual(rising.toReversed());
        // Of what is joined from elsewhere there may be nothing, which is at the end.
        if (entity.fields.includes(field) && look === 'name') expect(rising, field).toEqual(rising.toSorted());
      }
    });

    it.each(entity.searched)('is found by its %s, and a sign of patterns is only a sign', async (field) => {
      const row = await valueOf(dealer.create({}, `Word${number}`));
      const text = String(row[field] ?? '');
      if (text !== '')
        expect((await valueOf(dealer.list({ search: text, limit: 100 }))).rows.map((each) => each[idField])).toContain(
          row[idField],
        );
      expect(await valueOf(dealer.list({ search: '%_%' }))).toEqual({ rows: [], total: 0 });
    });

    it('is narrowed by each of its filters', async () => {
      const all = (await valueOf(dealer.list({}))).total;
      for (const [name, values] of Object.entries(entity.filters ?? {})) {
        if (values === 'id') continue;
        const totals = await Promise.all(
          values.map(async (value) => (await valueOf(dealer.list({ filters: { [name]: value } }))).total),
        );
        expect(
          totals.reduce((sum, total) => sum + total, 0),
          name,
        ).toBe(all);
        expect(await dealer.list({ filters: { [name]: 'nonsense' } })).toMatchObject({ ok: false });
      }
    });

    if (entity.hasLabels)
      it('is found by its labels, which are offered', async () => {
        const row = await valueOf(dealer.create({ labels: ['rare', 'cold'] }));
        expect((await valueOf(dealer.list({ filters: { label: 'rare' } }))).rows).toEqual([listed(row)]);
        expect(await valueOf(dealer.run('getLabels', { of: entity.names }))).toMatchObject({
          labels: expect.arrayContaining(['cold', 'rare']),
        });
      });

    it('has saved views', async () => {
      const view = { list: entity.names, name: 'Mine', columns: [title], sort: title };
      expect(await valueOf(dealer.run('createSavedView', view))).toMatchObject(view);
    });
  });

  it('is found by the search over everything, by whoever may read it', async () => {
    const row = await valueOf(dealer.create({}, `Only${number}x`));
    for (const field of entity.found.by) {
      const text = String(row[field] ?? '');
      if (text === '') continue;
      const found = { kind: entity.name, id: row[idField], title: row[title] };
      const search = callsOf(entity, DEALER).run('searchAll', { text });
      expect(await valueOf(search), field).toMatchObject({
        found: expect.arrayContaining([expect.objectContaining(found)]),
      });
      expect(JSON.stringify(await valueOf(consumer.run('searchAll', { text })))).not.toContain(String(row[title]));
    }
  });

  it('appears in the audit by each of its events', async () => {
    const row = await valueOf(dealer.create());
    await valueOf(dealer.update(row[idField], change));
    if (entity.statuses.length > 0) await valueOf(dealer.setStatus([row[idField]], entity.statuses[1]));
    await valueOf(dealer.removeOne(row[idField]));
    const recorded = await valueOf(
      dealer.run('getAuditList', { filters: { subject: entity.name }, search: String(row[title]) }) as Answer<
        Page<{ kind: string }>
      >,
    );
    expect(new Set(recorded.rows.map(({ kind }) => kind))).toEqual(new Set(eventKinds(entity)));
  });
});
