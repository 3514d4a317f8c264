import type { CallError, Request } from '../../../src/api/contract/index.ts';
import { can, type Action } from '../../../src/domain/access/index.ts';
import type { Account, AccountDetails } from '../../../src/domain/account/index.ts';
import { failure, success, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { Profile } from '../../../src/domain/user/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallAccount, CallContext, Handlers } from '../../call/types.ts';
import type { Database, Transaction } from '../../store/database.types.ts';
import {
  accountAt,
  accountOf,
  actorOf,
  atomically,
  notFound,
  recordEvent,
  recordPersonEvent,
  sessionOf,
} from '../shared/index.ts';

export { createPictures, type Pictures } from './store.ts';

/** What pictures need of the rest of the server; the registry provides it. */
export interface PictureServices {
  readonly database: Database;
  readonly directory: Pick<UnitDirectory, 'account'>;
  readonly problems: Problems;
  /** The signed-in user as they see themselves. */
  profile(context: CallContext): Promise<Result<Profile, CallError>>;
  /** An account with everything that is said of it; null when it does not exist. */
  accountDetails(accountId: number, context: CallContext): Promise<AccountDetails | null>;
}

/** Takes uploaded pictures as one's own or as an account's logo. */
export function createPictureHandlers(services: PictureServices): Pick<Handlers, 'uploadProfilePic' | 'uploadLogo'> {
  const { database, problems } = services;
  return {
    async uploadProfilePic(data, context) {
      const { userId } = sessionOf(context);
      const done = await atomically(database, async (transaction): Promise<Result<null, CallError>> => {
        const image = await ownImage(services, transaction, data.image_id, context);
        if (!image.ok) return image;
        await transaction.query('update app_user set picture = $2 where id = $1', [userId, image.value]);
        await recordPersonEvent(transaction, userId, actorOf(context, context.now), {
          kind: 'userPictureChanged',
          data: { removed: image.value === null },
        });
        return success(null);
      });
      return done.ok ? services.profile(context) : done;
    },
    async uploadLogo(data, context) {
      const account = logoAccount(services, data.account_id, context);
      if (!account.ok) return account;
      const done = await atomically(database, (transaction) => setLogo(services, transaction, data, context));
      if (!done.ok) return done;
      const details = await services.accountDetails(data.account_id, context);
      return details ? success(details) : notFound(context, problems);
    },
  };
}

/** The picture's id, or null to remove what is there. One that somebody else uploaded is none. */
async function ownImage(
  { problems }: PictureServices,
  transaction: Transaction,
  imageId: string,
  context: CallContext,
): Promise<Result<string | null, CallError>> {
  if (imageId === '') return success(null);
  const [row] = await transaction.query('select id from image where id = $1 and user_id = $2 for update', [
    imageId,
    sessionOf(context).userId,
  ]);
  return row ? success(imageId) : problems.refuseField(context.lang, 'image_id', 'server.imageGone');
}

/** The account whose logo it is: one's own, or one of the tree with the permission to change that. */
function logoAccount(
  { directory, problems }: PictureServices,
  accountId: number,
  context: CallContext,
): Result<Account, CallError> {
  const caller = accountOf(context);
  if (accountId === caller.accountId) {
    const own = directory.account(caller.accountId);
    return own ? success(own) : notFound(context, problems);
  }
  const below = accountAt(directory, caller, accountId, 'anywhere');
  if (!below) return notFound(context, problems);
  return mayChange(caller, below) ? success(below) : problems.refuse(context.lang, ERROR.accessRight);
}

/**
 * Any account of the tree by `au`, consumers directly below by `cu`, those further down by `cau` (specification,
 * chapter 6).
 */
function mayChange({ accountId, permissions }: CallAccount, account: Account): boolean {
  const holds = (action: Action) => can(permissions, { resource: 'account', action });
  if (holds('au')) return true;
  return account.type === 'CONSUMER' && holds(account.parent_id === accountId ? 'cu' : 'cau');
}

async function setLogo(
  { problems, ...services }: PictureServices,
  transaction: Transaction,
  data: Request<'uploadLogo'>,
  context: CallContext,
): Promise<Result<null, CallError>> {
  const [account] = await transaction.query<{ type: string; allow_white_labelling: boolean }>(
    'select type, allow_white_labelling from account where id = $1 for update',
    [data.account_id],
  );
  if (!account?.allow_white_labelling)
    return failure(problems.error(context.lang, ERROR.conflict, { key: 'server.noWhiteLabelling' }));
  const image = await ownImage({ problems, ...services }, transaction, data.image_id, context);
  if (!image.ok) return image;
  if (image.value === null)
    await transaction.query('delete from account_logo where account_id = $1 and version = $2', [
      data.account_id,
      data.version,
    ]);
  else {
    await transaction.query(
      'insert into account_logo (account_id, version, image_id) values ($1, $2, $3) on conflict (account_id, version) do update set image_id = excluded.image_id',
      [data.account_id, data.version, image.value],
    );
  }
  await recordEvent(transaction, context, {
    accountId: data.account_id,
    kind: 'accountLogoChanged',
    subjectId: data.account_id,
    data: { version: data.version, removed: image.value === null },
  });
  return success(null);
}
