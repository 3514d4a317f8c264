import type { AccountDetails, AccountType, UpdateAccountForm } from '../../../src/domain/account/index.ts';
import { failure } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallContext } from '../../call/types.ts';
import type { Queryable } from '../../store/database.types.ts';
import { accountOf, conflictAt, type Refused } from '../shared/index.ts';

/** Decided by an account above only: nobody widens their own account. */
const DECIDED_ABOVE = ['allow_white_labelling', 'restrict_sub_accounts', 'host_name', 'tracker_networks'] as const;

/** Types that may stand directly below an account of the type. */
const BELOW: Readonly<Record<AccountType, readonly AccountType[]>> = {
  OWNER: ['DEALER', 'CONSUMER'],
  DEALER: ['DEALER', 'CONSUMER'],
  CONSUMER: ['CONSUMER'],
};

/** Why an account of the type cannot be made below the parent, or null. */
export function refuseBelow(
  parent: { readonly type: AccountType; readonly restrict_sub_accounts: boolean },
  type: AccountType,
  context: CallContext,
  problems: Problems,
): Refused | null {
  if (parent.restrict_sub_accounts)
    return problems.refuse(context.lang, ERROR.conflict, { key: 'server.subAccountsRestricted' });
  return BELOW[parent.type].includes(type)
    ? null
    : problems.refuseField(context.lang, 'type', 'server.accountTypeNotAllowed');
}

/** Names every field that the account itself may not change. */
export function refuseDecidedAbove(
  before: AccountDetails,
  data: UpdateAccountForm,
  context: CallContext,
  problems: Problems,
): Refused | null {
  const changed = DECIDED_ABOVE.filter((field) => data[field] !== undefined && data[field] !== before[field]);
  if (changed.length === 0) return null;
  const fields = changed.map((field) => ({
    field,
    message: problems.text(context.lang, 'server.decidedAbove', { field: problems.fieldName(context.lang, field) }),
  }));
  return failure(problems.error(context.lang, ERROR.validation, { fields }));
}

/**
 * Trackers that report from these addresses become visible: who runs the server decides whose an address is, and no
 * dealer opens those of others.
 */
export function refuseTrackerNetworks(
  before: Pick<AccountDetails, 'tracker_networks'>,
  { tracker_networks: asked }: UpdateAccountForm,
  context: CallContext,
  directory: Pick<UnitDirectory, 'account'>,
  problems: Problems,
): Refused | null {
  if (asked === undefined || asked === before.tracker_networks) return null;
  return directory.account(accountOf(context).accountId)?.type === 'OWNER'
    ? null
    : problems.refuseField(context.lang, 'tracker_networks', 'server.decidedByOwner');
}

/** Siblings have different names, so that a list does not show one twice. */
export async function refuseTakenName(
  database: Queryable,
  parentId: number | null,
  name: string,
  except: number,
  context: CallContext,
  problems: Problems,
): Promise<Refused | null> {
  const taken = await database.query(
    'select 1 from account where parent_id is not distinct from $1 and lower(name) = lower($2) and id <> $3 limit 1',
    [parentId, name, except],
  );
  return taken.length > 0 ? conflictAt('name', 'server.accountNameTaken', context, problems) : null;
}

/** A host name belongs to one account, which must be allowed its own look. */
export async function refuseHostName(
  database: Queryable,
  account: Pick<AccountDetails, 'host_name' | 'allow_white_labelling'>,
  except: number,
  context: CallContext,
  problems: Problems,
): Promise<Refused | null> {
  if (account.host_name === '') return null;
  if (!account.allow_white_labelling)
    return problems.refuseField(context.lang, 'host_name', 'server.hostNameNeedsWhiteLabelling');
  const taken = await database.query('select 1 from account where host_name = $1 and id <> $2', [
    account.host_name,
    except,
  ]);
  return taken.length > 0 ? hostNameTaken(context, problems) : null;
}

/** Also the answer when two accounts reached for one host name at the same moment. */
export function hostNameTaken(context: CallContext, problems: Problems): Refused {
  return conflictAt('host_name', 'server.hostNameTaken', context, problems);
}
