import { assertEvent, assign } from 'xstate';
import { failedTo, refusedTo } from '../shared/index.ts';
import { asksForCaptcha, asksForCode, isAway, problemOf, refusesCode, worded } from './outcomes.ts';
import type { SessionSetup } from './session.setup.ts';
import type { Credentials, SessionContext } from './types.ts';

/** Nobody is signed in: the form, the captcha that may be asked for, the second step. */
export const signedOutState = (parts: SessionSetup) =>
  parts.createStateConfig({
    tags: 'signedOut',
    initial: 'form',
    on: {
      'session.signInWithPasskey': 'signingInWithPasskey',
      'session.adopted': { target: 'locating', actions: 'adopt' },
    },
    states: {
      form: { on: { 'session.signIn': '#session.signingIn' } },
      /** The server wants proof before it looks at another password. */
      captchaRequired: {
        tags: 'captcha',
        on: { 'session.solveCaptcha': 'solvingCaptcha', 'session.signIn': '#session.signingIn' },
      },
      solvingCaptcha: {
        tags: ['captcha', 'busy'],
        entry: assign({ problem: null, captcha: null, captchaProgress: 0 }),
        invoke: {
          src: 'solveCaptcha',
          input: ({ self }) => ({
            onProgress: (part: number) => self.send({ type: 'session.captchaProgressed', part }),
          }),
          onDone: [
            {
              guard: ({ event }) => event.output.ok,
              target: 'captchaSolved',
              actions: assign({
                captchaProgress: 1,
                captcha: ({ event }) => (event.output.ok ? event.output.value : null),
              }),
            },
            // A challenge without a solution has no words of its own: the captcha's state says it.
            { target: 'captchaFailed', actions: assign({ problem: ({ event }) => worded(problemOf(event.output)) }) },
          ],
          onError: failedTo('captchaFailed'),
        },
        on: { 'session.captchaProgressed': { actions: assign({ captchaProgress: ({ event }) => event.part }) } },
      },
      captchaFailed: { tags: 'captcha', on: { 'session.solveCaptcha': 'solvingCaptcha' } },
      captchaSolved: { tags: 'captcha', on: { 'session.signIn': '#session.signingIn' } },
      /** The password was right; now the authenticator's code. */
      codeRequired: {
        tags: 'code',
        on: {
          'session.sendCode': '#session.signingIn',
          'session.cancelCode': { target: 'form', actions: assign({ credentials: null, problem: null }) },
        },
      },
    },
  });

/** A password, or the code that follows it, is on its way. */
export const signingInState = (parts: SessionSetup) =>
  parts.createStateConfig({
    tags: ['signedOut', 'busy'],
    entry: assign(({ context, event }) => ({
      problem: null,
      ended: null,
      endedBy: null,
      isSecondStep: event.type === 'session.sendCode',
      credentials:
        event.type === 'session.signIn' ? { username: event.username, password: event.password } : context.credentials,
    })),
    // A solution is good for one attempt.
    exit: 'forgetCaptcha',
    invoke: {
      src: 'signIn',
      input: ({ context, event }) => {
        assertEvent(event, ['session.signIn', 'session.sendCode']);
        if (event.type === 'session.signIn')
          return { username: event.username, password: event.password, captcha: context.captcha, code: null };
        return { ...credentialsOf(context), captcha: context.captcha, code: event.code };
      },
      onDone: [
        {
          guard: ({ event }) => event.output.ok,
          target: 'locating',
          actions: assign(({ event }) =>
            event.output.ok ? { ...event.output.value, accountId: null, credentials: null } : {},
          ),
        },
        {
          guard: ({ event }) => asksForCaptcha(event.output),
          target: 'signedOut.captchaRequired',
          actions: ['forgetCredentials', { type: 'refuse', params: ({ event }) => event.output }],
        },
        // Being asked for the code is the next step, not a failure.
        { guard: ({ event }) => asksForCode(event.output), target: 'signedOut.codeRequired' },
        // A wrong code, or nobody there to look at it: the password was right and is not asked for again.
        {
          guard: ({ context, event }) => refusesCode(event.output) || (context.isSecondStep && isAway(event.output)),
          ...refusedTo('signedOut.codeRequired'),
        },
        {
          target: 'signedOut',
          actions: ['forgetCredentials', { type: 'refuse', params: ({ event }) => event.output }],
        },
      ],
      onError: { target: 'signedOut', actions: ['unexpected', 'forgetCredentials'] },
    },
  });

/** A passkey of this device is asked for and sent. */
export const signingInWithPasskeyState = (parts: SessionSetup) =>
  parts.createStateConfig({
    tags: ['signedOut', 'busy'],
    entry: assign({ problem: null, ended: null, endedBy: null, credentials: null }),
    exit: 'forgetCaptcha',
    invoke: {
      src: 'signInWithPasskey',
      onDone: [
        { guard: ({ event }) => event.output.ok && event.output.value === null, target: 'signedOut' },
        {
          guard: ({ event }) => event.output.ok,
          target: 'locating',
          actions: assign(({ event }) =>
            event.output.ok && event.output.value ? { ...event.output.value, accountId: null } : {},
          ),
        },
        refusedTo('signedOut'),
      ],
      onError: failedTo('signedOut'),
    },
  });

/** The second step is reached only from the first. */
function credentialsOf({ credentials }: SessionContext): Pick<Credentials, 'username' | 'password'> {
  if (credentials === null) throw new Error('A code without a user name and password.');
  return credentials;
}
