import { expect, it } from 'vitest';
import type { AccountId, UserId } from '../../../../src/domain/base/index.ts';
import { ERROR } from '../../../../src/domain/errors/index.ts';
import { SILENT_REPEATERS } from '../../../../tests/support/api.ts';
import { NOON, withModules } from '../../../../tests/support/modules.ts';
import { createProblems, loadMessages } from '../../../call/index.ts';
import type { CallContext } from '../../../call/types.ts';
import { entityTables } from '../../registry.ts';
import { createEntityHandlers } from './index.ts';

const modules = withModules();

it('refuses what the table of an entity refuses: a change whole, of several only those', async () => {
  const accountId = (await modules.world.account('Kaveh Telematics')) as AccountId;
  const userId = (await modules.world.user('dealer')) as UserId;
  const account = { accountId, permissions: {}, scope: [accountId], tree: [accountId] };
  const context: CallContext = {
    correlationId: 'c',
    remote: '192.0.2.7',
    userAgent: 'test',
    origin: 'https://fleet.example',
    lang: 'en',
    now: NOON,
    session: { sessionId: 1, userId, account },
  };
  const problems = createProblems(loadMessages());
  const refused = () => problems.refuse('en', ERROR.conflict);
  const tables = entityTables({
    database: modules.database,
    directory: modules.world.directory,
    problems,
    repeaters: SILENT_REPEATERS,
  });
  const handlers = createEntityHandlers(
    { database: modules.database, problems },
    {
      ...tables,
      sim: {
        ...tables.sim,
        refuseChange: (_, { before, form }) =>
          Promise.resolve(form.note === 'No' && before?.note !== 'No' ? refused() : null),
        refuseDeletion: (_, row) => Promise.resolve(row.note === 'Keep' ? refused() : null),
      },
    },
  );
  const form = { sim_operator: 'Orange', iccid: '', apn: '', expires_on: null, status: 'active' as const, labels: [] };
  const create = async (sim_number: string, note: string) => {
    const answer = await handlers.createSim({ ...form, sim_number, note }, context);
    return answer.ok ? answer.value.sim_id : 0;
  };
  expect(await create('778000001', 'No')).toBe(0);
  const [kept, gone] = [await create('778000002', 'Keep'), await create('778000003', '')];
  expect(await handlers.updateSim({ sim_id: kept, note: 'No' }, context)).toMatchObject({ ok: false });
  expect(await handlers.deleteSims({ sim_ids: [kept, gone] }, context)).toMatchObject({
    ok: true,
    value: { done: [gone], refused: [{ id: kept, code: ERROR.conflict }] },
  });
});
