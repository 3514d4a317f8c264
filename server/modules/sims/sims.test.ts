import { describe, expect, it, vi } from 'vitest';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { valueOf, withModules } from '../../../tests/support/modules.ts';

const modules = withModules();
const as = modules.as('dealer', 'Kaveh Telematics');
const add = (sim_number: string, more: object = {}) =>
  as('createSim', { sim_number, sim_operator: 'Vodafone', ...more });

const inOther = modules.as('consumer', 'Pars Logistics');

/** How many rows of the table a plan of Postgres has read. */
function rowsOf(plan: object, table: string): number {
  const parts = Object.values(plan).filter((part): part is object => part instanceof Object);
  const own = Reflect.get(plan, 'Relation Name') === table ? Number(Reflect.get(plan, 'Actual Rows')) : 0;
  return parts.reduce((sum, part) => sum + rowsOf(part, table), own);
}

describe('a SIM card', () => {
  it('is found by its number, and sits in the device that names it', async () => {
    const { sim_id: id } = valueOf(await add('447700900123', { labels: ['roaming'], iccid: '8944200000000000001' }));
    expect(valueOf(await as('getSimList', { search: '900123' }))).toMatchObject({
      total: 1,
      rows: [{ sim_id: id, device_id: null, slot: null }],
    });
    valueOf(
      await as('createDevice', {
        name: 'With card',
        device_model: 'FMB920',
        unique_identifier: 'WITHCARD',
        sim_number_2: '447700900123',
      }),
    );
    expect(valueOf(await as('getSim', { sim_id: id }))).toMatchObject({ device_name: 'With card', slot: 2 });
    expect(valueOf(await as('getSimList', { filters: { use: 'free', label: 'roaming' } })).total).toBe(0);
  });

  it('is looked for among the devices of the accounts that are listed, and of no others', async () => {
    const asked = vi.spyOn(modules.database, 'query');
    valueOf(await inOther('getSimList', {}));
    const [sql = '', parameters] = asked.mock.calls.find(([text]) => text.includes('from sim t')) ?? [];
    asked.mockRestore();
    const [{ 'QUERY PLAN': plan }] = await modules.database.query<{ 'QUERY PLAN': object }>(
      `explain (analyze, format json) ${sql}`,
      parameters,
    );
    const [{ own }] = await modules.database.query<{ own: number }>(
      `select count(*) filter (where sim_number_1 <> '') + count(*) filter (where sim_number_2 <> '') as own
       from device where account_id = any($1::int8[])`,
      parameters?.slice(0, 1),
    );
    expect(own).toBeGreaterThan(0);
    expect(rowsOf(plan, 'device')).toBe(own);
  });

  it('has a number of its own in its account, of digits', async () => {
    valueOf(await add('100000001'));
    expect(await add('100000001')).toMatchObject({
      ok: false,
      error: { code: ERROR.conflict, fields: [{ field: 'sim_number' }] },
    });
    expect(await add('10000 0002')).toMatchObject({ ok: false, error: { fields: [{ field: 'sim_number' }] } });
    expect(await add('12345')).toMatchObject({ ok: false, error: { fields: [{ field: 'sim_number' }] } });
    expect(await add('100000003', { sim_operator: 'V' })).toMatchObject({
      ok: false,
      error: { fields: [{ field: 'sim_operator' }] },
    });
  });

  it('keeps what a change does not name; the change is recorded with before and after', async () => {
    const { sim_id: id } = valueOf(await add('200000001', { note: 'spare' }));
    expect(valueOf(await as('updateSim', { sim_id: id, sim_operator: 'Orange' }))).toMatchObject({
      sim_operator: 'Orange',
      note: 'spare',
    });
    expect(await as('updateSim', { sim_id: id, sim_number: '100000001' })).toMatchObject({
      ok: false,
      error: { code: ERROR.conflict },
    });
    const [event] = await modules.database.query<{ data: object }>(
      "select data from event where subject_type = 'sim' and subject_id = $1 and kind = 'simUpdated'",
      [id],
    );
    expect(event.data).toMatchObject({ before: { sim_operator: 'Vodafone' }, after: { sim_operator: 'Orange' } });
  });

  it('is blocked and deleted with others; one that does not exist is named', async () => {
    const ids = [valueOf(await add('300000001')).sim_id, valueOf(await add('300000002')).sim_id];
    expect(valueOf(await as('updateSimStatus', { sim_ids: ids, status: 'blocked' })).done).toEqual(ids);
    expect(valueOf(await as('deleteSims', { sim_ids: [...ids, 999_999] }))).toMatchObject({
      done: ids,
      refused: [{ id: 999_999, message: 'Not found. It was deleted, or you have no access to it.' }],
    });
    expect(await as('getSim', { sim_id: ids[0] })).toMatchObject({ ok: false, error: { code: ERROR.notFound } });
  });
});
