import { PERMISSION_EVENTS, type LiveEvent } from '../../src/api/contract/index.ts';
import { isAbout, mayHearOf, type DomainEvent, type EventSubject } from '../../src/domain/events/index.ts';
import type { Viewer } from './viewer.ts';

/** Events about these may change who is who, or who sees what. */
export const AUTHORIZING: ReadonlySet<EventSubject> = new Set(['account', 'role', 'user', 'membership']);

/** True when the event can change what the viewer may see. */
export function concerns(event: DomainEvent, viewer: Viewer): boolean {
  if (!AUTHORIZING.has(event.subject_type)) return false;
  // A status counts for everyone below, and a new account for everyone above: all are asked, it is rare.
  if (event.subject_type === 'account') return true;
  if (event.subject_type === 'role') return event.account_id === viewer.account;
  return event.subject_id === viewer.session.userId;
}

/** Reaches as sets. Viewers of one account share the list, so each is made once and goes with it. */
const reachSets = new WeakMap<readonly number[], ReadonlySet<number>>();

function reachOf(reach: readonly number[]): ReadonlySet<number> {
  const known = reachSets.get(reach);
  if (known) return known;
  const made = new Set(reach);
  reachSets.set(reach, made);
  return made;
}

/**
 * The events that the viewer may hear of: of accounts in reach, about what its permissions let it
 * read; and of invitations to the person themselves, whose account they are not in yet. When its own
 * permissions changed and it may not read of the cause, it is notified that they did, in the place of the
 * cause in the account's log.
 */
export function heardBy(viewer: Viewer, events: readonly DomainEvent[], permissionsChanged = false): LiveEvent[] {
  const { session, account } = viewer;
  const reach = reachOf(session.reach);
  const heard: LiveEvent[] = events.filter(
    (event) =>
      isInvited(event, session.userId) ||
      isOwnJob(event, viewer) ||
      (reach.has(event.account_id) &&
        mayHearOf(session.permissions, account, event.account_id, event.subject_type) &&
        seesVisitor(event, viewer, reach) &&
        !isSentByOwner(event, reach)),
  );
  if (
    !permissionsChanged ||
    heard.some((event) => event.account_id === account && PERMISSION_EVENTS.includes(event.kind))
  )
    return heard;
  const cause = events.findLast((event) => event.account_id === account && !heard.includes(event));
  if (!cause) return heard;
  const { account_id, sequence, time } = cause;
  const notice: LiveEvent = {
    account_id,
    sequence,
    time,
    kind: 'permissionsChanged',
    subject_type: 'user',
    subject_id: session.userId,
    user_id: null,
    data: {},
  };
  return [...heard, notice].toSorted((one, other) => one.sequence - other.sequence);
}

/**
 * A visit is the geofence's and the unit's: it takes the permission to read both, for a unit of a sub-account there.
 */
function seesVisitor(
  { subject_type: subject, data }: DomainEvent,
  viewer: Viewer,
  reach: ReadonlySet<number>,
): boolean {
  if (subject !== 'visit' || !('owner_account_id' in data)) return true;
  const { account, session } = viewer;
  // A unit that is allocated to the account is its own for so long; its owner is not in reach.
  const owner = reach.has(data.owner_account_id) ? data.owner_account_id : account;
  return mayHearOf(session.permissions, account, owner, 'unit');
}

/**
 * What concerns an owner and a holder is in both their logs: who hears of the latter has no use for the former. A visit
 * is in the log of the geofence's account alone.
 */
function isSentByOwner({ account_id: account, subject_type: subject, data }: DomainEvent, reach: ReadonlySet<number>) {
  if (subject === 'visit' || !('owner_account_id' in data)) return false;
  return data.owner_account_id !== account && reach.has(data.owner_account_id);
}

/** A person's jobs are theirs alone, and of the account in which they asked for them. */
function isOwnJob(event: DomainEvent, { session, account }: Viewer): boolean {
  return isAbout(event, 'job') && event.user_id === session.userId && event.account_id === account;
}

function isInvited(event: DomainEvent, userId: number): boolean {
  return isAbout(event, 'invitation') && event.data.invited_user_id === userId;
}
