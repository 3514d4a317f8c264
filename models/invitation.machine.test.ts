import { strict as assert } from 'node:assert';
import { describe, expect, it } from 'vitest';
import { success } from '../src/domain/base/index.ts';
import { ERROR, type ErrorCode } from '../src/domain/errors/index.ts';
import type { InvitePreview } from '../src/domain/invitation/index.ts';
import type { RegisterForm } from '../src/domain/user/index.ts';
import { createInvitationAnswerMachine, type InvitationAnswerEffects } from '../src/machines/invitation/index.ts';
import { machineCoverage } from './coverage.ts';
import { testModel } from './machineWalks.ts';
import { MODELS } from './models.ts';
import type { PathDriver } from './testModel.ts';
import { bug, refused, runByHand, settle } from './workflow.ts';

const preview: InvitePreview = {
  email: 'new@example.com',
  account_name: 'Northern Haulage',
  role_name: 'Dispatcher',
  invited_by: 'Dana',
  expires_at: '2026-06-08T12:00:00.000Z',
  has_login: false,
  password_policy: 'length',
  branding: { account_id: null, name: '', logos: {}, default_theme: '', default_language: '' },
};
const form = { username: 'new' } as RegisterForm;

function createInvitation() {
  const done: string[] = [];
  let open: (answer: Awaited<ReturnType<InvitationAnswerEffects['preview']>>) => void = () => undefined;
  const answers: Pick<InvitationAnswerEffects, 'preview' | 'register' | 'join' | 'decline'> = {
    preview: () => new Promise((resolve) => (open = resolve)),
    register: async () => success({}),
    join: async () => success({}),
    decline: async () => success({}),
  };
  const machine = createInvitationAnswerMachine({
    preview: (signal) => answers.preview(signal),
    register: (given, signal) => (done.push(`register ${given.username}`), answers.register(given, signal)),
    join: (signal) => (done.push('join'), answers.join(signal)),
    decline: (signal) => (done.push('decline'), answers.decline(signal)),
    remember: () => void done.push('remember'),
    drop: () => void done.push('drop'),
    openLogin: () => void done.push('openLogin'),
    unexpectedText: () => 'Unexpected',
  });
  return {
    done,
    answers,
    ...runByHand(machine, chart.inspect),
    async opened(answer: Awaited<ReturnType<InvitationAnswerEffects['preview']>>) {
      open(answer);
      await settle();
    },
  };
}

const chart = machineCoverage(createInvitationAnswerMachine({} as InvitationAnswerEffects));

function driverOf({ done, answers, actor, send, opened }: ReturnType<typeof createInvitation>): PathDriver {
  const retry = (answer: Awaited<ReturnType<InvitationAnswerEffects['preview']>>) => async () => {
    await send({ type: 'invite.retry' });
    await opened(answer);
  };
  const join = (code?: ErrorCode) => async () => {
    answers.join = async () => (code ? refused(code) : success({}));
    await send({ type: 'invite.join' });
  };
  const register = (code?: ErrorCode) => async () => {
    answers.register = async () => (code ? refused(code) : success({}));
    await send({ type: 'invite.register', form });
  };
  const decline = (code?: ErrorCode) => async () => {
    answers.decline = async () => (code ? refused(code) : success({}));
    await send({ type: 'invite.confirm' });
  };
  const snapshot = () => actor.getSnapshot();
  const at = (value: string, hasProblem: boolean) => () => {
    assert.ok(snapshot().matches(value as 'offered'), `${value} expected, found ${JSON.stringify(snapshot().value)}`);
    assert.equal(snapshot().context.problem !== null, hasProblem);
  };
  const over =
    (value: string, hasProblem = false) =>
    () => {
      at(value, hasProblem)();
      assert.equal(done.at(-1), 'drop', 'a link of no more use is forgotten');
    };
  const declining = (hasProblem: boolean) => () => {
    assert.ok(snapshot().hasTag('declining'));
    assert.equal(snapshot().context.problem !== null, hasProblem);
  };
  return {
    acts: {
      'link.good': () => opened(success(preview)),
      'link.dead': () => opened(refused(ERROR.inviteInvalid)),
      'link.serverAway': () => opened(refused(ERROR.network)),
      'retry.good': retry(success(preview)),
      'retry.dead': retry(refused(ERROR.inviteExpired)),
      'retry.serverAway': retry(refused(ERROR.unavailable)),
      joined: join(),
      'server.accepted': join(ERROR.inviteAccepted),
      'server.declined': join(ERROR.inviteDeclined),
      'server.expired': join(ERROR.inviteExpired),
      'server.invalid': join(ERROR.inviteInvalid),
      'server.otherUser': join(ERROR.inviteMismatch),
      'server.away': join(ERROR.network),
      registered: register(),
      'register.refused': register(ERROR.validation),
      'register.dead': register(ERROR.inviteExpired),
      async 'signIn.asked'() {
        await send({ type: 'invite.signIn' });
        assert.deepEqual(done.slice(-2), ['remember', 'openLogin']);
      },
      'decline.asked': () => send({ type: 'invite.decline' }),
      'decline.cancelled': () => send({ type: 'invite.cancel' }),
      'decline.done': decline(),
      'decline.serverAway': decline(ERROR.network),
      'decline.dead': decline(ERROR.inviteAccepted),
    },
    looks: {
      opening: at('opening', false),
      unreachable: at('unreachable', true),
      offered: at('offered', false),
      offeredRefused: at('offered', true),
      declining: declining(false),
      decliningRefused: declining(true),
      joined: over('joined'),
      registered: over('registered'),
      declined: over('declined'),
      dropped: over('dropped', true),
    },
  };
}

testModel({ model: MODELS.invitation, chart, drive: () => driverOf(createInvitation()) });

describe('what the model leaves open', () => {
  it('survives bugs at each step, and the link stays good', async () => {
    for (const step of ['register', 'join', 'decline'] as const) {
      const { actor, answers, done, send, opened } = createInvitation();
      await opened(success(preview));
      answers[step] = bug;
      if (step === 'register') await send({ type: 'invite.register', form });
      else if (step === 'join') await send({ type: 'invite.join' });
      else {
        await send({ type: 'invite.decline' });
        await send({ type: 'invite.confirm' });
      }
      expect(actor.getSnapshot().matches('offered')).toBe(true);
      expect(actor.getSnapshot().context.problem?.message).toBe('Unexpected');
      expect(done).not.toContain('drop');
    }
    const { actor, answers, opened, send } = createInvitation();
    await opened(refused(ERROR.network));
    answers.preview = bug;
    await send({ type: 'invite.retry' });
    expect(actor.getSnapshot().matches('unreachable')).toBe(true);
  });
});

it('the statechart has no transition that was not walked', () => expect(chart.missing()).toEqual([]));
