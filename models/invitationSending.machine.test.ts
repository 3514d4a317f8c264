import { strict as assert } from 'node:assert';
import { describe, expect, it } from 'vitest';
import type { Invited } from '../src/api/contract/index.ts';
import { success } from '../src/domain/base/index.ts';
import { ERROR, type ErrorCode } from '../src/domain/errors/index.ts';
import { createInvitationSendingMachine, type InvitationSendingEffects } from '../src/machines/invitation/index.ts';
import { machineCoverage } from './coverage.ts';
import { testModel } from './machineWalks.ts';
import { MODELS } from './models.ts';
import type { PathDriver } from './testModel.ts';
import { bug, refused, runByHand } from './workflow.ts';

const form = { emails: ['a@example.com', 'b@example.com'], role_id: 4 };
const all: Invited = { invitations: [], refused: [] };
const partly: Invited = { invitations: [], refused: [{ email: 'b@example.com', message: 'User Already Exist' }] };

function createSending() {
  const done: string[] = [];
  const answers: Pick<InvitationSendingEffects, 'invite' | 'resend' | 'withdraw'> = {
    invite: async () => success(all),
    resend: async () => success({}),
    withdraw: async () => success({}),
  };
  const machine = createInvitationSendingMachine({
    invite: (given, signal) => (
      done.push(`invite ${given.emails.length} ${given.role_id}`),
      answers.invite(given, signal)
    ),
    resend: (id, signal) => (done.push(`resend ${id}`), answers.resend(id, signal)),
    withdraw: (id, signal) => (done.push(`withdraw ${id}`), answers.withdraw(id, signal)),
    announce: (act) => void done.push(act),
    unexpectedText: () => 'Unexpected',
  });
  return { done, answers, ...runByHand(machine, chart.inspect) };
}

const chart = machineCoverage(createInvitationSendingMachine({} as InvitationSendingEffects));

function driverOf({ done, answers, actor, send }: ReturnType<typeof createSending>): PathDriver {
  const snapshot = () => actor.getSnapshot();
  const invite = (answer: Awaited<ReturnType<InvitationSendingEffects['invite']>>) => async () => {
    answers.invite = async () => answer;
    await send({ type: 'invitations.send', form });
  };
  const resend = (code?: ErrorCode) => async () => {
    answers.resend = async () => (code ? refused(code) : success({}));
    await send({ type: 'invitations.resend', invitationId: 7 });
    assert.equal(done.at(-1), code ? 'resend 7' : 'resent');
  };
  const withdraw = (code?: ErrorCode) => async () => {
    answers.withdraw = async () => (code ? refused(code) : success({}));
    await send({ type: 'invitations.confirm' });
    assert.equal(done.at(-1), code ? 'withdraw 8' : 'withdrawn');
  };
  const at = (value: Parameters<ReturnType<typeof snapshot>['matches']>[0], hasProblem: boolean) => () => {
    assert.ok(snapshot().matches(value), JSON.stringify(snapshot().value));
    assert.equal(snapshot().context.problem !== null, hasProblem);
  };
  return {
    acts: {
      'invite.opened': () => send({ type: 'invitations.compose' }),
      'invite.sent': invite(success(all)),
      async 'invite.partly'() {
        await invite(success(partly))();
        assert.deepEqual(snapshot().context.invited, partly);
      },
      'invite.refused': invite(refused(ERROR.validation)),
      'invite.serverAway': invite(refused(ERROR.network)),
      'invite.closed': () => send({ type: 'invitations.close' }),
      'invite.more': () => send({ type: 'invitations.compose' }),
      'resend.done': resend(),
      'resend.refused': resend(ERROR.conflict),
      'withdraw.asked': () => send({ type: 'invitations.withdraw', invitationId: 8 }),
      'withdraw.cancelled': () => send({ type: 'invitations.close' }),
      'withdraw.done': withdraw(),
      'withdraw.refused': withdraw(ERROR.conflict),
    },
    looks: {
      list: at('idle', false),
      listRefused: at('idle', true),
      composing: at({ composing: 'writing' }, false),
      composingRefused: at({ composing: 'writing' }, true),
      reported: at({ composing: 'reported' }, false),
      withdrawing: at('confirmingWithdrawal', false),
    },
  };
}

testModel({ model: MODELS.invitationSending, chart, drive: () => driverOf(createSending()) });

describe('what the model leaves open', () => {
  it('does not close while it is being sent: who was invited must be known', async () => {
    const { actor, answers, send } = createSending();
    answers.invite = () => new Promise(() => undefined);
    await send({ type: 'invitations.compose' });
    await send({ type: 'invitations.send', form });
    await send({ type: 'invitations.close' });
    expect(actor.getSnapshot().matches({ composing: 'sending' })).toBe(true);
  });

  it('survives bugs', async () => {
    const { actor, answers, send } = createSending();
    const problem = () => actor.getSnapshot().context.problem?.message;
    answers.resend = bug;
    answers.withdraw = bug;
    answers.invite = bug;
    await send({ type: 'invitations.resend', invitationId: 1 });
    expect(problem()).toBe('Unexpected');
    await send({ type: 'invitations.withdraw', invitationId: 1 });
    expect(problem()).toBeUndefined();
    await send({ type: 'invitations.confirm' });
    expect(problem()).toBe('Unexpected');
    await send({ type: 'invitations.compose' });
    await send({ type: 'invitations.send', form });
    expect(problem()).toBe('Unexpected');
  });
});

it('the statechart has no transition that was not walked', () => expect(chart.missing()).toEqual([]));
