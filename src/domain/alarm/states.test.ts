import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, type Instant } from '../base/index.ts';
import type { AlarmPolicy, AlarmStatus } from './alarm.ts';
import { decide, dueAt, evolve, openedAlarm, type AlarmAct, type AlarmChange } from './states.ts';

const NOW = Date.UTC(2026, 4, 1, 8);
const ANN = 1;
const BEN = 2;
const PLAIN: AlarmPolicy = { auto_resolve: false, acknowledge_minutes: null, escalation: [] };
const ESCALATING: AlarmPolicy = {
  ...PLAIN,
  escalation: [
    { minutes: 5, user_id: BEN, role_id: null, channels: [] },
    { minutes: 20, user_id: null, role_id: 9, channels: ['sms'] },
  ],
};
const opened = openedAlarm(NOW, NOW - MINUTE);

interface Doing {
  readonly policy?: AlarmPolicy;
  readonly by?: number | null;
  readonly now?: Instant;
}

const decided = (status: AlarmStatus, act: AlarmAct, { policy = PLAIN, by = ANN, now = NOW }: Doing = {}) =>
  decide(status, policy, act, { by, now });
function after(status: AlarmStatus, act: AlarmAct, doing: Doing = {}): AlarmStatus {
  const decision = decided(status, act, doing);
  if (!decision.ok) throw new Error(JSON.stringify(decision.error));
  const acting = { by: doing.by === undefined ? ANN : doing.by, now: doing.now ?? NOW };
  return decision.value.reduce((next: AlarmStatus, change: AlarmChange) => evolve(next, change, acting), status);
}
const resolve: AlarmAct = { type: 'resolve', reason: 'handled', note: '' };
const acknowledged = after(opened, { type: 'acknowledge' });
const snoozed = after(opened, { type: 'snooze', until: NOW + HOUR });
const resolved = after(opened, resolve);

describe('acknowledging', () => {
  it('gives an alarm to whoever did it, unless somebody has it', () => {
    expect(acknowledged).toMatchObject({ state: 'acknowledged', assignedUser: ANN, acknowledgedBy: ANN, sequence: 2 });
    const given = after(opened, { type: 'assign', userId: BEN, roleId: null });
    expect(after(given, { type: 'acknowledge' })).toMatchObject({ assignedUser: BEN, acknowledgedBy: ANN });
    const toRole = after(opened, { type: 'assign', userId: null, roleId: 9 });
    expect(after(toRole, { type: 'acknowledge' })).toMatchObject({ assignedUser: ANN, assignedRole: null });
  });

  it('is refused to the second, with who was first', () => {
    expect(decided(acknowledged, { type: 'acknowledge' }, { by: BEN })).toEqual({
      ok: false,
      error: { code: 'acknowledged', by: ANN },
    });
  });

  it('expires where the alert says so, and keeps who was the first', () => {
    const policy = { ...PLAIN, acknowledge_minutes: 10 };
    const status = after(opened, { type: 'acknowledge' }, { policy });
    expect([status.expiresAt, dueAt(status, policy)]).toEqual([NOW + 10 * MINUTE, NOW + 10 * MINUTE]);
    const early = decided(status, { type: 'tick' }, { policy, by: null, now: NOW + 10 * MINUTE - 1 });
    expect(early).toEqual({ ok: true, value: [] });
    const again = after(status, { type: 'tick' }, { policy, by: null, now: NOW + 10 * MINUTE });
    expect(again).toMatchObject({ state: 'open', expiresAt: null, openSince: NOW + 10 * MINUTE, changedBy: null });
    const second = after(again, { type: 'acknowledge' }, { policy, by: BEN, now: NOW + HOUR });
    expect(second).toMatchObject({ acknowledgedBy: ANN, acknowledgedAt: NOW, expiresAt: NOW + HOUR + 10 * MINUTE });
  });
});

describe('snoozing', () => {
  it('puts an alarm aside until an instant ahead', () => {
    expect([snoozed.state, dueAt(snoozed, PLAIN)]).toEqual(['snoozed', NOW + HOUR]);
    for (const until of [NOW, NOW - 1])
      expect(decided(opened, { type: 'snooze', until })).toEqual({ ok: false, error: { code: 'past', by: null } });
    expect(after(snoozed, { type: 'tick' }, { by: null, now: NOW + HOUR })).toMatchObject({
      state: 'open',
      snoozedUntil: null,
    });
  });

  it('ends an acknowledgement, and is ended by one', () => {
    const policy = { ...PLAIN, acknowledge_minutes: 10 };
    const aside = after(after(opened, { type: 'acknowledge' }, { policy }), { type: 'snooze', until: NOW + HOUR });
    expect(aside).toMatchObject({ state: 'snoozed', expiresAt: null });
    expect(after(aside, { type: 'acknowledge' })).toMatchObject({ state: 'acknowledged', snoozedUntil: null });
  });
});

