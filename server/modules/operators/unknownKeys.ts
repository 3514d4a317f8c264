import type { CallError, Page, Reply, Request } from '../../../src/api/contract/index.ts';
import { failure, success, type Fields, type Result, type UnitId } from '../../../src/domain/base/index.ts';
import { operators, type UnknownKey } from '../../../src/domain/operator/index.ts';
import { unitsInSight } from '../../call/reach.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import {
  accountOf,
  Conditions,
  escapeLike,
  notFound,
  readPage,
  sightParameters,
  unknownSortColumn,
  withinSight,
} from '../shared/index.ts';
import { updateOf } from '../shared/entity/index.ts';
import type { OperatorServices } from './services.ts';
import { operatorTable } from './table.ts';

interface KeyRow {
  key: string;
  unit_id: number;
  unit_name: string;
  units: number;
  first_seen: Date;
  last_seen: Date;
  count: number;
}

const UNKNOWN = `(
  select s.key, count(*) as count, count(distinct s.unit_id) as units, min(s.from_at) as first_seen, max(s.from_at) as last_seen,
         (array_agg(s.unit_id order by s.from_at desc))[1] as unit_id
  from driver_key_session s
  where s.operator_id is null and ${withinSight('s.unit_id', 's.from_at', 's.from_at')} group by s.key
) k join unit u on u.id = k.unit_id`;

/** Keys that nobody has, of the units of the caller's own account: its operators are those who may have them. */
export async function listUnknownKeys(
  { database, directory, problems }: OperatorServices,
  request: Request<'getUnknownKeys'>,
  context: CallContext,
): Promise<Result<Page<UnknownKey>, CallError>> {
  const always = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
  const sight = unitsInSight(directory, [accountOf(context).accountId], undefined, ...always);
  const conditions = new Conditions();
  conditions.parameters.push(...sightParameters(sight ?? { whole: [], spans: new Map() }));
  const search = request.search.trim();
  if (search !== '')
    conditions.add((place) => `(k.key ilike ${place} or u.name ilike ${place})`, `%${escapeLike(search)}%`);
  const page = await readPage<KeyRow, UnknownKey>(
    database,
    request,
    {
      columns: 'k.key, k.unit_id, u.name as unit_name, k.units, k.first_seen, k.last_seen, k.count',
      from: UNKNOWN,
      conditions,
      sorts: {
        key: 'k.key',
        unit_name: 'lower(u.name)',
        units: 'k.units',
        first_seen: 'k.first_seen',
        last_seen: 'k.last_seen',
        count: 'k.count',
      },
      fallback: 'key',
      id: 'k.key',
    },
    (row) => ({
      ...row,
      unit_id: row.unit_id as UnitId,
      first_seen: row.first_seen.toISOString(),
      last_seen: row.last_seen.toISOString(),
    }),
  );
  return page ? success(page) : unknownSortColumn(context, problems);
}

/** Gives the key to an operator: as the code where there is none yet, else as a further key. */
export async function claimKey(
  services: OperatorServices,
  transaction: Transaction,
  { operator_id: id, key }: Request<'claimDriverKey'>,
  context: CallContext,
): Promise<Result<Reply<'claimDriverKey'>, CallError>> {
  const [operator] = await transaction.query<{ code: string; keys: string[] }>(
    'select code, keys from operator where id = $1 and account_id = any($2::int8[]) for update',
    [id, accountOf(context).scope],
  );
  if (!operator) return notFound(context, services.problems);
  if ([operator.code, ...operator.keys].includes(key)) return success({ key });
  const change: Fields = operator.code === '' ? { code: key } : { keys: [...operator.keys, key] };
  const update = updateOf(operators, operatorTable(services), services.problems);
  const updated = await update(transaction, { operator_id: id, ...change }, context);
  return updated.ok ? success({ key }) : failure(updated.error);
}
