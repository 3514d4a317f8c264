import { strict as assert } from 'node:assert';
import { afterAll, describe, expect, it } from 'vitest';
import { success } from '../src/domain/base/index.ts';
import { ERROR, type ErrorCode } from '../src/domain/errors/index.ts';
import { createPasswordResetMachine, type PasswordResetEffects, type PasswordResetInput, type PasswordResetStep } from '../src/machines/passwordReset/index.ts';
import { machineCoverage } from './coverage.ts';
import { passwordResetModel } from './passwordReset.model.ts';
import { refused, runByHand, titleOf, walk, walksOf, type WorkflowDriver } from './workflow.ts';

const RESEND_AFTER = 3;
const sent = success({ resendAfter: RESEND_AFTER, sentTo: 'd…@example.com' });
const bug = async (): Promise<never> => {
  throw new Error('a bug in an effect');
};

/** The statechart over answers that a test changes. */
function createReset(input: PasswordResetInput = { username: '', step: 'request' }) {
  const done: string[] = [];
  const answers: Pick<PasswordResetEffects, 'request' | 'check' | 'set'> = {
    request: async () => sent,
    check: async () => success({ resetToken: 'right', policy: 'classes' }),
    set: async () => success({}),
  };
  const machine = createPasswordResetMachine({
    request: (username, signal) => (done.push(`request ${username}`), answers.request(username, signal)),
    check: (given, signal) => (done.push(`check ${given.username} ${given.code}`), answers.check(given, signal)),
    set: (given, signal) => (done.push(`set ${given.resetToken}`), answers.set(given, signal)),
    show: (step, username) => void done.push(`show ${step} ${username}`.trim()),
    unexpectedText: () => 'Unexpected',
  });
  return { machine, answers, done, ...runByHand(machine, chart.inspect, input) };
}

const chart = machineCoverage(createPasswordResetMachine({} as PasswordResetEffects));
const { paths, coverage } = walksOf('Password reset model on the statechart', passwordResetModel);
afterAll(() => console.log(`\n${coverage.table()}\n\n${chart.table()}\n`));

function driverOf(reset: ReturnType<typeof createReset>): WorkflowDriver {
  const { answers, actor, send, wait } = reset;
  const request = (answer: Awaited<ReturnType<PasswordResetEffects['request']>>) => async () => {
    answers.request = async () => answer;
    await send({ type: 'reset.request', username: ' dealer ' });
  };
  const check = (code?: ErrorCode) => async () => {
    answers.check = async () => (code ? refused(code) : success({ resetToken: 'right', policy: 'classes' }));
    await send({ type: 'reset.check', code: '123456' });
  };
  const set = (code?: ErrorCode) => async () => {
    answers.set = async () => (code ? refused(code) : success({}));
    await send({ type: 'reset.set', password: 'New#Pass1', retype: 'New#Pass1' });
  };
  const resend = (answer: Awaited<ReturnType<PasswordResetEffects['request']>>, seconds: number) => async () => {
    answers.request = async () => answer;
    await wait(seconds);
    await send({ type: 'reset.resend' });
  };
  const at = (tag: 'request' | 'code' | 'password' | 'done', hasProblem: boolean) => () => {
    assert.ok(actor.getSnapshot().hasTag(tag), `${tag} expected, found ${JSON.stringify(actor.getSnapshot().value)}`);
    assert.equal(actor.getSnapshot().context.problem !== null, hasProblem);
  };
  return {
    acts: {
      'request.sent': request(sent),
      'request.serverAway': request(refused(ERROR.network)),
      'request.tooMany': request(refused(ERROR.tooManyRequests)),
      'code.right': check(),
      'code.wrong': check(ERROR.wrongCode),
      'code.tooMany': check(ERROR.tooManyRequests),
      'code.serverAway': check(ERROR.network),
      'resend.tooEarly': async () => {
        const before = actor.getSnapshot().context.sent;
        await send({ type: 'reset.resend' });
        assert.equal(actor.getSnapshot().context.sent, before);
      },
      'resend.sent': resend(sent, RESEND_AFTER),
      'resend.serverAway': resend(refused(ERROR.network), RESEND_AFTER),
      'password.set': set(),
      'password.refused': set(ERROR.validation),
      'password.serverAway': set(ERROR.network),
      'password.expired': set(ERROR.wrongCode),
      back: () => send({ type: 'reset.opened', step: 'request' }),
    },
    looks: {
      request: at('request', false),
      requestRefused: at('request', true),
      code: at('code', false),
      codeRefused: at('code', true),
      password: at('password', false),
      passwordRefused: at('password', true),
      done: () => {
        at('done', false)();
        assert.equal(actor.getSnapshot().context.resetToken, '');
      },
    },
  };
}

