import { failure, MINUTE, success, type Instant, type PersonalChannel, type Result } from '../base/index.ts';
import type { AlarmPolicy, AlarmReason, AlarmStatus, ReopenCause, ReplyChannel, Resolution } from './alarm.ts';

/** What people do to an alarm, what its rule does (`repeat`, `clear`), and that time passes (`tick`). */
export type AlarmAct =
  | { readonly type: 'acknowledge'; readonly via?: ReplyChannel }
  | { readonly type: 'assign'; readonly userId: number | null; readonly roleId: number | null }
  | { readonly type: 'comment'; readonly text: string }
  | { readonly type: 'snooze'; readonly until: Instant }
  | { readonly type: 'resolve'; readonly reason: Resolution; readonly note: string }
  | { readonly type: 'reopen' }
  | { readonly type: 'repeat'; readonly at: Instant }
  | { readonly type: 'clear'; readonly at: Instant }
  | { readonly type: 'tick' };

/** What happened to an alarm after it was raised. */
export type AlarmChange =
  | { readonly kind: 'alarmAcknowledged'; readonly expiresAt: Instant | null; readonly via?: ReplyChannel }
  | { readonly kind: 'alarmAssigned'; readonly userId: number | null; readonly roleId: number | null }
  | { readonly kind: 'alarmCommented'; readonly text: string }
  | { readonly kind: 'alarmSnoozed'; readonly until: Instant }
  | { readonly kind: 'alarmReopened'; readonly cause: ReopenCause }
  | {
      readonly kind: 'alarmEscalated';
      readonly step: number;
      /** Both null: to those who were notified already, by other channels. */
      readonly userId: number | null;
      readonly roleId: number | null;
      /** None: by all. */
      readonly channels: readonly PersonalChannel[];
    }
  | { readonly kind: 'alarmRepeated'; readonly at: Instant }
  | { readonly kind: 'alarmCleared'; readonly at: Instant }
  | { readonly kind: 'alarmResolved'; readonly reason: AlarmReason; readonly note: string };

/** Why an act is refused, and who was there before; `by` null: the product itself. */
export interface AlarmRefusal {
  readonly code: 'acknowledged' | 'resolved' | 'changed' | 'open' | 'past';
  readonly by: number | null;
}

/** Who acts, when, and what they saw. */
interface Acting {
  readonly by: number | null;
  readonly now: Instant;
  /** The sequence that they saw; absent: any. */
  readonly seen?: number;
}

/** An alarm that was raised at the instant, and nothing since. */
export const openedAlarm = (now: Instant, firedAt: Instant): AlarmStatus => ({
  state: 'open',
  sequence: 1,
  changedBy: null,
  openSince: now,
  step: 0,
  assignedUser: null,
  assignedRole: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  expiresAt: null,
  snoozedUntil: null,
  clearedAt: null,
  resolvedAt: null,
  resolvedBy: null,
  reason: null,
  count: 1,
  lastAt: firedAt,
});

type Decision = Result<readonly AlarmChange[], AlarmRefusal>;

/**
 * What an act makes of an alarm, or why it is refused. Of two people who press at the same time the second is refused,
 * with who was first.
 */
export function decide(status: AlarmStatus, policy: AlarmPolicy, act: AlarmAct, acting: Acting): Decision {
  const { state, changedBy: by } = status;
  switch (act.type) {
    case 'comment':
      return success([{ kind: 'alarmCommented', text: act.text }]);
    case 'repeat':
      return success(state === 'resolved' ? [] : [{ kind: 'alarmRepeated', at: act.at }]);
    case 'clear':
      return success(cleared(status, policy, act.at));
    case 'tick':
      return success(elapsed(status, policy, acting.now));
    case 'reopen':
      return state === 'open' ? failure({ code: 'open', by }) : success([{ kind: 'alarmReopened', cause: 'byHand' }]);
    default:
      if (state === 'resolved') return failure({ code: 'resolved', by });
      if (act.type === 'acknowledge' && state === 'acknowledged') return failure({ code: 'acknowledged', by });
      if (acting.seen !== undefined && acting.seen < status.sequence) return failure({ code: 'changed', by });
      return handled(policy, act, acting.now);
  }
}

type Handling = Extract<AlarmAct, { type: 'acknowledge' | 'assign' | 'snooze' | 'resolve' }>;

