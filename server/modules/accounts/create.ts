import type { CallError } from '../../../src/api/contract/index.ts';
import type { Account, AccountDetails, CreateAccountForm } from '../../../src/domain/account/index.ts';
import { failure, success, type Result } from '../../../src/domain/base/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { accountOf, actorOf, permissionsOf, insertStandardRoles, lockAccount, recordEvent } from '../shared/index.ts';
import { readDetails } from './read.ts';
import { refuseBelow, refuseHostName, refuseTakenName } from './rules.ts';
import type { AccountServices } from './services.ts';

/** Who makes the account, and below whom. */
export interface Birth {
  readonly creator: Account;
  readonly parent: Account;
}

/** Makes the account, its standard roles, and the invitation of the person who runs it. */
export async function createAccount(
  transaction: Transaction,
  { creator, parent }: Birth,
  form: CreateAccountForm,
  context: CallContext,
  { problems, inviter }: AccountServices,
): Promise<Result<AccountDetails, CallError>> {
  const misplaced = refuseBelow(parent, form.type, context, problems);
  if (misplaced) return misplaced;
  await lockAccount(transaction, parent.account_id);
  const refused =
    (await refuseTakenName(transaction, parent.account_id, form.name, 0, context, problems)) ??
    (await refuseHostName(transaction, form, 0, context, problems));
  if (refused) return refused;

  const accountId = await insertAccount(transaction, parent.account_id, form, context);
  const own = await permissionsOf(transaction, context, creator);
  const administrator = await insertStandardRoles(
    transaction,
    actorOf(context, context.now),
    accountId,
    form.type,
    own.permissions,
  );
  const invited = await inviter.invite(transaction, context, {
    accountId,
    accountName: form.name,
    roleId: administrator,
    roleName: 'Administrator',
    emails: [form.default_owner_email],
  });
  if (!invited.ok) return failure(asOwnerField(invited.error));
  const details = await readDetails(transaction, accountId, accountOf(context).tree);
  if (!details) throw new Error(`Account ${accountId} was inserted and cannot be read.`);
  return success(details);
}

/** The form asks for one address, so a refusal of the list is one of that field. */
function asOwnerField(error: CallError): CallError {
  return error.fields
    ? { ...error, fields: error.fields.map((problem) => ({ ...problem, field: 'default_owner_email' })) }
    : error;
}

async function insertAccount(
  transaction: Transaction,
  parentId: number,
  form: CreateAccountForm,
  context: CallContext,
): Promise<number> {
  const id = await transaction.nextId('account');
  await transaction.query(
    `insert into account (id, parent_id, name, type, status, restrict_sub_accounts, settings, created_at, address, country, region, currency,
                          registration_number, is_legal_entity, allow_white_labelling, default_theme, default_language, password_policy, host_name, category, tracker_networks)
     values ($1, $2, $3, $4, 'active', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
    [
      id,
      parentId,
      form.name,
      form.type,
      form.restrict_sub_accounts,
      JSON.stringify(form.settings),
      new Date(context.now),
      form.address,
      form.country,
      form.region,
      form.currency,
      form.registration_number,
      form.is_legal_entity,
      form.allow_white_labelling,
      form.default_theme,
      form.default_language,
      form.password_policy,
      form.host_name || null,
      form.category,
      form.tracker_networks,
    ],
  );
  // The person who is invited is recorded by the invitation, not here.
  const { default_owner_email: _, ...said } = form;
  await recordEvent(transaction, context, {
    accountId: id,
    kind: 'accountCreated',
    subjectId: id,
    data: { name: form.name, type: form.type, after: { ...said, parent_id: parentId, status: 'active' } },
  });
  return id;
}
