import { strict as assert } from 'node:assert';
import { describe, expect, it } from 'vitest';
import { CODE, SECOND, success } from '../src/domain/base/index.ts';
import { ERROR, type ErrorCode } from '../src/domain/errors/index.ts';
import {
  createPasswordResetMachine,
  type PasswordResetEffects,
  type PasswordResetInput,
  type ResetGrant,
} from '../src/machines/passwordReset/index.ts';
import type { CodeEvent } from '../src/machines/shared/index.ts';
import { RESEND_AFTER, codeDriver, codeSent, type CodeAnswers } from './code.driver.ts';
import { machineCoverage } from './coverage.ts';
import { testModel } from './machineWalks.ts';
import { MODELS } from './models.ts';
import type { PathDriver } from './testModel.ts';
import { bug, refused, runByHand } from './workflow.ts';

const PROOF = { resetToken: 'right', policy: 'classes' } as const;
const GRANT: ResetGrant = { ...PROOF, username: 'dealer@example.com' };
const BEGINNING: PasswordResetInput = { username: '', step: 'request', grant: null };

/** The statechart over answers that a test changes, on a page that can be reloaded. */
function createReset(input = BEGINNING) {
  const done: string[] = [];
  let kept: ResetGrant | null = null;
  const answers: CodeAnswers<typeof PROOF> & Pick<PasswordResetEffects, 'set'> = {
    send: async () => codeSent,
    check: async () => success(PROOF),
    set: async () => success({}),
  };
  const machine = createPasswordResetMachine({
    send: (username, signal) => (done.push(`request ${username}`), answers.send(username, signal)),
    check: (given, signal) => (done.push(`check ${given.recipient} ${given.code}`), answers.check(given, signal)),
    set: (given, signal) => (done.push(`set ${given.resetToken}`), answers.set(given, signal)),
    show: (step, username) => void done.push(`show ${step} ${username}`.trim()),
    keep(grant) {
      kept = grant;
    },
    unexpectedText: () => 'Unexpected',
  });
  let page = runByHand(machine, chart.inspect, input);
  const code = () => page.actor.getSnapshot().children.proof?.getSnapshot();
  return {
    answers,
    done,
    code,
    get kept() {
      return kept;
    },
    get snapshot() {
      return page.actor.getSnapshot();
    },
    send: (event: Parameters<typeof page.send>[0]) => page.send(event),
    wait: (seconds: number) => page.wait(seconds),
    /** The page's ways back and forth lead by the address, as in a browser. */
    async sendCode(event: CodeEvent): Promise<void> {
      if (event.type === 'code.back') return page.send({ type: 'reset.opened', step: 'request' });
      if (event.type === 'code.forth') return page.send({ type: 'reset.opened', step: 'code' });
      page.actor.getSnapshot().children.proof?.send(event);
      return page.wait(0);
    },
    reload(): void {
      page.actor.stop();
      page = runByHand(machine, chart.inspect, { username: '', step: 'password', grant: kept });
    },
  };
}

const chart = machineCoverage(createPasswordResetMachine({} as PasswordResetEffects));

function driverOf(reset: ReturnType<typeof createReset>): PathDriver {
  const { answers, send, wait } = reset;
  const code = codeDriver({ answers, proof: PROOF, send: reset.sendCode, wait, shown: reset.code });
  const set = (refusal?: ErrorCode) => async () => {
    answers.set = async () => (refusal ? refused(refusal) : success({}));
    await send({ type: 'reset.set', password: 'New#Pass1', retype: 'New#Pass1' });
  };
  const at = (tag: 'password' | 'done', hasProblem: boolean, kept: ResetGrant | null) => () => {
    assert.ok(reset.snapshot.hasTag(tag), `${tag} expected, found ${JSON.stringify(reset.snapshot.value)}`);
    assert.equal(reset.snapshot.context.problem !== null, hasProblem);
    assert.deepEqual(reset.kept, kept);
  };
  return {
    acts: {
      ...code.acts,
      'password.set': set(),
      'password.refused': set(ERROR.validation),
      'password.serverAway': set(ERROR.network),
      'password.expired': set(ERROR.wrongCode),
      'password.reloaded': async () => reset.reload(),
      'password.reloadedLate': async () => {
        await wait(CODE.lifetime / SECOND);
        reset.reload();
      },
    },
    looks: {
      ...code.looks,
      request: () => {
        code.looks.request();
        assert.equal(reset.kept, null);
      },
      password: at('password', false, GRANT),
      passwordRefused: at('password', true, GRANT),
      done: at('done', false, null),
    },
  };
}

testModel({ model: MODELS.passwordReset, chart, drive: () => driverOf(createReset()) });

describe('what the model leaves open', () => {
  it('a page that is opened again goes on at its step, and what is spent begins again', async () => {
    const places: [Partial<PasswordResetInput>, string][] = [
      [{ step: 'code' }, 'show request'],
      [{ username: 'dealer' }, 'show request'],
      [{ username: 'dealer', step: 'code' }, 'show code dealer'],
      [{ step: 'password' }, 'show request'],
      [{ step: 'password', grant: GRANT }, 'show password dealer@example.com'],
      [{ step: 'request', grant: GRANT }, 'show request'],
    ];
    for (const [input, shown] of places)
      expect(createReset({ ...BEGINNING, ...input }).done, JSON.stringify(input)).toEqual([shown]);
    const { send, sendCode, done } = createReset();
    await sendCode({ type: 'code.request', recipient: 'dealer' });
    await send({ type: 'reset.opened', step: 'request' });
    await send({ type: 'reset.opened', step: 'code' });
    await sendCode({ type: 'code.check', code: '123456' });
    await send({ type: 'reset.opened', step: 'code' });
    expect(done).toEqual([
      'show request',
      'request dealer',
      'show code dealer',
      'show request dealer',
      'show code dealer',
      'check dealer 123456',
      'show password dealer',
      'show request dealer',
    ]);
  });

  it('forgets the right to set a password when the server does, while its page stays open', async () => {
    const reset = createReset({ username: '', step: 'password', grant: GRANT });
    expect(reset.kept).toEqual(GRANT);
    await reset.wait(CODE.lifetime / SECOND);
    expect(reset.kept).toBeNull();
    expect(reset.snapshot.hasTag('password')).toBe(true);
  });

  it('survives bugs and says so', async () => {
    const { answers, send, sendCode, code, wait } = createReset();
    answers.send = bug;
    await sendCode({ type: 'code.request', recipient: 'dealer' });
    expect(code()?.context.problem).toMatchObject({ code: ERROR.exception, message: 'Unexpected' });
    answers.send = async () => codeSent;
    await sendCode({ type: 'code.request', recipient: 'dealer' });
    await wait(RESEND_AFTER);
    const reset = createReset({ username: '', step: 'password', grant: GRANT });
    reset.answers.set = bug;
    await reset.send({ type: 'reset.set', password: 'a', retype: 'a' });
    expect(reset.snapshot.context.problem).toMatchObject({ code: ERROR.exception, message: 'Unexpected' });
    await send({ type: 'reset.opened', step: 'code' });
    expect(code()?.hasTag('code')).toBe(true);
  });
});

it('the statechart has no transition that was not walked', () => expect(chart.missing()).toEqual([]));
