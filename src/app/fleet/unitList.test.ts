import { expect, it } from 'vitest';
import type { Client } from '../../api/client/index.ts';
import { failure, success, PAGE } from '../../domain/base/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import { createUnitList } from './unitList.ts';

const unit = (unit_id: number) => ({ unit_id, account_id: 4, account_name: 'Blue', name: `Unit ${unit_id}`, kind: 'van', status: 'active', labels: [], identifiers: [], device_model: null, allocated_to: null });
const IDS = Array.from({ length: 2 * PAGE.maximumLimit + 5 }, (_, place) => 3 * place + 1);

/** A server of these units, which fails where it is asked to. */
function clientOf({ failsAfter = Number.POSITIVE_INFINITY } = {}) {
  const asked: number[] = [];
  const call = async (_: string, { after, limit }: { after: number; limit: number }) => {
    asked.push(after);
    if (after >= failsAfter) return failure({ code: ERROR.network, message: 'away', behaviour: 'unavailable' });
    return success({ rows: IDS.filter((id) => id > after).slice(0, limit).map(unit) });
  };
  return { asked, client: { call } as unknown as Client };
}

it('reads every unit, each part from where the last one ended', async () => {
  const { asked, client } = clientOf();
  const list = createUnitList(client);
  await list.load(new AbortController().signal);
  const { units, byId, loading, problem } = list.getSnapshot();
  expect(units.map(({ unit_id }) => unit_id)).toEqual(IDS);
  expect([byId.get(IDS[2_000])?.name, loading, problem]).toEqual([`Unit ${IDS[2_000]}`, false, null]);
  expect(asked).toEqual([0, IDS[999], IDS[1_999]]);
});

it('keeps what it had when a part does not come, and says so', async () => {
  const { client } = clientOf({ failsAfter: 1 });
  const list = createUnitList(client);
  await list.load(new AbortController().signal);
  expect(list.getSnapshot()).toMatchObject({ units: [], loading: false, problem: { code: ERROR.network } });
});
