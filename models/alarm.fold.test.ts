import { strict as assert } from 'node:assert';
import { afterAll, describe, expect, it } from 'vitest';
import {
  decide,
  dueAt,
  evolve,
  openedAlarm,
  type AlarmAct,
  type AlarmPolicy,
  type AlarmStatus,
} from '../src/domain/alarm/index.ts';
import { HOUR, MINUTE } from '../src/domain/base/index.ts';
import { createCoverage } from './coverage.ts';
import { MODELS } from './models.ts';
import { modelGraph, type PathDriver } from './testModel.ts';

// An alarm has no workflow in the client: it follows from its events on the server. So the model's paths are walked on
// the decisions themselves, by two people and by a product whose clock a test moves.

const START = Date.UTC(2026, 4, 4, 8);
const ANN = 1;
const BEN = 2;
const POLICY: AlarmPolicy = {
  auto_resolve: true,
  acknowledge_minutes: 30,
  escalation: [{ minutes: 10, user_id: BEN, role_id: null, channels: [] }],
};

/** An alarm that is acted on, with what was said to whoever acted last. */
class HandledAlarm {
  now = START;
  status: AlarmStatus = openedAlarm(START, START);
  comments = 0;
  refusal: { readonly code: string; readonly by: number | null } | null = null;

  act(act: AlarmAct, by: number | null): void {
    const decision = decide(this.status, POLICY, act, { by, now: this.now });
    this.refusal = decision.ok ? null : decision.error;
    if (!decision.ok) return;
    for (const change of decision.value) {
      if (change.kind === 'alarmCommented') this.comments += 1;
      this.status = evolve(this.status, change, { by, now: this.now });
    }
  }

  /** Lets time pass to when it changes the alarm next; before that it changes nothing. */
  pass(): void {
    const due = dueAt(this.status, POLICY);
    assert.ok(due !== null && due > this.now, 'time changes it');
    const before = this.status;
    this.now = due - 1;
    this.act({ type: 'tick' }, null);
    assert.deepEqual(this.status, before);
    this.now = due;
    this.act({ type: 'tick' }, null);
  }
}

function driverOf(alarm: HandledAlarm): PathDriver {
  const by = (person: number | null, act: () => AlarmAct) => async (): Promise<void> => {
    alarm.now += 1_000;
    alarm.act(act(), person);
    assert.equal(alarm.refusal, null);
  };
  const passes = async (): Promise<void> => alarm.pass();
  const looks = (expected: Partial<AlarmStatus>, isDue: boolean) => () => {
    expect(alarm.status).toMatchObject(expected);
    expect(dueAt(alarm.status, POLICY) !== null).toBe(isDue);
  };
  const free = { resolvedAt: null, reason: null } as const;
  return {
    acts: {
      acknowledge: by(ANN, () => ({ type: 'acknowledge' })),
      async 'acknowledge.late'() {
        const before = alarm.status;
        alarm.act({ type: 'acknowledge' }, BEN);
        assert.equal(alarm.refusal?.by, before.changedBy);
        assert.deepEqual(alarm.status, before);
      },
      assign: by(ANN, () => ({ type: 'assign', userId: BEN, roleId: null })),
      async comment() {
        const before = alarm.comments;
        await by(BEN, () => ({ type: 'comment', text: 'Calling the driver' }))();
        assert.equal(alarm.comments, before + 1);
      },
      snooze: by(ANN, () => ({ type: 'snooze', until: alarm.now + HOUR })),
      resolve: by(ANN, () => ({ type: 'resolve', reason: 'handled', note: '' })),
      reopen: by(BEN, () => ({ type: 'reopen' })),
      async fires() {
        const { count } = alarm.status;
        await by(null, () => ({ type: 'repeat', at: alarm.now }))();
        assert.equal(alarm.status.count, count + 1);
      },
      clears: by(null, () => ({ type: 'clear', at: alarm.now })),
      async expires() {
        await passes();
        assert.ok(alarm.now - (alarm.status.acknowledgedAt ?? 0) >= 30 * MINUTE);
      },
      wakes: passes,
      escalates: passes,
    },
    looks: {
      open: looks({ ...free, state: 'open', step: 0, expiresAt: null, snoozedUntil: null }, true),
      escalated: looks({ ...free, state: 'open', step: 1, assignedUser: BEN, changedBy: null }, false),
      acknowledged: looks({ ...free, state: 'acknowledged', acknowledgedBy: ANN, snoozedUntil: null }, true),
      snoozed: looks({ ...free, state: 'snoozed', expiresAt: null }, true),
      resolved: looks({ state: 'resolved', reason: 'handled', resolvedBy: ANN }, false),
      cleared: looks({ state: 'resolved', reason: 'cleared', resolvedBy: null }, false),
    },
  };
}

const { title, machine } = MODELS.alarm;
const { paths, transitions } = modelGraph(machine);
const coverage = createCoverage(`${title} on its decisions`, transitions);
afterAll(() => console.log(`\n${coverage.table()}\n`));

describe('every transition of the model of an alarm, walked on its decisions', () => {
  it.each(paths.map((path) => [path.title, path] as const))('%s', async (_, path) =>
    path.walk(driverOf(new HandledAlarm()), coverage.record),
  );

  it('leaves none out', () => {
    expect(coverage.missing()).toEqual([]);
    expect(coverage.total).toBe(transitions.length);
  });
});
