import type { CallError, Request } from '../../../src/api/contract/index.ts';
import { EQUIPMENT, success, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { SAVED_VIEW_LISTS, savedViewSchema, type SavedView, type SavedViewForm } from '../../../src/domain/savedView/index.ts';
import type { Problems } from '../../gateway/problems.ts';
import type { CallContext, Handlers } from '../../gateway/types.ts';
import type { Database, Transaction } from '../../store/database.types.ts';
import { atomically, conflictAt, isUniqueViolation, notFound, sessionOf } from '../shared/index.ts';

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
}

type ViewMethod = 'getSavedViews' | 'createSavedView' | 'updateSavedView' | 'deleteSavedView';
type Answer = Result<SavedView, CallError>;

/** A person at work in one of their accounts. */
interface Caller {
  readonly userId: number;
  readonly accountId: number;
  readonly context: CallContext;
  readonly problems: Problems;
}

const stateSchema = savedViewSchema.pick(['columns', 'sort', 'search', 'filters']);

/** view-service: looks of lists. Whoever made one changes it; those that are shared are seen by everybody of their account. */
export function createSavedViewHandlers({ database, problems }: SavedViewServices): Pick<Handlers, ViewMethod> {
  const inAccount =
    <Data, Value>(act: (data: Data, caller: Caller) => Promise<Result<Value, CallError>>) =>
    async (data: Data, context: CallContext): Promise<Result<Value, CallError>> => {
      const { userId, account } = sessionOf(context);
      if (!account) return problems.refuse(context.lang, ERROR.accountMissing);
      try {
        return await act(data, { userId, accountId: account.accountId, context, problems });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        return conflictAt('name', 'server.viewNameTaken', context, problems);
      }
    };
  return {
    getSavedViews: inAccount(async ({ list }: Request<'getSavedViews'>, { userId, accountId }) => {
      const rows = await database.query<ViewRow>(
        'select * from saved_view where account_id = $1 and list = $2 and (user_id = $3 or shared) order by user_id <> $3, lower(name), id',
        [accountId, list, userId],
      );
      return success({ views: rows.map((row) => viewOf(row, userId)) });
    }),
    createSavedView: inAccount((form: Request<'createSavedView'>, caller) => atomically(database, (transaction) => createView(transaction, form, caller))),
    updateSavedView: inAccount(async ({ view_id: id, ...form }: Request<'updateSavedView'>, { userId, accountId, context }) => {
      const changed = await database.query(
        'update saved_view set list = $4, name = $5, shared = $6, state = $7 where id = $1 and user_id = $2 and account_id = $3 returning id',
        [id, userId, accountId, ...valuesOf(form)],
      );
      return changed.length > 0 ? success(shown(id, form, true)) : notFound(context, problems);
    }),
    deleteSavedView: inAccount(async ({ view_id: id }: Request<'deleteSavedView'>, { userId, accountId, context }) => {
      const gone = await database.query('delete from saved_view where id = $1 and user_id = $2 and account_id = $3 returning id', [id, userId, accountId]);
      return gone.length > 0 ? success({}) : notFound(context, problems);
    }),
  };
}

async function createView(transaction: Transaction, form: SavedViewForm, { userId, accountId, context, problems }: Caller): Promise<Answer> {
  const [row] = await transaction.query<{ count: unknown }>(
    'select count(*) as count from saved_view where user_id = $1 and account_id = $2 and list = $3',
    [userId, accountId, form.list],
  );
  if (Number(row?.count ?? 0) >= EQUIPMENT.savedViews) return conflictAt('name', 'server.tooManyViews', context, problems, { max: EQUIPMENT.savedViews });
  const id = await transaction.nextId('saved_view');
  await transaction.query(
    'insert into saved_view (id, user_id, account_id, created_at, list, name, shared, state) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [id, userId, accountId, new Date(context.now), ...valuesOf(form)],
  );
  return success(shown(id, form, true));
}

/** In the order of the statements above. */
function valuesOf({ list, name, shared: isShared, columns, sort, search, filters }: SavedViewForm): unknown[] {
  return [list, name, isShared, JSON.stringify({ columns, sort, search, filters })];
}

function shown(id: number, { list, name, shared: isShared, columns, sort, search, filters }: SavedViewForm, own: boolean): SavedView {
  return { view_id: id, list, name, shared: isShared, own, columns, sort, search, filters };
}

function viewOf({ id, user_id, list, name, shared: isShared, state }: ViewRow, userId: number): SavedView {
  const known = SAVED_VIEW_LISTS.find((each) => each === list);
  if (!known) throw new Error(`Saved view ${String(id)} is of no list that there is.`);
  return shown(Number(id), { list: known, name, shared: isShared, ...stateSchema.validateSync(state) }, Number(user_id) === userId);
}