describe('escalation', () => {
  it('goes to the next step while nobody acknowledges', () => {
    expect(dueAt(opened, ESCALATING)).toBe(NOW + 5 * MINUTE);
    const first = after(opened, { type: 'tick' }, { policy: ESCALATING, by: null, now: NOW + 5 * MINUTE });
    expect(first).toMatchObject({ state: 'open', step: 1, assignedUser: BEN });
    expect(decided(first, { type: 'tick' }, { policy: ESCALATING, now: NOW + 6 * MINUTE })).toMatchObject({
      value: [],
    });
    const second = after(first, { type: 'tick' }, { policy: ESCALATING, by: null, now: NOW + 20 * MINUTE });
    expect(second).toMatchObject({ step: 2, assignedUser: null, assignedRole: 9 });
    expect(dueAt(second, ESCALATING)).toBeNull();
  });

  it('goes to the same people by another channel, and stays whose it is', () => {
    const policy: AlarmPolicy = {
      ...PLAIN,
      escalation: [{ minutes: 5, user_id: null, role_id: null, channels: ['sms'] }],
    };
    const given = after(opened, { type: 'assign', userId: BEN, roleId: null });
    const doing = { policy, by: null, now: NOW + 5 * MINUTE };
    expect(decided(given, { type: 'tick' }, doing)).toMatchObject({ value: [{ channels: ['sms'], userId: null }] });
    expect(after(given, { type: 'tick' }, doing)).toMatchObject({ step: 1, assignedUser: BEN });
  });

  it('takes the last of several steps that fell due while no server ran', () => {
    const late = after(opened, { type: 'tick' }, { policy: ESCALATING, by: null, now: NOW + HOUR });
    expect(late).toMatchObject({ step: 2, assignedRole: 9, sequence: 2 });
  });

  it('stops when somebody acknowledges, and begins again when it is open again', () => {
    const calm = after(opened, { type: 'acknowledge' });
    expect([dueAt(calm, ESCALATING), decided(calm, { type: 'tick' }, { policy: ESCALATING, now: NOW + HOUR })]).toEqual(
      [null, { ok: true, value: [] }],
    );
    const again = after(calm, { type: 'reopen' }, { now: NOW + HOUR });
    expect([again.step, dueAt(again, ESCALATING)]).toEqual([0, NOW + HOUR + 5 * MINUTE]);
  });
});

describe('two people at once', () => {
  it('the second is refused what the first changed since it was read', () => {
    const moved = after(opened, { type: 'assign', userId: BEN, roleId: null }, { by: BEN });
    const late = decide(moved, PLAIN, resolve, { by: ANN, now: NOW, seen: opened.sequence });
    expect(late).toEqual({ ok: false, error: { code: 'changed', by: BEN } });
    expect(decide(moved, PLAIN, resolve, { by: ANN, now: NOW, seen: moved.sequence }).ok).toBe(true);
  });

  it('what the rule or a comment adds is no such change', () => {
    const more = after(after(opened, { type: 'repeat', at: NOW }), { type: 'comment', text: 'Calling' });
    expect(more).toMatchObject({ count: 2, lastAt: NOW, sequence: opened.sequence });
    expect(decide(more, PLAIN, resolve, { by: ANN, now: NOW, seen: opened.sequence }).ok).toBe(true);
  });
});

describe('the end', () => {
  it('takes comments and reopening only', () => {
    const acts: AlarmAct[] = [
      { type: 'acknowledge' },
      { type: 'assign', userId: BEN, roleId: null },
      { type: 'snooze', until: NOW + HOUR },
      resolve,
    ];
    for (const act of acts)
      expect(decided(resolved, act, { by: BEN })).toEqual({ ok: false, error: { code: 'resolved', by: ANN } });
    expect(decided(resolved, { type: 'comment', text: 'Later' }).ok).toBe(true);
    expect(after(resolved, { type: 'reopen' })).toMatchObject({ state: 'open', reason: null, resolvedAt: null });
    expect(decided(opened, { type: 'reopen' })).toEqual({ ok: false, error: { code: 'open', by: null } });
    expect([dueAt(resolved, ESCALATING), decided(resolved, { type: 'repeat', at: NOW })]).toEqual([
      null,
      { ok: true, value: [] },
    ]);
  });

  it('comes by itself with the rule where the alert says so, once', () => {
    const clear: AlarmAct = { type: 'clear', at: NOW };
    const product = { by: null } as const;
    expect(after(opened, clear, product)).toMatchObject({ state: 'open', clearedAt: NOW });
    const auto = { ...product, policy: { ...PLAIN, auto_resolve: true } };
    const over = after(opened, clear, auto);
    expect(over).toMatchObject({ state: 'resolved', reason: 'cleared', resolvedBy: null });
    expect(decided(over, clear, auto)).toEqual({ ok: true, value: [] });
    // It fired again: what was cleared is not any more.
    expect(after(after(opened, clear, product), { type: 'repeat', at: NOW })).toMatchObject({ clearedAt: null });
  });
});
