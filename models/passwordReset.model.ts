import { setup } from 'xstate';

/** A forgotten password as its user and the server act it out: an event is an act with its answer, a state what the user then sees. */
export const passwordResetModel = setup({ types: { events: {} as { type: PasswordResetModelEvent } } }).createMachine({
  id: 'passwordResetModel',
  initial: 'request',
  states: {
    request: { on: { 'request.sent': 'code', 'request.serverAway': 'requestRefused', 'request.tooMany': 'requestRefused' } },
    requestRefused: { on: { 'request.sent': 'code', 'request.serverAway': 'requestRefused' } },
    code: {
      on: {
        'code.right': 'password', 'code.wrong': 'codeRefused', 'code.tooMany': 'codeRefused', 'code.serverAway': 'codeRefused',
        'resend.tooEarly': 'code', 'resend.sent': 'code', 'resend.serverAway': 'codeRefused', back: 'request',
      },
    },
    codeRefused: { on: { 'code.right': 'password', 'code.wrong': 'codeRefused', 'resend.sent': 'code', back: 'request' } },
    password: { on: { 'password.set': 'done', 'password.refused': 'passwordRefused', 'password.serverAway': 'passwordRefused', 'password.expired': 'requestRefused', back: 'request' } },
    passwordRefused: { on: { 'password.set': 'done', 'password.refused': 'passwordRefused', back: 'request' } },
    done: {},
  },
});

export type PasswordResetModelEvent =
  | 'request.sent' | 'request.serverAway' | 'request.tooMany' | 'code.right' | 'code.wrong' | 'code.tooMany' | 'code.serverAway' | 'resend.tooEarly' | 'resend.sent'
  | 'resend.serverAway' | 'password.set' | 'password.refused' | 'password.serverAway' | 'password.expired' | 'back';
