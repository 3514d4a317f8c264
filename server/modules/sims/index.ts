import type { sims } from '../../../src/domain/sim/index.ts';
import type { TableOf } from '../shared/entity/index.ts';

const SLOTS = [1, 2] as const;

/** A card sits in the device of its account that names its number: of one card, by the index of each slot. */
const ONE = `left join lateral (
    ${SLOTS.map((slot) => `(select id, name, ${slot} as slot from device where device.account_id = t.account_id and device.sim_number_${slot} = t.sim_number)`).join(' union all ')}
    order by slot, id limit 1
  ) d on true`;

/** The same for a list: the cards of the accounts' devices are put together once, not looked for card by card. */
const listOf = (accounts: string): string => `left join (
    select distinct on (account_id, number) account_id, number, id, name, slot
    from (${SLOTS.map((slot) => `select account_id, sim_number_${slot} as number, id, name, ${slot} as slot from device where sim_number_${slot} <> '' and account_id = any(${accounts}::int8[])`).join(' union all ')}) card
    order by account_id, number, slot, id
  ) d on d.account_id = t.account_id and d.number = t.sim_number`;

/** SIM cards with the devices that they sit in. */
export const simTable: TableOf<typeof sims> = {
  join: { one: ONE, list: listOf },
  joined: { device_id: 'd.id', device_name: 'd.name', slot: 'd.slot' },
  read: ({ device_id, device_name, slot }) => ({
    device_id: device_id === null ? null : Number(device_id),
    device_name: device_name === null ? '' : String(device_name),
    slot: SLOTS.find((each) => each === slot) ?? null,
  }),
  searched: ['d.name'],
  filters: { use: (value) => `(d.id is not null) = (${value} = 'used')` },
};
