import { setup } from 'xstate';

/** Proving an address as its owner and the server act it out. */
export const verificationModel = setup({ types: { events: {} as { type: VerificationModelEvent } } }).createMachine({
  id: 'verificationModel',
  initial: 'address',
  states: {
    address: { on: { 'address.sent': 'code', 'address.refused': 'addressRefused', 'address.serverAway': 'addressRefused' } },
    addressRefused: { on: { 'address.sent': 'code', 'address.refused': 'addressRefused' } },
    code: {
      on: { 'code.right': 'done', 'code.wrong': 'codeRefused', 'code.serverAway': 'codeRefused', 'resend.tooEarly': 'code', 'resend.sent': 'code', 'resend.serverAway': 'codeRefused', back: 'address' },
    },
    codeRefused: { on: { 'code.right': 'done', 'code.wrong': 'codeRefused', 'resend.sent': 'code', back: 'address' } },
    done: {},
  },
});

export type VerificationModelEvent =
  | 'address.sent' | 'address.refused' | 'address.serverAway' | 'code.right' | 'code.wrong' | 'code.serverAway' | 'resend.tooEarly' | 'resend.sent' | 'resend.serverAway' | 'back';
