import type { CallError, Page, Request } from '../../../src/api/contract/index.ts';
import { success, type AccountId, type Result, type SimId } from '../../../src/domain/base/index.ts';
import type { Changes, EventContent } from '../../../src/domain/events/index.ts';
import type { Sim, SimForm, SimStatus } from '../../../src/domain/sim/index.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import type { Database, Queryable, Transaction } from '../../store/database.types.ts';
import {
  Conditions,
  accountForNew,
  accountOf,
  atomically,
  badSort,
  changesBetween,
  conflictAt,
  escapeLike,
  inBulk,
  isUniqueViolation,
  notFound,
  readPage,
  refuseOverwriting,
  recordEvent,
} from '../shared/index.ts';

export interface SimServices {
  readonly database: Database;
  readonly problems: Problems;
}

interface SimRow {
  id: number;
  account_id: number;
  account_name: string;
  sim_number: string;
  sim_operator: string;
  iccid: string;
  apn: string;
  status: SimStatus;
  labels: string[];
  note: string;
  device_id: number | null;
  device_name: string | null;
  slot: 1 | 2 | null;
  created_at: Date;
}

type SimMethod = 'getSimList' | 'getSim' | 'createSim' | 'updateSim' | 'updateSimStatus' | 'deleteSims';

const COLUMNS = `
  s.id, s.account_id, a.name as account_name, s.sim_number, s.sim_operator, s.iccid, s.apn, s.status, s.labels, s.note,
  d.id as device_id, d.name as device_name, d.slot, s.created_at`;
const SLOTS = [1, 2] as const;
/** A card sits in the device of its account that names its number: of one card, by the index of each slot. */
const FROM_ONE = `
  sim s join account a on a.id = s.account_id
  left join lateral (
    ${SLOTS.map((slot) => `(select id, name, ${slot} as slot from device where device.account_id = s.account_id and device.sim_number_${slot} = s.sim_number)`).join(' union all ')}
    order by slot, id limit 1
  ) d on true`;
/** The same for a list: the cards of all devices are put together once, not looked for card by card. */
const FROM_ALL = `
  sim s join account a on a.id = s.account_id
  left join (
    select distinct on (account_id, number) account_id, number, id, name, slot
    from (${SLOTS.map((slot) => `select account_id, sim_number_${slot} as number, id, name, ${slot} as slot from device where sim_number_${slot} <> ''`).join(' union all ')}) card
    order by account_id, number, slot, id
  ) d on d.account_id = s.account_id and d.number = s.sim_number`;
const SORTS: Readonly<Record<string, string>> = {
  sim_number: 's.sim_number',
  sim_operator: 'lower(s.sim_operator)',
  iccid: 's.iccid',
  status: 's.status',
  account_name: 'lower(a.name)',
  device_name: 'lower(d.name)',
  created_at: 's.created_at',
};

/** sim-service: SIM cards and the devices that they sit in. */
export function createSimHandlers({ database, problems }: SimServices): Pick<Handlers, SimMethod> {
  const guarded = async <Value>(
    context: CallContext,
    work: (transaction: Transaction) => Promise<Result<Value, CallError>>,
  ) => {
    try {
      return await atomically(database, work);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return conflictAt('sim_number', 'server.simNumberTaken', context, problems);
    }
  };
  return {
    async getSimList(data, context) {
      const page = await listSims(database, accountOf(context).scope, data);
      return page ? success(page) : badSort(context, problems);
    },
    async getSim(data, context) {
      const sim = await findSim(database, data.sim_id, context);
      return sim ? success(sim) : notFound(context, problems);
    },
    createSim: (data, context) => guarded(context, (transaction) => createSim(transaction, data, context, problems)),
    updateSim: (data, context) => guarded(context, (transaction) => updateSim(transaction, data, context, problems)),
    updateSimStatus: ({ sim_ids: ids, status }, context) =>
      atomically(database, (transaction) =>
        inBulk(ids, async (id) => {
          const sim = await holdSim(transaction, id, context);
          if (!sim) return notFound(context, problems);
          await transaction.query('update sim set status = $2 where id = $1', [id, status]);
          await record(transaction, context, sim, updated(sim, changesBetween({ status: sim.status }, { status })));
          return null;
        }),
      ),
    deleteSims: ({ sim_ids: ids }, context) =>
      atomically(database, (transaction) =>
        inBulk(ids, async (id) => {
          const sim = await holdSim(transaction, id, context);
          if (!sim) return notFound(context, problems);
          await transaction.query('delete from sim where id = $1', [id]);
          await record(transaction, context, sim, {
            kind: 'simDeleted',
            data: { name: sim.sim_number, before: formOf(sim) },
          });
          return null;
        }),
      ),
  };
}

