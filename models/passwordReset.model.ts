import { setup } from 'xstate';
import { codeStates, type CodeModelEvent } from './code.model.ts';

/** A forgotten password as its user and the server act it out: an event is an act with its answer, a state what the user then sees. */
export const passwordResetModel = setup({ types: { events: {} as { type: PasswordResetModelEvent } } }).createMachine({
  id: 'passwordResetModel',
  initial: 'request',
  states: {
    ...codeStates('password'),
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
  | 'password.set'
  | 'password.refused'
  | 'password.serverAway'
  | 'password.expired'
  /** The page is loaded anew, within the time in which the code's right is remembered or after it. */
  | 'password.reloaded'
  | 'password.reloadedLate';
