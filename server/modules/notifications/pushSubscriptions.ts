import { object, string } from 'yup';
import type { CallError, PushSubscriptionSummary, Request } from '../../../src/api/contract/index.ts';
import { success, type Result } from '../../../src/domain/base/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Queryable } from '../../store/database.types.ts';
import { sessionOf } from '../shared/index.ts';
import type { NotificationServices } from './services.ts';

type Answer = Result<{ subscriptions: PushSubscriptionSummary[] }, CallError>;

const base64 = (bytes: number) =>
  string()
    .matches(/^[A-Za-z0-9_-]+=*$/)
    .test('length', (text) => text !== undefined && Buffer.from(text, 'base64url').length === bytes)
    .required();

/** What a browser gives of itself: `PushSubscription.toJSON()`. */
const subscriptionSchema = object({
  endpoint: string()
    .matches(/^https:\/\//)
    .test('address', (text) => text !== undefined && URL.canParse(text) && new URL(text).username === '')
    .required(),
  keys: object({ p256dh: base64(65), auth: base64(16) }).required(),
});

interface Row {
  [column: string]: unknown;
  id: number;
  session_id: number;
  user_agent: string;
  created_at: Date;
  used_at: Date | null;
  problem: string;
}

/** The caller's browsers, those whose session ended left out. */
export async function listSubscriptions(database: Queryable, context: CallContext): Promise<PushSubscriptionSummary[]> {
  const { userId, sessionId } = sessionOf(context);
  const rows = await database.query<Row>(
    `select p.id, p.session_id, p.user_agent, p.created_at, p.used_at, p.problem
     from push_subscription p join session s on s.id = p.session_id where p.user_id = $1 and s.ended_at is null order by p.id`,
    [userId],
  );
  return rows.map((row) => ({
    subscription_id: row.id,
    user_agent: row.user_agent,
    is_current: row.session_id === sessionId,
    created_at: row.created_at.toISOString(),
    used_at: row.used_at?.toISOString() ?? null,
    problem: row.problem,
  }));
}

/** Keeps a browser's subscription for the session that it is used in, or removes it. */
export async function saveToken(
  { database, problems }: NotificationServices,
  { token, status }: Request<'saveToken'>,
  context: CallContext,
): Promise<Answer> {
  const subscription = readToken(token);
  if (subscription === null) return problems.refuseField(context.lang, 'token', 'validation.invalid');
  const { userId, sessionId } = sessionOf(context);
  const { endpoint, keys } = subscription;
  if (status === 'inactive')
    await database.query('delete from push_subscription where endpoint = $1 and user_id = $2', [endpoint, userId]);
  else
    // A browser belongs to whoever signed in with it last.
    await database.query(
      `insert into push_subscription (user_id, session_id, endpoint, p256dh, auth, user_agent, created_at) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth,
         user_agent = excluded.user_agent, problem = ''`,
      [userId, sessionId, endpoint, keys.p256dh, keys.auth, context.userAgent.slice(0, 300), new Date(context.now)],
    );
  return success({ subscriptions: await listSubscriptions(database, context) });
}

export async function deleteSubscription(
  { database }: NotificationServices,
  id: number,
  context: CallContext,
): Promise<Answer> {
  await database.query('delete from push_subscription where id = $1 and user_id = $2', [id, sessionOf(context).userId]);
  return success({ subscriptions: await listSubscriptions(database, context) });
}

function readToken(token: string) {
  try {
    return subscriptionSchema.validateSync(JSON.parse(token));
  } catch {
    // No JSON, or not a subscription.
    return null;
  }
}
