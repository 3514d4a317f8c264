import { VirtualTimeScheduler } from 'rxjs';
import { expect, it } from 'vitest';
import type { Client } from '../../api/client/index.ts';
import type { DomainEvent, EventData, EventKindAbout } from '../../domain/events/index.ts';
import { testEvent } from '../../domain/events/testing/index.ts';
import { failure, success, PAGE, type UnitId } from '../../domain/base/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import { createUnitList } from './unitList.ts';

const unit = (unit_id: number, name = `Unit ${unit_id}`) => ({
  unit_id,
  account_id: 4,
  account_name: 'Blue',
  name,
  kind: 'van',
  status: 'active',
  labels: [],
  identifiers: [],
  device_model: null,
  allocated_to: null,
  drivers: [],
  location: null,
});
const IDS = Array.from({ length: 2 * PAGE.maximumLimit + 5 }, (_, place) => 3 * place + 1);

/** A server of these units, which fails where it is asked to. */
function clientOf({
  failsAfter = Number.POSITIVE_INFINITY,
  nameOf,
  beforePart,
}: { failsAfter?: number; nameOf?: (id: number) => string; beforePart?: (after: number) => void } = {}) {
  const asked: number[] = [];
  const call = async (_: string, { after, limit }: { after: number; limit: number }) => {
    asked.push(after);
    beforePart?.(after);
    if (after >= failsAfter) return failure({ code: ERROR.network, message: 'away', behaviour: 'unavailable' });
    return success({
      rows: IDS.filter((id) => id > after)
        .slice(0, limit)
        .map((id) => unit(id, nameOf?.(id))),
    });
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

const names = (list: ReturnType<typeof createUnitList>): string[] => list.getSnapshot().units.map(({ name }) => name);
const eventOf = <Kind extends EventKindAbout<'unit'>>(
  sequence: number,
  kind: Kind,
  subject_id: number,
  data: Partial<EventData<Kind>>,
): DomainEvent<Kind> => testEvent(kind, data, { account_id: 4, sequence, subject_id });

it('has units as people count their names, however they came, and keeps them so', async () => {
  const { client } = clientOf({ nameOf: (id) => `Lorry ${20_000 - id}` });
  const list = createUnitList(client);
  await list.load(new AbortController().signal);
  expect(names(list)).toEqual(IDS.map((id) => `Lorry ${20_000 - id}`).toReversed());
  const [first, second] = names(list);
  list.apply([
    eventOf(1, 'unitRenamed', IDS[0], { name: 'Lorry 2' }),
    eventOf(2, 'unitCreated', 90_000, { name: 'A van' }),
    eventOf(3, 'unitDeleted', IDS.at(-1)!, {}),
  ]);
  expect(names(list).slice(0, 3)).toEqual(['A van', 'Lorry 2', second]);
  expect(names(list)).not.toContain(first);
  expect(list.getSnapshot().units).toHaveLength(IDS.length);
});

it('keeps what changed while it was read, of the parts that were read before', async () => {
  const [first, second, third] = IDS;
  const { client } = clientOf({
    beforePart(after) {
      if (after !== IDS[999]) return;
      list.apply([
        eventOf(1, 'unitRenamed', first, { name: 'Renamed' }),
        eventOf(2, 'unitDeleted', second, {}),
        eventOf(3, 'unitCreated', 90_000, { name: 'A van' }),
      ]);
      list.put({ ...list.getSnapshot().byId.get(90_000)!, unit_id: third as UnitId, name: 'Put' });
    },
  });
  const list = createUnitList(client);
  await list.load(new AbortController().signal);
  const { byId, units } = list.getSnapshot();
  expect([first, second, third, 90_000].map((id) => byId.get(id)?.name)).toEqual([
    'Renamed',
    undefined,
    'Put',
    'A van',
  ]);
  expect(units).toHaveLength(byId.size);
});

it('has the place where a unit was put by hand, also when somebody else moves or clears it', async () => {
  const { client } = clientOf();
  const time = new VirtualTimeScheduler();
  const list = createUnitList(client, time);
  await list.load(new AbortController().signal);
  const id = IDS[0] ?? 0;
  const place = () => list.getSnapshot().byId.get(id)?.location;
  list.apply([
    eventOf(1, 'unitUpdated', id, {
      before: { location: null },
      after: { location: { latitude: 55.5, longitude: 49.25 } },
    }),
  ]);
  expect(place()).toEqual({ latitude: 55.5, longitude: 49.25 });
  list.apply([
    eventOf(2, 'unitUpdated', id, { before: {}, after: { labels: ['north'] } }),
    eventOf(3, 'unitUpdated', id, { after: { location: { latitude: 95, longitude: 0 } } }),
  ]);
  expect(place()).toEqual({ latitude: 55.5, longitude: 49.25 });
  list.apply([
    eventOf(4, 'unitUpdated', id, {
      before: { location: { latitude: 55.5, longitude: 49.25 } },
      after: { location: null },
    }),
  ]);
  time.flush();
  expect(place()).toBeNull();
});

it('shows what the feed changed at once, and a busy feed once a second, in the same order while no name changes', async () => {
  const { client } = clientOf();
  const time = new VirtualTimeScheduler();
  const list = createUnitList(client, time);
  await list.load(new AbortController().signal);
  let shown = 0;
  list.subscribe(() => shown++);
  const before = list.getSnapshot().units;
  const labelled = (sequence: number) =>
    list.apply([
      eventOf(sequence, 'unitUpdated', IDS[sequence] ?? 0, {
        before: { labels: [] },
        after: { labels: [`run ${sequence}`] },
      }),
    ]);
  labelled(1);
  expect([shown, list.getSnapshot().byId.get(IDS[1] ?? 0)?.labels]).toEqual([1, ['run 1']]);
  for (let sequence = 2; sequence <= 20; sequence++) labelled(sequence);
  expect(shown).toBe(1);
  time.flush();
  const { units } = list.getSnapshot();
  expect([shown, units[20]?.labels]).toEqual([2, ['run 20']]);
  expect(units.map(({ unit_id }) => unit_id)).toEqual(before.map(({ unit_id }) => unit_id));
  // Events that say nothing new are not shown again.
  labelled(20);
  time.flush();
  expect(shown).toBe(2);
});
