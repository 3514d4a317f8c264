import type { CallError } from '../../../src/api/contract/index.ts';
import type {
  Account,
  AccountDetails,
  AccountRow,
  AccountStatus,
  UpdateAccountForm,
} from '../../../src/domain/account/index.ts';
import { success, type Fields, type Result } from '../../../src/domain/base/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { accountOf, changesBetween, lockAccount, notFound, recordEvent, refuseOverwriting } from '../shared/index.ts';
import { readAccountRow, readDetails } from './read.ts';
import { refuseDecidedAbove, refuseHostName, refuseTakenName, refuseTrackerNetworks } from './rules.ts';
import type { AccountServices } from './services.ts';

/** Columns that an update may write, as the wire names them. */
const COLUMNS = [
  'name',
  'address',
  'country',
  'region',
  'currency',
  'registration_number',
  'is_legal_entity',
  'category',
  'default_theme',
  'default_language',
  'password_policy',
  'allow_white_labelling',
  'restrict_sub_accounts',
  'host_name',
  'tracker_networks',
  'settings',
] as const satisfies readonly (keyof UpdateAccountForm)[];

/** Changes an account, its own or one below; what stays the same records nothing. */
export async function updateAccount(
  transaction: Transaction,
  account: Pick<Account, 'account_id' | 'parent_id'>,
  { expected, ...data }: UpdateAccountForm & { readonly expected?: Fields },
  context: CallContext,
  { directory, problems }: AccountServices,
): Promise<Result<AccountDetails, CallError>> {
  const { accountId: own, tree } = accountOf(context);
  if (account.parent_id !== null) await lockAccount(transaction, account.parent_id);
  const before = await readDetails(transaction, account.account_id, tree, true);
  if (!before) return notFound(context, problems);
  const given = Object.fromEntries(
    COLUMNS.filter((column) => data[column] !== undefined).map((column) => [column, data[column]]),
  ) as UpdateAccountForm;
  const after: AccountDetails = { ...before, ...given };
  const refused =
    refuseOverwriting(before, expected, given, context, problems) ??
    (account.account_id === own ? refuseDecidedAbove(before, given, context, problems) : null) ??
    refuseTrackerNetworks(before, given, context, directory, problems) ??
    (after.name === before.name
      ? null
      : await refuseTakenName(transaction, before.parent_id, after.name, before.account_id, context, problems)) ??
    (await refuseHostName(transaction, after, before.account_id, context, problems));
  if (refused) return refused;
  const changes = changesBetween<Partial<AccountDetails>>(before, after);
  if (!changes) return success(before);
  await write(transaction, before.account_id, changes.after);
  await recordEvent(transaction, context, {
    accountId: before.account_id,
    kind: 'accountUpdated',
    subjectId: before.account_id,
    data: changes,
  });
  return success(after);
}

async function write(transaction: Transaction, id: number, changed: Partial<AccountDetails>): Promise<void> {
  const columns = COLUMNS.filter((column) => changed[column] !== undefined);
  // Settings are added to what the product notes there for itself.
  const sets = columns.map((column, index) =>
    column === 'settings' ? `settings = settings || $${index + 2}::jsonb` : `${column} = $${index + 2}`,
  );
  const values = columns.map((column) => {
    if (column === 'settings') return JSON.stringify(changed.settings);
    return column === 'host_name' ? changed.host_name || null : changed[column];
  });
  await transaction.query(`update account set ${sets.join(', ')} where id = $1`, [id, ...values]);
}

/**
 * Activates, deactivates or blocks an account below. Whoever works in it or below it is notified, and sent away, by the
 * event.
 */
export async function updateStatus(
  transaction: Transaction,
  accountId: number,
  status: AccountStatus,
  context: CallContext,
): Promise<AccountRow> {
  await lockAccount(transaction, accountId);
  const before = await readAccountRow(transaction, accountId);
  if (before.status === status) return before;
  await transaction.query('update account set status = $2 where id = $1', [accountId, status]);
  await recordEvent(transaction, context, {
    accountId,
    kind: 'accountStatusChanged',
    subjectId: accountId,
    data: { name: before.name, before: { status: before.status }, after: { status } },
  });
  return { ...before, status };
}