async function createSim(
  transaction: Transaction,
  { account_id: asked, ...form }: Request<'createSim'>,
  context: CallContext,
  problems: Problems,
): Promise<Result<Sim, CallError>> {
  const accountId = accountForNew(accountOf(context), asked);
  if (accountId === null) return problems.refuseField(context.lang, 'account_id', 'validation.oneOf');
  const id = await transaction.nextId('sim');
  await transaction.query(
    `insert into sim (id, account_id, created_at, sim_number, sim_operator, iccid, apn, status, labels, note) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, accountId, new Date(context.now), ...valuesOf(form)],
  );
  const sim = await readBack(transaction, id, context);
  await record(transaction, context, sim, { kind: 'simCreated', data: { name: sim.sim_number, after: form } });
  return success(sim);
}

async function updateSim(
  transaction: Transaction,
  { sim_id: id, expected, ...changes }: Request<'updateSim'>,
  context: CallContext,
  problems: Problems,
): Promise<Result<Sim, CallError>> {
  const before = await holdSim(transaction, id, context);
  if (!before) return notFound(context, problems);
  const refused = refuseOverwriting(formOf(before), expected, changes, context, problems);
  if (refused) return refused;
  const form = {
    ...formOf(before),
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
  };
  const difference = changesBetween(formOf(before), form);
  if (!difference) return success(before);
  await transaction.query(
    'update sim set sim_number = $2, sim_operator = $3, iccid = $4, apn = $5, status = $6, labels = $7, note = $8 where id = $1',
    [id, ...valuesOf(form)],
  );
  const sim = await readBack(transaction, id, context);
  await record(transaction, context, sim, updated(sim, difference));
  return success(sim);
}

function listSims(
  database: Queryable,
  scope: readonly AccountId[],
  request: Request<'getSimList'>,
): Promise<Page<Sim> | null> {
  const { filters } = request;
  const conditions = new Conditions().add((place) => `s.account_id = any(${place}::int8[])`, scope);
  if (filters.status) conditions.add((place) => `s.status = ${place}`, filters.status);
  if (filters.account_id) conditions.add((place) => `s.account_id = ${place}`, filters.account_id);
  if (filters.label) conditions.add((place) => `s.labels @> ${place}::jsonb`, JSON.stringify([filters.label]));
  if (filters.use) conditions.add((place) => `(d.id is not null) = (${place} = 'used')`, filters.use);
  const text = request.search.trim();
  if (text) {
    conditions.add(
      (place) =>
        `(s.sim_number ilike ${place} or s.sim_operator ilike ${place} or s.iccid ilike ${place} or s.note ilike ${place} or d.name ilike ${place})`,
      `%${escapeLike(text)}%`,
    );
  }
  return readPage<SimRow, Sim>(
    database,
    request,
    { columns: COLUMNS, from: FROM_ALL, conditions, sorts: SORTS, fallback: 'sim_number', id: 's.id' },
    simOf,
  );
}

async function findSim(database: Queryable, id: number, context: CallContext): Promise<Sim | null> {
  const [row] = await database.query<SimRow>(
    `select ${COLUMNS} from ${FROM_ONE} where s.id = $1 and s.account_id = any($2::int8[])`,
    [id, accountOf(context).scope],
  );
  return row ? simOf(row) : null;
}

/** The card, held against changes by others: what is told of it is what was done. */
async function holdSim(transaction: Transaction, id: number, context: CallContext): Promise<Sim | null> {
  await transaction.query('select id from sim where id = $1 and account_id = any($2::int8[]) for update', [
    id,
    accountOf(context).scope,
  ]);
  return findSim(transaction, id, context);
}

async function readBack(transaction: Transaction, id: number, context: CallContext): Promise<Sim> {
  const sim = await findSim(transaction, id, context);
  if (!sim) throw new Error(`SIM card ${id} was written and cannot be read.`);
  return sim;
}

function simOf(row: SimRow): Sim {
  const { account_name, sim_number, sim_operator, iccid, apn, status, labels, note } = row;
  return {
    sim_id: row.id as SimId,
    account_id: row.account_id as AccountId,
    account_name,
    sim_number,
    sim_operator,
    iccid,
    apn,
    status,
    labels,
    note,
    device_id: row.device_id,
    device_name: row.device_name ?? '',
    slot: row.slot,
    created_at: row.created_at.toISOString(),
  };
}

function formOf({ sim_number, sim_operator, iccid, apn, status, labels, note }: Sim | SimForm): SimForm {
  return { sim_number, sim_operator, iccid, apn, status, labels, note };
}

function valuesOf(form: SimForm): unknown[] {
  return [
    form.sim_number,
    form.sim_operator,
    form.iccid,
    form.apn,
    form.status,
    JSON.stringify(form.labels),
    form.note,
  ];
}

const updated = ({ sim_number: name }: Sim, changes: Changes<SimForm> | null): EventContent<'simUpdated'> | null =>
  changes && { kind: 'simUpdated', data: { name, ...changes } };

async function record(
  transaction: Transaction,
  context: CallContext,
  sim: Sim,
  event: EventContent<'simCreated' | 'simUpdated' | 'simDeleted'> | null,
): Promise<void> {
  if (event) await recordEvent(transaction, context, { ...event, accountId: sim.account_id, subjectId: sim.sim_id });
}
