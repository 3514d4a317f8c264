import { toIso, type Instant } from '../../src/domain/base/index.ts';
import type { RuleForm } from '../../src/domain/rule/index.ts';
import type { Transaction } from '../store/database.types.ts';

/** Stores a rule that has been at work since then; answers its number. */
export async function insertRule(
  transaction: Transaction,
  account: number,
  form: RuleForm,
  { at, subAccounts }: { readonly at: Instant; readonly subAccounts: boolean },
): Promise<number> {
  const id = await transaction.nextId('rule');
  const time = toIso(at);
  const row = { ...form, id, account_id: account, sub_accounts: subAccounts, applied_at: time, created_at: time };
  // Units by name have a table of their own; the demo names none.
  const columns = Object.keys(row)
    .filter((column) => column !== 'unit_ids')
    .join(', ');
  await transaction.query(
    `insert into rule (${columns}) select ${columns} from jsonb_populate_record(null::rule, $1)`,
    [JSON.stringify(row)],
  );
  return id;
}
