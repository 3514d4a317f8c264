import { setup } from 'xstate';
import { codeStates, type CodeModelEvent } from './code.model.ts';

/** Proving an address as its owner and the server act it out. */
export const verificationModel = setup({ types: { events: {} as { type: CodeModelEvent } } }).createMachine({
  id: 'verificationModel',
  initial: 'request',
  states: { ...codeStates('done'), done: {} },
});
