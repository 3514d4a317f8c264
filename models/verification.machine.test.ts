import { strict as assert } from 'node:assert';
import { afterAll, describe, expect, it } from 'vitest';
import { success } from '../src/domain/base/index.ts';
import { ERROR, type ErrorCode } from '../src/domain/errors/index.ts';
import { createVerificationMachine, type VerificationEffects } from '../src/machines/verification/index.ts';
import { machineCoverage } from './coverage.ts';
import { verificationModel } from './verification.model.ts';
import { refused, runByHand, titleOf, walk, walksOf, type WorkflowDriver } from './workflow.ts';

const RESEND_AFTER = 2;
const sent = success({ resendAfter: RESEND_AFTER, sentTo: 'd…@example.com' });
const bug = async (): Promise<never> => {
  throw new Error('a bug in an effect');
};

function createVerification() {
  const answers: Pick<VerificationEffects, 'send' | 'check'> = { send: async () => sent, check: async () => success({}) };
  const asked: string[] = [];
  const machine = createVerificationMachine({
    send: (address, signal) => (asked.push(`send ${address}`), answers.send(address, signal)),
    check: (code, signal) => (asked.push(`check ${code}`), answers.check(code, signal)),
    unexpectedText: () => 'Unexpected',
  });
  return { answers, asked, ...runByHand(machine, chart.inspect) };
}

const chart = machineCoverage(createVerificationMachine({} as VerificationEffects));
const { paths, coverage } = walksOf('Verification model on the statechart', verificationModel);
afterAll(() => console.log(`\n${coverage.table()}\n\n${chart.table()}\n`));

function driverOf({ answers, actor, send, wait }: ReturnType<typeof createVerification>): WorkflowDriver {
  const request = (code?: ErrorCode) => async () => {
    answers.send = async () => (code ? refused(code) : sent);
    await send({ type: 'verification.send', address: 'dealer@example.com' });
  };
  const check = (code?: ErrorCode) => async () => {
    answers.check = async () => (code ? refused(code) : success({}));
    await send({ type: 'verification.check', code: '123456' });
  };
  const resend = (code?: ErrorCode) => async () => {
    answers.send = async () => (code ? refused(code) : sent);
    await wait(RESEND_AFTER);
    await send({ type: 'verification.resend' });
  };
  const at = (tag: 'address' | 'code' | 'done', hasProblem: boolean) => () => {
    assert.ok(actor.getSnapshot().hasTag(tag));
    assert.equal(actor.getSnapshot().context.problem !== null, hasProblem);
  };
  return {
    acts: {
      'address.sent': request(),
      'address.refused': request(ERROR.validation),
      'address.serverAway': request(ERROR.network),
      'code.right': check(),
      'code.wrong': check(ERROR.wrongCode),
      'code.serverAway': check(ERROR.network),
      'resend.tooEarly': async () => {
        const before = actor.getSnapshot().context.sent;
        await send({ type: 'verification.resend' });
        assert.equal(actor.getSnapshot().context.sent, before);
      },
      'resend.sent': resend(),
      'resend.serverAway': resend(ERROR.network),
      back: () => send({ type: 'verification.back' }),
    },
    looks: { address: at('address', false), addressRefused: at('address', true), code: at('code', false), codeRefused: at('code', true), done: at('done', false) },
  };
}

describe('every transition of the verification model, walked on the statechart', () => {
  it.each(paths.map((path) => [titleOf(path), path] as const))('%s', async (_, path) => {
    await walk(path, 'address', driverOf(createVerification()), coverage);
  });

  it('leaves none out', () => expect(coverage.missing()).toEqual([]));
});

describe('what the model leaves open', () => {
  it('sends again to the same address, once the server allows it', async () => {
    const { actor, asked, send, wait } = createVerification();
    await send({ type: 'verification.send', address: 'a@example.com' });
    await wait(1);
    await send({ type: 'verification.resend' });
    expect(actor.getSnapshot().context).toMatchObject({ resendIn: 1, sent: 1 });
    await wait(1);
    await send({ type: 'verification.resend' });
    expect(asked).toEqual(['send a@example.com', 'send a@example.com']);
    expect(actor.getSnapshot().context).toMatchObject({ resendIn: RESEND_AFTER, sent: 2 });
  });

  it('survives bugs', async () => {
    const { actor, answers, send, wait } = createVerification();
    const problem = () => actor.getSnapshot().context.problem?.message;
    answers.send = bug;
    await send({ type: 'verification.send', address: 'a@example.com' });
    expect(problem()).toBe('Unexpected');
    answers.send = async () => success({ resendAfter: 0, sentTo: '' });
    await send({ type: 'verification.send', address: 'a@example.com' });
    answers.check = bug;
    await send({ type: 'verification.check', code: '123456' });
    expect(problem()).toBe('Unexpected');
    answers.send = bug;
    await wait(1);
    await send({ type: 'verification.resend' });
    expect(problem()).toBe('Unexpected');
  });
});

it('the statechart has no transition that was not walked', () => expect(chart.missing()).toEqual([]));
