import { ENTITIES, type EntityName } from '../../../../src/domain/entities/index.ts';
import type { NamedThings } from '../../../call/ports.ts';
import type { Queryable } from '../../../store/database.types.ts';

type Kind = Parameters<NamedThings['accountsOf']>[0];

const entityAccounts = Object.fromEntries(
  ENTITIES.map(({ name }) => [name, `select id, account_id from ${name} where id = any($1::int8[])`]),
) as Record<EntityName, string>;

/** Number and account of each kind of thing; a part is where the thing is that it belongs to. */
const ACCOUNTS: Readonly<Record<Kind, string>> = {
  device: 'select id, account_id from device where id = any($1::int8[])',
  sensor: 'select s.id, d.account_id from sensor s join device d on d.id = s.device_id where s.id = any($1::int8[])',
  deviceCommand:
    'select c.id, d.account_id from device_command c join device d on d.id = c.device_id where c.id = any($1::int8[])',
  execution:
    'select e.id, d.account_id from command_execution e join device d on d.id = e.device_id where e.id = any($1::int8[])',
  serviceRecord:
    'select r.id, s.account_id from service_record r join service_reminder s on s.id = r.service_reminder_id where r.id = any($1::int8[])',
  operatorBinding:
    'select b.id, o.account_id from operator_binding b join operator o on o.id = b.operator_id where b.id = any($1::int8[])',
  unitAllocation:
    'select l.id, u.account_id from unit_allocation l join unit u on u.id = l.unit_id where l.id = any($1::int8[])',
  deviceAllocation:
    'select l.id, d.account_id from device_allocation l join device d on d.id = l.device_id where l.id = any($1::int8[])',
  ...entityAccounts,
  user: 'select user_id as id, account_id from membership where user_id = any($1::int8[])',
  invitation: 'select id, account_id from invitation where id = any($1::int8[])',
};

/** Whose things are that calls name by number, as the gateway asks. */
export function createNamedThings(database: Queryable): NamedThings {
  return {
    async accountsOf(kind, ids) {
      const rows = await database.query<{ id: number; account_id: number }>(ACCOUNTS[kind], [ids]);
      const accounts = new Map<number, number[]>();
      for (const { id, account_id: accountId } of rows) accounts.set(id, [...(accounts.get(id) ?? []), accountId]);
      return accounts;
    },
  };
}