describe('every transition of the password reset model, walked on the statechart', () => {
  it.each(paths.map((path) => [titleOf(path), path] as const))('%s', async (_, path) => {
    const reset = createReset();
    await walk(path, 'request', driverOf(reset), coverage);
  });

  it('leaves none out', () => expect(coverage.missing()).toEqual([]));
});

describe('what the model leaves open', () => {
  it('counts down second by second, also while a code is checked', async () => {
    const { actor, send, wait, answers } = createReset();
    await send({ type: 'reset.request', username: 'dealer' });
    answers.check = () => new Promise(() => undefined);
    await send({ type: 'reset.check', code: '123456' });
    const left = [];
    for (let second = 0; second <= RESEND_AFTER; second++) {
      left.push(actor.getSnapshot().context.resendIn);
      await wait(1);
    }
    expect(left).toEqual([3, 2, 1, 0]);
    expect(actor.getSnapshot().hasTag('ready')).toBe(true);
  });

  it('a page that is opened again goes on at its step, and what is spent begins anew', async () => {
    const places: [PasswordResetInput, string][] = [
      [{ username: '', step: 'code' }, 'show request'],
      [{ username: 'dealer', step: 'request' }, 'show request'],
      [{ username: 'dealer', step: 'code' }, 'show code dealer'],
      [{ username: '', step: 'password' }, 'show request'],
    ];
    for (const [input, shown] of places) expect(createReset(input).done, JSON.stringify(input)).toEqual([shown]);
    const { send, done } = createReset();
    await send({ type: 'reset.request', username: 'dealer' });
    await send({ type: 'reset.opened', step: 'request' });
    await send({ type: 'reset.opened', step: 'code' });
    await send({ type: 'reset.check', code: '123456' });
    await send({ type: 'reset.opened', step: 'code' });
    expect(done).toEqual(['show request', 'request dealer', 'show code dealer', 'show request dealer', 'show code dealer', 'check dealer 123456', 'show password dealer', 'show request dealer']);
  });

  it('survives bugs at each step and says so', async () => {
    const unexpected = { code: ERROR.exception, message: 'Unexpected' };
    const steps: [keyof Pick<PasswordResetEffects, 'request' | 'check' | 'set'>, PasswordResetStep][] = [['request', 'request'], ['check', 'code'], ['set', 'password']];
    for (const [effect, step] of steps) {
      const { actor, answers, send, wait } = createReset();
      if (effect === 'request') answers.request = bug;
      await send({ type: 'reset.request', username: 'dealer' });
      if (effect === 'check') answers.check = bug;
      await send({ type: 'reset.check', code: '123456' });
      if (effect === 'set') answers.set = bug;
      await send({ type: 'reset.set', password: 'a', retype: 'a' });
      expect(actor.getSnapshot().hasTag(step as 'code')).toBe(true);
      expect(actor.getSnapshot().context.problem).toMatchObject(unexpected);
      if (effect !== 'check') continue;
      answers.request = bug;
      await wait(RESEND_AFTER);
      await send({ type: 'reset.resend' });
      expect(actor.getSnapshot().context.problem).toMatchObject(unexpected);
    }
  });
});

it('the statechart has no transition that was not walked', () => expect(chart.missing()).toEqual([]));
