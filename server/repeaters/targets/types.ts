import type { RepeaterProblemCode, RepeaterProtocol } from '../../../src/domain/repeater/index.ts';
import type { Message, RepeatedUnit } from '../message.ts';

/** Where a repeater sends to, and how. */
export interface TargetAddress {
  readonly repeaterId: number;
  readonly protocol: RepeaterProtocol;
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly path: string;
  readonly topic: string;
  readonly username: string;
  /** In clear; empty: none. */
  readonly password: string;
  /** The name of the account, for topics. */
  readonly account: string;
}

/** Why sending stopped. `target`: nothing can be sent now; `unit`: what others report still may be. */
export interface TargetProblem {
  readonly scope: 'target' | 'unit';
  readonly code: RepeaterProblemCode;
  /** What the other side said. */
  readonly detail: string;
}

/** What came of a batch. */
export interface SendResult {
  /** Of the messages from the first on, as far as it came: null was taken, a text is why it never will be. */
  readonly answers: readonly (string | null)[];
  /** Null where it came to the end. */
  readonly problem: TargetProblem | null;
}

/** Another system that takes messages. It connects when there is something to send. */
export interface Target {
  /** Sends messages of a unit in their order; never rejects. */
  send(unit: RepeatedUnit, messages: readonly Message[]): Promise<SendResult>;
  close(): void;
}

/** An expected failure on the way to a target. */
export class TargetFailure extends Error {
  override readonly name = 'TargetFailure';
  readonly problem: TargetProblem;

  constructor(code: RepeaterProblemCode, detail: string, scope: TargetProblem['scope'] = 'target') {
    super(`${code} ${detail}`);
    this.problem = { scope, code, detail };
  }
}

const TLS_CODE = /^(ERR_(TLS|SSL)|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/;

/** What an error of a connection means; bugs are not among them. */
export function problemOf(error: unknown): TargetProblem {
  if (error instanceof TargetFailure) return error.problem;
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  const of = (kind: RepeaterProblemCode): TargetProblem => ({ scope: 'target', code: kind, detail: code || message });
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return of('unknownHost');
  if (TLS_CODE.test(code) || code === 'EPROTO') return { ...of('tls'), detail: message };
  if (code === 'ECONNRESET' || code === 'EPIPE') return of('closed');
  if (code === 'ETIMEDOUT') return of('noAnswer');
  if (['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'].includes(code)) return of('notConnected');
  return { scope: 'target', code: 'error', detail: message };
}
