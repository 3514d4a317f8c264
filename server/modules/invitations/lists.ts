import type { Request } from '../../../src/api/contract/index.ts';
import { can } from '../../../src/domain/access/index.ts';
import { success, toIso } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { Invitation } from '../../../src/domain/invitation/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import {
  Conditions,
  accountAt,
  accountOf,
  unknownSortColumn,
  escapeLike,
  notFound,
  readPage,
  sessionOf,
} from '../shared/index.ts';
import { INVITATION_COLUMNS, INVITATION_FROM, invitationOf, type InvitationRow } from './rows.ts';
import type { InvitationServices } from './services.ts';

const SORTS: Readonly<Record<string, string>> = {
  email: 'i.email_key',
  status: 'i.status',
  role_name: 'lower(coalesce(r.name, i.role_name))',
  account_name: 'lower(a.name)',
  invited_by: 'inviter_name',
  created_at: 'i.created_at',
  expires_at: 'i.expires_at',
  answered_at: 'i.answered_at',
};

type ListRequest = Request<'getUserInvitations'>;
type ListServices = Pick<InvitationServices, 'database' | 'directory' | 'problems' | 'outbox' | 'demo'>;

/** Invitations as their sender and their receiver see them, and the demo's outbox. */
export function createListHandlers(
  services: ListServices,
): Pick<Handlers, 'getInvitationList' | 'getUserInvitations' | 'getOutbox' | 'getDemoState'> {
  const { database, directory, problems, outbox } = services;
  const answer = async (data: ListRequest, context: CallContext, conditions: Conditions) => {
    const page = await readInvitations(services, data, context, conditions);
    return page ? success(page) : unknownSortColumn(context, problems);
  };
  // Its codes and links sign in: shown to whoever sits at the machine, not to a network that the demo was opened to.
  const isShown = ({ isFromThisMachine }: CallContext) => services.demo && isFromThisMachine === true;
  return {
    async getInvitationList(data, context) {
      const caller = accountOf(context);
      const accountId = data.account_id ?? caller.accountId;
      if (accountId !== caller.accountId) {
        if (!accountAt(directory, caller, accountId, 'anywhere')) return notFound(context, problems);
        if (!can(caller.permissions, { resource: 'users_accounts', action: 'r' }))
          return problems.refuse(context.lang, ERROR.accessRight);
      }
      const conditions = new Conditions().add((place) => `i.account_id = ${place}`, accountId);
      const { operator_id: operatorId } = data.filters;
      if (operatorId !== undefined) conditions.add((place) => `i.operator_id = ${place}`, operatorId);
      return answer(data, context, conditions);
    },
    getUserInvitations: (data, context) =>
      // An address that is not proven may be somebody else's: it shows nothing.
      answer(
        data,
        context,
        new Conditions().add(
          (place) =>
            `i.email_key = (select email_key from app_user where id = ${place} and email_verified_at is not null) and i.status <> 'withdrawn'`,
          sessionOf(context).userId,
        ),
      ),
    async getOutbox(data, context) {
      if (!isShown(context)) return problems.refuse(context.lang, ERROR.accessRight);
      const { rows, total } = await outbox.list(database, {
        recipient: data.recipient.trim(),
        unsentOnly: data.unsent_only,
        search: data.search.trim(),
        page: data.page,
        limit: data.limit,
      });
      return success({
        total,
        rows: rows.map((message) => ({
          outbox_id: message.id,
          channel: message.channel,
          recipient: message.recipient,
          subject: message.subject,
          body: message.text,
          created_at: toIso(message.createdAt),
          sent_at: message.sentAt === null ? null : toIso(message.sentAt),
          problem: message.problem,
        })),
      });
    },
    getDemoState: async (_, context) => success({ demo: isShown(context) }),
  };
}

function readInvitations(
  { database }: ListServices,
  data: ListRequest,
  context: CallContext,
  conditions: Conditions,
): Promise<{ rows: Invitation[]; total: number } | null> {
  const { status } = data.filters;
  const now = new Date(context.now);
  if (status === 'expired') conditions.add((place) => `i.status = 'pending' and i.expires_at <= ${place}`, now);
  else if (status === 'pending') conditions.add((place) => `i.status = 'pending' and i.expires_at > ${place}`, now);
  else if (status) conditions.add((place) => `i.status = ${place}`, status);
  const text = data.search.trim();
  if (text)
    conditions.add(
      (place) => `(i.email ilike ${place} or a.name ilike ${place} or coalesce(r.name, i.role_name) ilike ${place})`,
      `%${escapeLike(text)}%`,
    );
  // The newest first, unless asked otherwise.
  const sort = data.sort || '-created_at';
  return readPage<InvitationRow, Invitation>(
    database,
    { ...data, sort },
    {
      columns: INVITATION_COLUMNS,
      from: INVITATION_FROM,
      conditions,
      sorts: SORTS,
      fallback: 'created_at',
      id: 'i.id desc',
    },
    (row) => invitationOf(row, context.now),
  );
}