function handled(policy: AlarmPolicy, act: Handling, now: Instant): Decision {
  switch (act.type) {
    case 'acknowledge': {
      const { acknowledge_minutes: minutes } = policy;
      const expiresAt = minutes === null ? null : now + minutes * MINUTE;
      return success([{ kind: 'alarmAcknowledged', expiresAt, ...(act.via && { via: act.via }) }]);
    }
    case 'assign':
      return success([{ kind: 'alarmAssigned', userId: act.userId, roleId: act.roleId }]);
    case 'snooze':
      return act.until <= now
        ? failure({ code: 'past', by: null })
        : success([{ kind: 'alarmSnoozed', until: act.until }]);
    case 'resolve':
      return success([{ kind: 'alarmResolved', reason: act.reason, note: act.note }]);
  }
}

function cleared({ state, clearedAt }: AlarmStatus, policy: AlarmPolicy, at: Instant): AlarmChange[] {
  if (state === 'resolved' || clearedAt !== null) return [];
  const change: AlarmChange = { kind: 'alarmCleared', at };
  return policy.auto_resolve ? [change, { kind: 'alarmResolved', reason: 'cleared', note: '' }] : [change];
}

function elapsed(status: AlarmStatus, policy: AlarmPolicy, now: Instant): AlarmChange[] {
  const { state, snoozedUntil, expiresAt, step } = status;
  if (state === 'snoozed' && snoozedUntil !== null && snoozedUntil <= now)
    return [{ kind: 'alarmReopened', cause: 'snoozeOver' }];
  if (state === 'acknowledged' && expiresAt !== null && expiresAt <= now)
    return [{ kind: 'alarmReopened', cause: 'expired' }];
  if (state !== 'open') return [];
  // Of several that fell due while no server ran, the last one counts: the people before were not asked.
  const due = policy.escalation.findLastIndex(({ minutes }) => status.openSince + minutes * MINUTE <= now);
  if (due < step) return [];
  const { user_id: userId, role_id: roleId, channels } = policy.escalation[due];
  return [{ kind: 'alarmEscalated', step: due + 1, userId, roleId, channels }];
}

/** The alarm after the change. */
export function evolve(status: AlarmStatus, change: AlarmChange, { by, now }: Acting): AlarmStatus {
  const changed = { ...status, sequence: status.sequence + 1, changedBy: by };
  switch (change.kind) {
    case 'alarmCommented':
      return status;
    case 'alarmRepeated':
      return { ...status, count: status.count + 1, lastAt: change.at, clearedAt: null };
    case 'alarmCleared':
      return { ...status, clearedAt: change.at };
    case 'alarmAcknowledged':
      return {
        ...changed,
        state: 'acknowledged',
        acknowledgedAt: status.acknowledgedAt ?? now,
        acknowledgedBy: status.acknowledgedAt === null ? by : status.acknowledgedBy,
        expiresAt: change.expiresAt,
        snoozedUntil: null,
        // The alarm goes to the person who acknowledges it, unless somebody has it already.
        ...(status.assignedUser === null && { assignedUser: by, assignedRole: null }),
      };
    case 'alarmAssigned':
      return { ...changed, assignedUser: change.userId, assignedRole: change.roleId };
    case 'alarmEscalated': {
      const isSomebody = change.userId !== null || change.roleId !== null;
      const assigned = isSomebody && { assignedUser: change.userId, assignedRole: change.roleId };
      return { ...changed, ...assigned, step: change.step };
    }
    case 'alarmSnoozed':
      return { ...changed, state: 'snoozed', snoozedUntil: change.until, expiresAt: null };
    case 'alarmReopened':
      return {
        ...changed,
        state: 'open',
        openSince: now,
        step: 0,
        expiresAt: null,
        snoozedUntil: null,
        resolvedAt: null,
        resolvedBy: null,
        reason: null,
      };
    case 'alarmResolved':
      return {
        ...changed,
        state: 'resolved',
        expiresAt: null,
        snoozedUntil: null,
        resolvedAt: now,
        resolvedBy: by,
        reason: change.reason,
      };
  }
}

/** When time changes the alarm next; null: it does not. */
export function dueAt(
  { state, snoozedUntil, expiresAt, openSince, step }: AlarmStatus,
  policy: AlarmPolicy,
): Instant | null {
  if (state === 'snoozed') return snoozedUntil;
  if (state === 'acknowledged') return expiresAt;
  if (state === 'resolved') return null;
  const next = policy.escalation.at(step);
  return next === undefined ? null : openSince + next.minutes * MINUTE;
}
