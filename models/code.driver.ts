import { strict as assert } from 'node:assert';
import { success } from '../src/domain/base/index.ts';
import { ERROR, type ErrorCode } from '../src/domain/errors/index.ts';
import type { CodeContext, CodeEffects, CodeEvent, CodeSent } from '../src/machines/shared/index.ts';
import type { CodeModelEvent } from './code.model.ts';
import type { PathDriver } from './testModel.ts';
import { refused } from './workflow.ts';

/** Seconds until another code may be asked for. */
export const RESEND_AFTER = 3;

export const codeSent = success<CodeSent>({ resendAfter: RESEND_AFTER, sentTo: 'd…@example.com' });

/** Answers of the code's effects, which a walk changes. */
export type CodeAnswers<Proof> = Pick<CodeEffects<Proof>, 'send' | 'check'>;

/** A workflow with a code, as walks of its model use it. */
export interface CodeHands<Proof> {
  readonly answers: CodeAnswers<Proof>;
  /** What the right code earns. */
  readonly proof: Proof;
  send(event: CodeEvent): Promise<void>;
  wait(seconds: number): Promise<void>;
  /** What the code's statechart shows; undefined while the workflow is elsewhere. */
  shown():
    | {
        readonly context: Pick<CodeContext<Proof>, 'problem' | 'sent'>;
        hasTag(tag: 'request' | 'code' | 'done'): boolean;
      }
    | undefined;
}

/** The acts and looks of `codeStates` on a workflow. */
export function codeDriver<Proof>({ answers, proof, send, wait, shown }: CodeHands<Proof>): {
  acts: Record<CodeModelEvent | 'back.forth', () => Promise<void>>;
  looks: PathDriver['looks'];
} {
  const request = (code?: ErrorCode) => async () => {
    answers.send = async () => (code ? refused(code) : codeSent);
    await send({ type: 'code.request', recipient: ' dealer@example.com ' });
  };
  const check = (code?: ErrorCode) => async () => {
    answers.check = async () => (code ? refused(code) : success(proof));
    await send({ type: 'code.check', code: '123456' });
  };
  const resend = (code?: ErrorCode) => async () => {
    answers.send = async () => (code ? refused(code) : codeSent);
    await wait(RESEND_AFTER);
    await send({ type: 'code.resend' });
  };
  const back = () => send({ type: 'code.back' });
  const at = (tag: 'request' | 'code', hasProblem: boolean) => () => {
    assert.ok(shown()?.hasTag(tag), `${tag} expected`);
    assert.equal(shown()?.context.problem != null, hasProblem);
  };
  return {
    acts: {
      'request.sent': request(),
      'request.refused': request(ERROR.tooManyRequests),
      'request.serverAway': request(ERROR.network),
      'code.right': check(),
      'code.wrong': check(ERROR.wrongCode),
      'code.tooMany': check(ERROR.tooManyRequests),
      'code.serverAway': check(ERROR.network),
      'resend.tooEarly': async () => {
        const before = shown()?.context.sent;
        await send({ type: 'code.resend' });
        assert.equal(shown()?.context.sent, before);
      },
      'resend.sent': resend(),
      'resend.serverAway': resend(ERROR.network),
      back,
      'back.forth': async () => {
        await back();
        at('request', false)();
        await send({ type: 'code.forth' });
      },
    },
    looks: {
      request: at('request', false),
      requestRefused: at('request', true),
      code: at('code', false),
      codeRefused: at('code', true),
    },
  };
}
