import type { CallError, Request } from '../../../src/api/contract/index.ts';
import { can } from '../../../src/domain/access/index.ts';
import { EQUIPMENT, success, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { SAVED_VIEW_LISTS, savedViewSchema, type SavedView, type SavedViewForm } from '../../../src/domain/savedView/index.ts';
import type { Problems } from '../../gateway/problems.ts';
import type { CallContext, Handlers } from '../../gateway/types.ts';
import type { Database, Transaction } from '../../store/database.types.ts';
import { atomically, conflictAt, isUniqueViolation, lockAccount, notFound, sessionOf, type Refused } from '../shared/index.ts';

export interface SavedViewServices {
  readonly database: Database;
  readonly problems: Problems;
}

interface ViewRow {
  id: unknown;
  user_id: unknown;
  list: string;
  name: string;
  shared: boolean;
  state: unknown;
  /** Whoever made it is not in the account any more. */
  orphaned: boolean;
}

type ViewMethod = 'getSavedViews' | 'createSavedView' | 'updateSavedView' | 'deleteSavedView';
type Answer = Result<SavedView, CallError>;

/** A person at work in one of their accounts. */
interface Caller {
  readonly userId: number;
  readonly accountId: number;
  /** May remove people of the account, and so what those leave behind (specification, chapter 6). */
  readonly isManager: boolean;
  readonly context: CallContext;
  readonly problems: Problems;
}

const MANAGES = { resource: 'user', action: 'd' } as const;
/** True in a row of `saved_view` whose maker is not in its account any more. */
const ORPHANED = 'not exists (select 1 from membership m where m.user_id = saved_view.user_id and m.account_id = saved_view.account_id)';

const stateSchema = savedViewSchema.pick(['columns', 'sort', 'search', 'filters']);

/** view-service: looks of lists. Whoever made one changes it; those that are shared are seen by everybody of their account. */
export function createSavedViewHandlers({ database, problems }: SavedViewServices): Pick<Handlers, ViewMethod> {
  const inAccount =
    <Data, Value>(act: (data: Data, caller: Caller) => Promise<Result<Value, CallError>>) =>
    async (data: Data, context: CallContext): Promise<Result<Value, CallError>> => {
      const { userId, account } = sessionOf(context);
      if (!account) return problems.refuse(context.lang, ERROR.accountMissing);
      try {
        return await act(data, { userId, accountId: account.accountId, isManager: can(account.permissions, MANAGES), context, problems });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        return conflictAt('name', 'server.viewNameTaken', context, problems);
      }
    };
  return {
    getSavedViews: inAccount(async ({ list }: Request<'getSavedViews'>, caller) => {
      const rows = await database.query<ViewRow>(
        `select *, ${ORPHANED} as orphaned from saved_view where account_id = $1 and list = $2 and (user_id = $3 or shared) order by user_id <> $3, lower(name), id`,
        [caller.accountId, list, caller.userId],
      );
      return success({ views: rows.map((row) => viewOf(row, caller)) });
    }),
    createSavedView: inAccount((form: Request<'createSavedView'>, caller) => atomically(database, (transaction) => createView(transaction, form, caller))),
    updateSavedView: inAccount((form: Request<'updateSavedView'>, caller) => atomically(database, (transaction) => updateView(transaction, form, caller))),
    deleteSavedView: inAccount(async ({ view_id: id }: Request<'deleteSavedView'>, { userId, accountId, isManager, context }) => {
      const gone = await database.query(
        `delete from saved_view where id = $1 and account_id = $3 and (user_id = $2 or ($4 and shared and ${ORPHANED})) returning id`,
        [id, userId, accountId, isManager],
      );
      return gone.length > 0 ? success({}) : notFound(context, problems);
    }),
  };
}

async function createView(transaction: Transaction, form: SavedViewForm, caller: Caller): Promise<Answer> {
  const { userId, accountId, context, problems } = caller;
  const [row] = await transaction.query<{ count: unknown }>(
    'select count(*) as count from saved_view where user_id = $1 and account_id = $2 and list = $3',
    [userId, accountId, form.list],
  );
  if (Number(row?.count ?? 0) >= EQUIPMENT.savedViews) return conflictAt('name', 'server.tooManyViews', context, problems, { max: EQUIPMENT.savedViews });
  const refused = await refuseShared(transaction, form, 0, caller);
  if (refused) return refused;
  const id = await transaction.nextId('saved_view');
  await transaction.query(
    'insert into saved_view (id, user_id, account_id, created_at, list, name, shared, state) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [id, userId, accountId, new Date(context.now), ...valuesOf(form)],
  );
  return success(ownView(id, form));
}

async function updateView(transaction: Transaction, { view_id: id, ...form }: Request<'updateSavedView'>, caller: Caller): Promise<Answer> {
  const refused = await refuseShared(transaction, form, id, caller);
  if (refused) return refused;
  const changed = await transaction.query(
    'update saved_view set list = $4, name = $5, shared = $6, state = $7 where id = $1 and user_id = $2 and account_id = $3 returning id',
    [id, caller.userId, caller.accountId, ...valuesOf(form)],
  );
  return changed.length > 0 ? success(ownView(id, form)) : notFound(caller.context, caller.problems);
}

/** Everybody of the account reads all that are shared: their number is bounded. `except` is the view itself. */
async function refuseShared(transaction: Transaction, form: SavedViewForm, except: number, { accountId, context, problems }: Caller): Promise<Refused | null> {
  if (!form.shared) return null;
  await lockAccount(transaction, accountId);
  const [row] = await transaction.query<{ count: unknown }>(
    'select count(*) as count from saved_view where account_id = $1 and list = $2 and shared and id <> $3',
    [accountId, form.list, except],
  );
  const max = EQUIPMENT.sharedViews;
  return Number(row?.count ?? 0) >= max ? conflictAt('shared', 'server.tooManySharedViews', context, problems, { max }) : null;
}

/** In the order of the statements above. */
function valuesOf({ list, name, shared: isShared, columns, sort, search, filters }: SavedViewForm): unknown[] {
  return [list, name, isShared, JSON.stringify({ columns, sort, search, filters })];
}

function ownView(id: number, { list, name, shared: isShared, columns, sort, search, filters }: SavedViewForm): SavedView {
  return { view_id: id, list, name, shared: isShared, own: true, removable: true, columns, sort, search, filters };
}

function viewOf({ id, user_id, list, name, shared: isShared, state, orphaned }: ViewRow, { userId, isManager }: Caller): SavedView {
  const known = SAVED_VIEW_LISTS.find((each) => each === list);
  if (!known) throw new Error(`Saved view ${String(id)} is of no list that there is.`);
  const own = Number(user_id) === userId;
  return { ...ownView(Number(id), { list: known, name, shared: isShared, ...stateSchema.validateSync(state) }), own, removable: own || (orphaned && isManager) };
}
