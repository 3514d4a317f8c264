import { createContext } from 'react';
import type { MethodName } from '../../../api/contract/index.ts';
import type { Answers } from './answers.ts';

/** Where this page keeps what it read: made by the first read, so that the sign-in page does without the library. */
export interface AnswersHome {
  /** Null as long as nothing was read. */
  current(): Answers | null;
  /** The answers, made by `create` where there are none yet. */
  open(create: () => Answers): Answers;
}

/** A home without answers. */
export function createAnswersHome(): AnswersHome {
  let answers: Answers | null = null;
  return { current: () => answers, open: (create) => (answers ??= create()) };
}

/** The answers of this page, and whose they are. */
export interface AnswersInUse {
  readonly home: AnswersHome;
  readonly owner: string;
}

export const AnswersContext = createContext<AnswersInUse | null>(null);

/** Methods that change nothing; the contract names them so. */
const READS = /^(?:get|search|check)|^dashboardDetails$/;

/** Whether a method may change what others answer. */
export const isWrite = (method: MethodName): boolean => !READS.test(method);
