import { randomBytes } from 'node:crypto';
import type { CallError, Reply, Request } from '../../../src/api/contract/index.ts';
import { can } from '../../../src/domain/access/index.ts';
import { SHARE, success, toIso, type Interval, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { SHOWS_ZONES, refusedInterval, type IntervalRefusal, type ShareForm } from '../../../src/domain/share/index.ts';
import { readInstant } from '../../call/interval.ts';
import { reachOf, unitsInReach } from '../../call/reach.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { accountOf, atomically, conflictAt, lockAccount, notFound, recordEvent, sessionOf } from '../shared/index.ts';
import { storedDestination, type StoredDestination } from './destination.ts';
import { hashToken } from './rows.ts';
import type { ShareServices } from './services.ts';

/** Field, key of the message and its bound. */
const REFUSALS: Readonly<Record<IntervalRefusal, readonly [field: string, key: string, values?: { max: number }]>> = {
  over: ['to', 'server.shareOver'],
  reversed: ['to', 'validation.interval'],
  tooLong: ['to', 'validation.intervalTooLong', { max: SHARE.days }],
  tooFarAhead: ['from', 'server.shareTooFarAhead', { max: SHARE.ahead }],
};
const TOKEN_BYTES = 32;
const READS_UNITS = { resource: 'units', action: 'r' } as const;

/** Makes a share of units that the caller sees now, and answers its link, once. */
export async function createShare(
  services: ShareServices,
  form: Request<'createShare'>,
  context: CallContext,
): Promise<Result<Reply<'createShare'>, CallError>> {
  const { database, problems } = services;
  const { permissions } = accountOf(context);
  if (!can(permissions, READS_UNITS) || (form.zones && !can(permissions, SHOWS_ZONES)))
    return problems.refuse(context.lang, ERROR.accessRight);
  const interval = intervalOf(form, context, services);
  if (!interval.ok) return interval;
  if (!seesAll(services, form.unit_ids, context)) return notFound(context, problems);
  const destination = await storedDestination(database, form.destination, context);
  if (destination === null) return problems.refuseField(context.lang, 'destination.geofence_id', 'validation.oneOf');
  const token = services.newToken?.() ?? randomBytes(TOKEN_BYTES).toString('base64url');
  return atomically(database, async (transaction) => {
    const { accountId } = accountOf(context);
    await lockAccount(transaction, accountId);
    const [row] = await transaction.query<{ count: number }>(
      'select count(*)::int4 as count from share where account_id = $1 and revoked_at is null and to_at > $2',
      [accountId, new Date(context.now)],
    );
    if ((row?.count ?? 0) >= SHARE.perAccount)
      return conflictAt('name', 'server.tooManyShares', context, problems, { max: SHARE.perAccount });
    const made = { interval: interval.value, hash: hashToken(token), destination };
    const id = await insertShare(transaction, form, made, context);
    return success({ share_id: id, url: `${services.publicUrl ?? context.origin}/app/share/location/${token}` });
  });
}

function intervalOf(form: ShareForm, context: CallContext, { problems }: ShareServices): Result<Interval, CallError> {
  const { lang, now } = context;
  const from = form.from === null ? success(now) : readInstant(form.from, 'from', lang, problems);
  if (!from.ok) return from;
  const to = readInstant(form.to, 'to', lang, problems);
  if (!to.ok) return to;
  // The past before now is nobody's to share: a trail begins with the share.
  const interval = { from: Math.max(from.value, now), to: to.value };
  const refused = refusedInterval(interval, now);
  return refused ? problems.refuseField(lang, ...REFUSALS[refused]) : success(interval);
}

/**
 * True where the caller may read and share each of the units now. One that is not seen is as one that does not exist.
 */
function seesAll({ directory }: ShareServices, unitIds: readonly number[], context: CallContext): boolean {
  const account = accountOf(context);
  const readable = new Set(reachOf(account, READS_UNITS));
  const scope = account.scope.filter((each) => readable.has(each));
  return unitsInReach(directory, scope, unitIds, context.now)?.length === unitIds.length;
}

interface Made {
  readonly interval: Interval;
  readonly hash: Buffer;
  readonly destination: StoredDestination & { readonly title: string };
}

async function insertShare(
  transaction: Transaction,
  form: ShareForm,
  { interval: { from, to }, hash, destination }: Made,
  context: CallContext,
): Promise<number> {
  const { accountId, scope } = accountOf(context);
  const id = await transaction.nextId('share');
  const { name, unit_ids, names, trail, zones, driver, max_opens } = form;
  const columns = {
    id,
    account_id: accountId,
    name,
    token_hash: hash,
    from_at: new Date(from),
    to_at: new Date(to),
    names,
    trail,
    zones,
    driver,
    max_opens,
    destination_name: destination.name,
    destination_latitude: destination.latitude,
    destination_longitude: destination.longitude,
    destination_geofence: destination.geofence,
    scope_below: scope.length > 1,
    created_by: sessionOf(context).userId,
    created_at: new Date(context.now),
  };
  const places = Object.keys(columns).map((_, index) => `$${index + 1}`);
  await transaction.query(
    `insert into share (${Object.keys(columns).join(', ')}) values (${places.join(', ')})`,
    Object.values(columns),
  );
  await transaction.query(
    `insert into share_unit (share_id, place, unit_id)
     select $1, place, unit_id from unnest($2::int8[]) with ordinality as chosen (unit_id, place)`,
    [id, unit_ids],
  );
  await recordEvent(transaction, context, {
    accountId,
    kind: 'shareCreated',
    subjectId: id,
    data: {
      name,
      after: {
        unit_ids,
        from: toIso(from),
        to: toIso(to),
        names,
        trail,
        zones,
        driver,
        ...(form.destination !== null && { destination: destination.title }),
        ...(max_opens !== null && { max_opens }),
      },
    },
  });
  return id;
}
