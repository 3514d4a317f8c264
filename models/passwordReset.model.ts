import { setup } from 'xstate';
import { codeStates, type CodeModelEvent } from './code.model.ts';

const proof = codeStates('password');

/**
 * A forgotten password as its user and the server act it out: an event is an act with its answer, a state what the user
 * then sees.
 */
export const passwordResetModel = setup({ types: { events: {} as { type: PasswordResetModelEvent } } }).createMachine({
  id: 'passwordResetModel',
  initial: 'request',
  states: {
    ...proof,
    // Each step has an address, so one may go forwards again.
    code: { on: { ...proof.code.on, 'back.forth': 'code' } },
    password: {
      on: {
        'password.set': 'done',
        'password.refused': 'passwordRefused',
        'password.serverAway': 'passwordRefused',
        'password.expired': 'requestRefused',
        'password.reloaded': 'password',
        'password.reloadedLate': 'request',
        back: 'request',
      },
    },
    passwordRefused: {
      on: {
        'password.set': 'done',
        'password.refused': 'passwordRefused',
        'password.reloaded': 'password',
        back: 'request',
      },
    },
    done: { on: { 'password.reloaded': 'request' } },
  },
});

export type PasswordResetModelEvent =
  | CodeModelEvent
  | 'back.forth'
  | 'password.set'
  | 'password.refused'
  | 'password.serverAway'
  | 'password.expired'
  /** The page is reloaded, within the time in which the code's right is remembered or after it. */
  | 'password.reloaded'
  | 'password.reloadedLate';
