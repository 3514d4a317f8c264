import type { AlertForm, alerts } from '../../../src/domain/alert/index.ts';
import { ALERT } from '../../../src/domain/base/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import type { ChangeOf, TableOf } from '../shared/entity/index.ts';
import type { Refused } from '../shared/index.ts';

interface AlertServices {
  readonly directory: Pick<UnitDirectory, 'scopeOf'>;
  readonly problems: Problems;
}

type AlertChange = ChangeOf<typeof alerts>;

const RULE_IDS = "coalesce((select array_agg(rule_id order by rule_id) from alert_rule where alert_id = t.id), '{}')";

/** Alerts with the rules that they tie together. */
export function alertTable(services: AlertServices): TableOf<typeof alerts> {
  return {
    joined: { rule_count: '(select count(*) from alert_rule where alert_id = t.id)' },
    elsewhere: { rule_ids: RULE_IDS },
    read: ({ rule_count }) => ({ rule_count: Number(rule_count) }),
    filters: {
      severity: (value) => `t.severity = ${value}`,
      rule_id: (value) => `exists (select from alert_rule where alert_id = t.id and rule_id = ${value})`,
    },
    perAccount: { max: ALERT.perAccount, refusal: 'server.tooManyAlerts' },
    refuseChange: async (transaction, change, context) =>
      (await refuseRules(transaction, change, context, services)) ??
      (await refuseSteps(transaction, change, context, services)),
    async afterWrite(transaction, id, { before, form }) {
      if (before !== null && String(before.rule_ids) === String(form.rule_ids)) return;
      await transaction.query('delete from alert_rule where alert_id = $1', [id]);
      await transaction.query(
        'insert into alert_rule (alert_id, rule_id) select $1, rule_id from unnest($2::int8[]) as r (rule_id) group by rule_id',
        [id, form.rule_ids],
      );
    },
  };
}

/**
 * Rules of the account, or of its sub-accounts where the alert counts there; unknown ones and those of others look the
 * same.
 */
async function refuseRules(
  transaction: Transaction,
  { accountId, form }: AlertChange,
  { lang }: CallContext,
  { directory, problems }: AlertServices,
): Promise<Refused | null> {
  const accounts = form.allow_child ? directory.scopeOf(accountId) : [accountId];
  const rows = await transaction.query<{ id: number }>(
    'select id from rule where id = any($1::int8[]) and account_id = any($2::int8[]) order by id for share',
    [form.rule_ids, accounts],
  );
  const there = new Set(rows.map(({ id }) => id));
  return form.rule_ids.every((id) => there.has(id))
    ? null
    : problems.refuseField(lang, 'rule_ids', 'server.alertRuleUnknown');
}

/** People of the account and its roles; those that were named before may have left since. */
async function refuseSteps(
  transaction: Transaction,
  { accountId, before, form }: AlertChange,
  { lang }: CallContext,
  { problems }: AlertServices,
): Promise<Refused | null> {
  const known = new Set(before?.escalation.map(targetOf));
  // A step for those who were notified already names nobody.
  const named = form.escalation.filter(({ user_id, role_id }) => user_id !== null || role_id !== null);
  const fresh = named.filter((step) => !known.has(targetOf(step)));
  if (fresh.length === 0) return null;
  const rows = await transaction.query<{ target: string }>(
    `select 'user ' || user_id as target from membership where account_id = $1 and user_id = any($2::int8[])
     union all select 'role ' || id from role where account_id = $1 and id = any($3::int8[])`,
    [accountId, fresh.flatMap(({ user_id }) => user_id ?? []), fresh.flatMap(({ role_id }) => role_id ?? [])],
  );
  const there = new Set(rows.map(({ target }) => target));
  const place = form.escalation.findIndex((step) => fresh.includes(step) && !there.has(targetOf(step)));
  return place < 0 ? null : problems.refuseField(lang, `escalation[${place}].user_id`, 'validation.oneOf');
}

const targetOf = ({ user_id, role_id }: AlertForm['escalation'][number]): string =>
  user_id === null ? `role ${role_id}` : `user ${user_id}`;
