/**
 * A code that goes out and comes back, as its owner and the server act it out: the states of it in a model that goes on
 * at `proved`.
 */
export const codeStates = <Proved extends string>(proved: Proved) =>
  ({
    request: {
      on: { 'request.sent': 'code', 'request.refused': 'requestRefused', 'request.serverAway': 'requestRefused' },
    },
    requestRefused: { on: { 'request.sent': 'code', 'request.refused': 'requestRefused' } },
    code: {
      on: {
        'code.right': proved,
        'code.wrong': 'codeRefused',
        'code.tooMany': 'codeRefused',
        'code.serverAway': 'codeRefused',
        'resend.tooEarly': 'code',
        'resend.sent': 'code',
        'resend.serverAway': 'codeRefused',
        back: 'request',
      },
    },
    codeRefused: { on: { 'code.right': proved, 'code.wrong': 'codeRefused', 'resend.sent': 'code', back: 'request' } },
  }) as const;

export type CodeModelEvent =
  | 'request.sent'
  | 'request.refused'
  | 'request.serverAway'
  | 'code.right'
  | 'code.wrong'
  | 'code.tooMany'
  | 'code.serverAway'
  | 'resend.tooEarly'
  | 'resend.sent'
  | 'resend.serverAway'
  | 'back';
