import { strict as assert } from 'node:assert';
import { describe, expect, it } from 'vitest';
import { success } from '../src/domain/base/index.ts';
import { createVerificationMachine, type VerificationEffects } from '../src/machines/verification/index.ts';
import { RESEND_AFTER, codeDriver, codeSent, type CodeAnswers } from './code.driver.ts';
import { machineCoverage } from './coverage.ts';
import { testModel } from './machineWalks.ts';
import { MODELS } from './models.ts';
import type { PathDriver } from './testModel.ts';
import { bug, runByHand } from './workflow.ts';

const BEGINNING = { recipient: '', step: 'request', problem: null } as const;

function createVerification() {
  const answers: CodeAnswers<unknown> = { send: async () => codeSent, check: async () => success({}) };
  const asked: string[] = [];
  const machine = createVerificationMachine({
    send: (address, signal) => (asked.push(`send ${address}`), answers.send(address, signal)),
    check: (input, signal) => (asked.push(`check ${input.code}`), answers.check(input, signal)),
    unexpectedText: () => 'Unexpected',
  });
  return { answers, asked, ...runByHand(machine, chart.inspect, BEGINNING) };
}

// Only the pages of a password reset lead forwards again.
const chart = machineCoverage(createVerificationMachine({} as VerificationEffects), ['code.forth']);

function driverOf({ answers, actor, send, wait }: ReturnType<typeof createVerification>): PathDriver {
  const { acts, looks } = codeDriver({ answers, proof: {}, send, wait, shown: () => actor.getSnapshot() });
  return { acts, looks: { ...looks, done: () => assert.ok(actor.getSnapshot().hasTag('done')) } };
}

testModel({ model: MODELS.verification, chart, drive: () => driverOf(createVerification()) });

describe('what the model leaves open', () => {
  it('sends again to the same address, once the server allows it', async () => {
    const { actor, asked, send, wait } = createVerification();
    await send({ type: 'code.request', recipient: 'a@example.com' });
    await wait(1);
    await send({ type: 'code.resend' });
    expect(actor.getSnapshot().context).toMatchObject({ resendIn: RESEND_AFTER - 1, sent: 1 });
    await wait(RESEND_AFTER - 1);
    await send({ type: 'code.resend' });
    expect(asked).toEqual(['send a@example.com', 'send a@example.com']);
    expect(actor.getSnapshot().context).toMatchObject({ resendIn: RESEND_AFTER, sent: 2 });
  });

  it('counts down second by second, also while a code is checked', async () => {
    const { actor, send, wait, answers } = createVerification();
    await send({ type: 'code.request', recipient: 'a@example.com' });
    answers.check = () => new Promise(() => undefined);
    await send({ type: 'code.check', code: '123456' });
    const left = [];
    for (let second = 0; second <= RESEND_AFTER; second++) {
      left.push(actor.getSnapshot().context.resendIn);
      await wait(1);
    }
    expect(left).toEqual([3, 2, 1, 0]);
    expect(actor.getSnapshot().hasTag('ready')).toBe(true);
  });

  it('survives bugs', async () => {
    const { actor, answers, send, wait } = createVerification();
    const problem = () => actor.getSnapshot().context.problem?.message;
    answers.send = bug;
    await send({ type: 'code.request', recipient: 'a@example.com' });
    expect(problem()).toBe('Unexpected');
    answers.send = async () => success({ resendAfter: 0, sentTo: '' });
    await send({ type: 'code.request', recipient: 'a@example.com' });
    answers.check = bug;
    await send({ type: 'code.check', code: '123456' });
    expect(problem()).toBe('Unexpected');
    answers.send = bug;
    await wait(1);
    await send({ type: 'code.resend' });
    expect(problem()).toBe('Unexpected');
  });

  it('waits for a code that an opened page names, and asks for one where the name is missing', async () => {
    for (const [recipient, tag] of [
      ['a@example.com', 'code'],
      ['', 'request'],
    ] as const) {
      const { actor } = runByHand(
        createVerificationMachine({ unexpectedText: () => '' } as VerificationEffects),
        chart.inspect,
        { recipient, step: 'code', problem: null },
      );
      expect(actor.getSnapshot().hasTag(tag)).toBe(true);
    }
  });
});

it('the statechart has no transition that was not walked', () => expect(chart.missing()).toEqual([]));
