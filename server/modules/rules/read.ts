import type { CallError, Page, Request } from '../../../src/api/contract/index.ts';
import type { Need } from '../../../src/domain/access/index.ts';
import { success, toIso, type Result } from '../../../src/domain/base/index.ts';
import type { Occurrence } from '../../../src/domain/rule/index.ts';
import { readInstant } from '../../call/interval.ts';
import { reachOf } from '../../call/reach.ts';
import type { CallContext } from '../../call/types.ts';
import { Conditions, accountOf, unknownSortColumn, escapeLike, readPage } from '../shared/index.ts';
import { occurrenceOf, sensorNamesSql, type OccurrenceRow } from './rows.ts';
import type { RuleServices } from './services.ts';

const SEES_UNITS: Need = { resource: 'units', action: 'r' };

const OCCURRENCE_SORTS: Readonly<Record<string, string>> = {
  time: 'o.at',
  rule_name: 'lower(o.rule_name)',
  unit_name: 'lower(o.unit_name)',
  value: 'o.value',
  end: "coalesce(o.end_at, 'infinity')",
  since: 'o.since',
};

/** A page of occurrences of the caller's rules. */
export async function listOccurrences(
  { database, problems }: RuleServices,
  request: Request<'getOccurrences'>,
  context: CallContext,
): Promise<Result<Page<Occurrence>, CallError>> {
  const { filters } = request;
  const conditions = new Conditions().add((place) => `o.account_id = any(${place}::int8[])`, accountOf(context).scope);
  // Rules watch all units of their account's tree; of units that the caller does not reach nothing is shown.
  const reached = new Set<number>(reachOf(accountOf(context), SEES_UNITS));
  const hidden = accountOf(context).tree.filter((id) => !reached.has(id));
  if (hidden.length > 0)
    conditions.add(
      (place) => `not exists (select 1 from unit u where u.id = o.unit_id and u.account_id = any(${place}::int8[]))`,
      hidden,
    );
  for (const [field, sign] of [
    ['from', '>='],
    ['to', '<'],
  ] as const) {
    const asked = request[field];
    if (!asked) continue;
    const instant = readInstant(asked, field, context.lang, problems);
    if (!instant.ok) return instant;
    conditions.add((place) => `o.at ${sign} ${place}::timestamptz`, toIso(instant.value));
  }
  if (filters.rule_id) conditions.add((place) => `o.rule_id = ${place}`, filters.rule_id);
  if (filters.unit_id) conditions.add((place) => `o.unit_id = ${place}`, filters.unit_id);
  if (filters.state) conditions.add((place) => `(o.end_at is null) = (${place} = 'lasting')`, filters.state);
  const text = request.search.trim();
  if (text)
    conditions.add(
      (place) =>
        `(o.rule_name ilike ${place} or o.unit_name ilike ${place} or ${sensorNamesSql("(o.test -> 'conditions')")} ilike ${place})`,
      `%${escapeLike(text)}%`,
    );
  const columns =
    'o.rule_id, o.rule_name, o.unit_id, o.unit_name, o.test, o.sensor_type, o.since, o.at, o.end_at, o.value, o.latitude, o.longitude';
  const sort = request.sort || '-time';
  const page = await readPage<OccurrenceRow, Occurrence>(
    database,
    { ...request, sort },
    {
      columns,
      from: 'rule_occurrence o',
      conditions,
      sorts: OCCURRENCE_SORTS,
      fallback: 'time',
      id: 'o.unit_id, o.rule_id, o.at',
    },
    occurrenceOf,
  );
  return page ? success(page) : unknownSortColumn(context, problems);
}
