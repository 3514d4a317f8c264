import type { BulkReply, CallError, Request } from '../../../src/api/contract/index.ts';
import { watchesBelow } from '../../../src/domain/access/index.ts';
import { RULE, failure, success, toIso, type AccountId, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { EventContent, EventKindAbout } from '../../../src/domain/events/index.ts';
import type { Rule, RuleForm } from '../../../src/domain/rule/index.ts';
import { reachOf } from '../../call/reach.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import {
  accountOf,
  changesBetween,
  conflictAt,
  inBulk,
  notFound,
  refuseOverwriting,
  recordEvent,
  type Refused,
} from '../shared/index.ts';
import { findRule } from './read.ts';
import { formOf } from './rows.ts';
import type { RuleServices } from './services.ts';

/** Adds a rule to the caller's account. */
export async function createRule(
  transaction: Transaction,
  form: RuleForm,
  context: CallContext,
  services: RuleServices,
): Promise<Result<Rule, CallError>> {
  const { accountId } = accountOf(context);
  const refused =
    (await refuseName(transaction, accountId, form.name, 0, context, services)) ??
    (await refuseCount(transaction, accountId, context, services)) ??
    refuseUnits(accountId, form, context, services);
  if (refused) return refused;
  const id = await transaction.nextId('rule');
  const now = toIso(context.now);
  await transaction.query(
    `insert into rule (id, account_id, created_at, applied_at, name, status, sensor, condition, minimum, maximum, hold, all_units, sub_accounts)
     values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [id, accountId, now, ...valuesOf(form), watchesBelow(accountOf(context).permissions)],
  );
  await putUnits(transaction, id, form);
  const rule = await readBack(transaction, id, context, services);
  await record(transaction, context, rule, { kind: 'ruleCreated', data: { name: rule.name, after: form } });
  return success(rule);
}

/** Replaces a rule; what it tests anew counts from now on, and what lasted by the old test is over. */
export async function updateRule(
  transaction: Transaction,
  { rule_id: id, expected, ...form }: Request<'updateRule'>,
  context: CallContext,
  services: RuleServices,
): Promise<Result<Rule, CallError>> {
  const before = await lockRule(transaction, id, context, services);
  if (!before) return notFound(context, services.problems);
  const refused =
    refuseOverwriting(formOf(before), expected, form, context, services.problems) ??
    (await refuseName(transaction, before.account_id, form.name, id, context, services)) ??
    refuseUnits(before.account_id, form, context, services);
  if (refused) return refused;
  const difference = changesBetween(formOf(before), formOf(form));
  if (!difference) return success(before);
  await transaction.query(
    'update rule set name = $2, status = $3, sensor = $4, condition = $5, minimum = $6, maximum = $7, hold = $8, all_units = $9, sub_accounts = $10 where id = $1',
    [id, ...valuesOf(form), reachAfter(before, form, context)],
  );
  await putUnits(transaction, id, form);
  if (ASKED.some((field) => field in difference.after)) await restartWatch(transaction, id, context);
  const rule = await readBack(transaction, id, context, services);
  await record(transaction, context, rule, { kind: 'ruleUpdated', data: { name: rule.name, ...difference } });
  return success(rule);
}

export function updateRuleStatus(
  transaction: Transaction,
  { rule_ids: ids, status }: Request<'updateRuleStatus'>,
  context: CallContext,
  services: RuleServices,
): Promise<Result<BulkReply, CallError>> {
  return inBulk(ids, async (id) => {
    const rule = await lockRule(transaction, id, context, services);
    if (!rule) return notFound(context, services.problems);
    if (rule.status === status) return null;
    await transaction.query('update rule set status = $2 where id = $1', [id, status]);
    await restartWatch(transaction, id, context);
    await record(transaction, context, rule, {
      kind: 'ruleStatusChanged',
      data: { name: rule.name, before: { status: rule.status }, after: { status } },
    });
    return null;
  });
}

export function deleteRules(
  transaction: Transaction,
  ids: readonly number[],
  context: CallContext,
  services: RuleServices,
): Promise<Result<BulkReply, CallError>> {
  return inBulk(ids, async (id) => {
    const rule = await lockRule(transaction, id, context, services);
    if (!rule) return notFound(context, services.problems);
    await restartWatch(transaction, id, context);
    await transaction.query('delete from rule where id = $1', [id]);
    await record(transaction, context, rule, { kind: 'ruleDeleted', data: { name: rule.name, before: formOf(rule) } });
    return null;
  });
}

/** Kept until somebody chooses all units anew: then the reach of their permissions counts. */
function reachAfter(before: Rule, { all_units }: RuleForm, context: CallContext): boolean {
  return all_units && !before.all_units ? watchesBelow(accountOf(context).permissions) : before.sub_accounts;
}

/** What makes a rule another one: all but what it is called. */
const ASKED = [
  'status',
  'sensor',
  'condition',
  'minimum',
  'maximum',
  'hold',
  'all_units',
  'unit_ids',
] as const satisfies readonly (keyof RuleForm)[];

/** From now on it looks at reports as if it had seen none; what lasts is over. */
async function restartWatch(transaction: Transaction, id: number, context: CallContext): Promise<void> {
  const now = toIso(context.now);
  await transaction.query('update rule set applied_at = $2 where id = $1', [id, now]);
  await transaction.query(
    'update rule_occurrence set end_at = greatest(at, $2::timestamptz) where rule_id = $1 and end_at is null',
    [id, now],
  );
}

async function putUnits(transaction: Transaction, id: number, { all_units, unit_ids }: RuleForm): Promise<void> {
  await transaction.query('delete from rule_unit where rule_id = $1', [id]);
  if (!all_units)
    await transaction.query(
      'insert into rule_unit (rule_id, unit_id) select $1, unit_id from unnest($2::int8[]) as u (unit_id) group by unit_id',
      [id, unit_ids],
    );
}

/** Names are unique in their account, whatever their letters' case; two who give one at once wait for each other. */
async function refuseName(
  transaction: Transaction,
  accountId: number,
  name: string,
  except: number,
  context: CallContext,
  { problems }: RuleServices,
): Promise<Refused | null> {
  await transaction.query('select id from account where id = $1 for update', [accountId]);
  const taken = await transaction.query(
    'select 1 from rule where account_id = $1 and lower(name) = lower($2) and id <> $3 limit 1',
    [accountId, name, except],
  );
  return taken.length > 0 ? conflictAt('name', 'server.ruleNameTaken', context, problems) : null;
}

async function refuseCount(
  transaction: Transaction,
  accountId: number,
  context: CallContext,
  { problems }: RuleServices,
): Promise<Refused | null> {
  const [{ count }] = await transaction.query<{ count: number }>(
    'select count(*) as count from rule where account_id = $1',
    [accountId],
  );
  return count >= RULE.perAccount
    ? conflictAt('name', 'server.tooManyRules', context, problems, { max: RULE.perAccount })
    : null;
}

/** Each unit is one that the rule's account and the caller see; unknown ones and those of others look the same. */
function refuseUnits(
  accountId: AccountId,
  { all_units, unit_ids }: RuleForm,
  context: CallContext,
  { directory, problems }: RuleServices,
): Refused | null {
  if (all_units) return null;
  const { lang } = context;
  const reached = reachOf(accountOf(context), { resource: 'units', action: 'r' });
  const accounts = new Set<number>(directory.scopeOf(accountId).filter((id) => reached.includes(id)));
  const isSeen = (unitId: number): boolean =>
    directory.accountOf(unitId) !== 0 && directory.sightOf(accounts, unitId)?.length !== 0;
  if (unit_ids.every(isSeen)) return null;
  return failure(
    problems.error(lang, ERROR.validation, {
      fields: [{ field: 'unit_ids', message: problems.text(lang, 'server.ruleUnitUnknown') }],
    }),
  );
}

/** The rule, held against changes by others: what is told of it is what was done. */
async function lockRule(
  transaction: Transaction,
  id: number,
  context: CallContext,
  { directory }: RuleServices,
): Promise<Rule | null> {
  await transaction.query('select id from rule where id = $1 and account_id = any($2::int8[]) for update', [
    id,
    accountOf(context).scope,
  ]);
  return findRule(transaction, directory, id, context);
}

async function readBack(
  transaction: Transaction,
  id: number,
  context: CallContext,
  { directory }: RuleServices,
): Promise<Rule> {
  const rule = await findRule(transaction, directory, id, context);
  if (!rule) throw new Error(`Rule ${id} was written and cannot be read.`);
  return rule;
}

function valuesOf({ name, status, sensor, condition, minimum, maximum, hold, all_units }: RuleForm): unknown[] {
  return [name, status, sensor, condition, minimum, maximum, hold, all_units];
}

function record(
  transaction: Transaction,
  context: CallContext,
  { account_id: accountId, rule_id: subjectId }: Rule,
  event: EventContent<EventKindAbout<'rule'>>,
): Promise<void> {
  return recordEvent(transaction, context, { ...event, accountId, subjectId });
}
