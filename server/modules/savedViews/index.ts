import type { CallError, Request } from '../../../src/api/contract/index.ts';
import { can } from '../../../src/domain/access/index.ts';
import { EQUIPMENT, success, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import {
  SAVED_VIEW_LISTS,
  savedViewSchema,
  type SavedView,
  type SavedViewForm,
  type SavedViewList,
} from '../../../src/domain/savedView/index.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import type { Database, Transaction } from '../../store/database.types.ts';
import {
  atomically,
  conflictAt,
  isUniqueViolation,
  lockAccount,
  notFound,
  sessionOf,
  refuseOverwriting,
  type Refused,
} from '../shared/index.ts';

export interface SavedViewServices {
  readonly database: Database;
  readonly problems: Problems;
}

interface ViewRow {
  id: number;
  user_id: number;
  list: string;
  name: string;
  shared: boolean;
  state: unknown;
  /** Whoever made it is not in the account any more. */
  orphaned: boolean;
  is_default: boolean;
}

type ViewMethod = 'getSavedViews' | 'createSavedView' | 'updateSavedView' | 'deleteSavedView' | 'setDefaultView';
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
const ORPHANED =
  'not exists (select 1 from membership m where m.user_id = saved_view.user_id and m.account_id = saved_view.account_id)';
/** A row of `saved_view` as the person $1 sees it. */
const VIEW = `*, ${ORPHANED} as orphaned, exists (select 1 from default_view d where d.view_id = saved_view.id and d.user_id = $1) as is_default`;

const stateSchema = savedViewSchema.pick(['columns', 'sort', 'search', 'filters']);

/**
 * view-service: looks of lists. The person who made one changes it; those that are shared are seen by everybody of
 * their account.
 */
export function createSavedViewHandlers({ database, problems }: SavedViewServices): Pick<Handlers, ViewMethod> {
  const inAccount =
    <Data, Value>(act: (data: Data, caller: Caller) => Promise<Result<Value, CallError>>) =>
    async (data: Data, context: CallContext): Promise<Result<Value, CallError>> => {
      const { userId, account } = sessionOf(context);
      if (!account) return problems.refuse(context.lang, ERROR.accountMissing);
      try {
        return await act(data, {
          userId,
          accountId: account.accountId,
          isManager: can(account.permissions, MANAGES),
          context,
          problems,
        });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        return conflictAt('name', 'server.viewNameTaken', context, problems);
      }
    };
  return {
    getSavedViews: inAccount(async ({ list }: Request<'getSavedViews'>, caller) => {
      const rows = await database.query<ViewRow>(
        `select ${VIEW} from saved_view where account_id = $2 and list = $3 and (user_id = $1 or shared) order by user_id <> $1, lower(name), id`,
        [caller.userId, caller.accountId, list],
      );
      return success({ views: rows.map((row) => viewOf(row, caller)) });
    }),
    createSavedView: inAccount((form: Request<'createSavedView'>, caller) =>
      atomically(database, (transaction) => createView(transaction, form, caller)),
    ),
    updateSavedView: inAccount((form: Request<'updateSavedView'>, caller) =>
      atomically(database, (transaction) => updateView(transaction, form, caller)),
    ),
    setDefaultView: inAccount((choice: Request<'setDefaultView'>, caller) =>
      atomically(database, (transaction) => setDefault(transaction, choice, caller)),
    ),
    deleteSavedView: inAccount(
      async ({ view_id: id }: Request<'deleteSavedView'>, { userId, accountId, isManager, context }) => {
        const gone = await database.query(
          `delete from saved_view where id = $1 and account_id = $3 and (user_id = $2 or ($4 and shared and ${ORPHANED})) returning id`,
          [id, userId, accountId, isManager],
        );
        return gone.length > 0 ? success({}) : notFound(context, problems);
      },
    ),
  };
}

async function createView(transaction: Transaction, form: SavedViewForm, caller: Caller): Promise<Answer> {
  const { userId, accountId, context, problems } = caller;
  const [row] = await transaction.query<{ count: number }>(
    'select count(*) as count from saved_view where user_id = $1 and account_id = $2 and list = $3',
    [userId, accountId, form.list],
  );
  if ((row?.count ?? 0) >= EQUIPMENT.savedViews)
    return conflictAt('name', 'server.tooManyViews', context, problems, { max: EQUIPMENT.savedViews });
  const refused = await refuseShared(transaction, form, 0, caller);
  if (refused) return refused;
  const id = await transaction.nextId('saved_view');
  await transaction.query(
    'insert into saved_view (id, user_id, account_id, created_at, list, name, shared, state) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [id, userId, accountId, new Date(context.now), ...valuesOf(form)],
  );
  return success({ ...form, view_id: id, own: true, removable: true, is_default: false });
}

async function updateView(
  transaction: Transaction,
  { view_id: id, expected, ...changes }: Request<'updateSavedView'>,
  caller: Caller,
): Promise<Answer> {
  const { userId, accountId, context, problems } = caller;
  const [row] = await transaction.query<ViewRow>(
    `select ${VIEW} from saved_view where id = $2 and user_id = $1 and account_id = $3 for update`,
    [userId, id, accountId],
  );
  if (!row) return notFound(context, problems);
  const before = viewOf(row, caller);
  const view: SavedView = { ...before, ...changes };
  const refused =
    refuseOverwriting(before, expected, changes, context, problems) ??
    (await refuseShared(transaction, view, id, caller));
  if (refused) return refused;
  await transaction.query('update saved_view set list = $2, name = $3, shared = $4, state = $5 where id = $1', [
    id,
    ...valuesOf(view),
  ]);
  return success(view);
}

/** One view of a list at most; what the caller does not see and what is of another list do not exist for it. */
async function setDefault(
  transaction: Transaction,
  { list, view_id: id }: { list: SavedViewList; view_id: number | null },
  caller: Caller,
): Promise<Result<Record<string, never>, CallError>> {
  const { userId, accountId, context, problems } = caller;
  if (id === null) {
    await transaction.query('delete from default_view where user_id = $1 and account_id = $2 and list = $3', [
      userId,
      accountId,
      list,
    ]);
    return success({});
  }
  const chosen = await transaction.query(
    `insert into default_view (user_id, account_id, list, view_id)
     select $1, account_id, list, id from saved_view where id = $4 and account_id = $2 and list = $3 and (user_id = $1 or shared)
     on conflict (user_id, account_id, list) do update set view_id = excluded.view_id
     returning view_id`,
    [userId, accountId, list, id],
  );
  return chosen.length > 0 ? success({}) : notFound(context, problems);
}

/** Everybody of the account reads all that are shared: their number is bounded. `except` is the view itself. */
async function refuseShared(
  transaction: Transaction,
  form: Pick<SavedView, 'list' | 'shared'>,
  except: number,
  { accountId, context, problems }: Caller,
): Promise<Refused | null> {
  if (!form.shared) return null;
  await lockAccount(transaction, accountId);
  const [row] = await transaction.query<{ count: number }>(
    'select count(*) as count from saved_view where account_id = $1 and list = $2 and shared and id <> $3',
    [accountId, form.list, except],
  );
  const max = EQUIPMENT.sharedViews;
  return (row?.count ?? 0) >= max
    ? conflictAt('shared', 'server.tooManySharedViews', context, problems, { max })
    : null;
}

/** In the order of the statements above. */
function valuesOf({
  list,
  name,
  shared: isShared,
  columns,
  sort,
  search,
  filters,
}: Omit<SavedView, 'view_id' | 'own' | 'removable' | 'is_default'>): unknown[] {
  return [list, name, isShared, JSON.stringify({ columns, sort, search, filters })];
}

function viewOf(
  { id, user_id, list, name, shared: isShared, state, orphaned, is_default }: ViewRow,
  { userId, isManager }: Caller,
): SavedView {
  const known = SAVED_VIEW_LISTS.find((each) => each === list);
  if (!known) throw new Error(`Saved view ${String(id)} is of no list that there is.`);
  const own = user_id === userId;
  return {
    view_id: id,
    list: known,
    name,
    shared: isShared,
    own,
    removable: own || (orphaned && isManager),
    is_default,
    ...stateSchema.validateSync(state),
  };
}
