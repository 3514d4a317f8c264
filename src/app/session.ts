import { createActor, waitFor, type ActorRefFrom } from 'xstate';
import { createClient, solveCaptcha, type Client } from '../api/client/index.ts';
import type { LiveRefusal } from '../api/contract/index.ts';
import { behaviourOf } from '../domain/errors/index.ts';
import {
  createSessionEffects,
  createSessionKeeper,
  createSessionMachine,
  isStoredSession,
  type SessionKeeper,
  type SessionMachine,
  type SessionScreens,
} from '../machines/session/index.ts';
import { answerPasskey } from './browser.ts';
import type { ReadableStore } from '../views/shared/services/store.ts';
import { STORAGE_KEYS, readStored, writeStored } from './storage.ts';
import { createStore } from './stores.ts';

/** Name of the lock under which one tab renews for all. */
const RENEWAL_LOCK = 'wayline.renewal';
/** The product's key of the Authorization header (specification, chapter 7); not a secret. */
const REALM_KEY = 'wayline';

/** Asks every 5 s at the least is the machine's business; here is what it and the calls need. */
export interface SessionApp {
  readonly client: Client;
  /** How many calls are under way that the page loader is shown for. */
  readonly loading: ReadableStore<number>;
  readonly keeper: SessionKeeper;
  readonly actor: ActorRefFrom<SessionMachine>;
  /** The live feed refused the token: renews it, or ends the session. Listeners of new tokens hear of the renewal. */
  refusedByFeed(refusal: LiveRefusal): void;
  /** Resolves once somebody works in an account. */
  entered(): Promise<void>;
  /** The place asked for before signing in, from its opening until it is shown; null = none. */
  wanted(): string | null;
  /** True while the choice of accounts, opened from within the session, is on the screen. */
  chooserStood(): boolean;
  noteChooser(isShown: boolean): void;
  /** A screen behind the entrance is shown: nothing is wanted any more. */
  arrived(): void;
  /** Notified of new tokens. Returns an undo. */
  onTokens(listener: () => void): () => void;
}

export interface SessionAppOptions {
  readonly screens: Omit<SessionScreens, 'keepTarget' | 'openTarget'>;
  language(): string;
  /** Undefined before the language is there. */
  failureText(code: 'TIMEOUT' | 'NETWORK'): string | undefined;
}

/** The session of this tab: storage, calls and statechart, wired. */
export function createSessionApp({ screens, language, failureText }: SessionAppOptions): SessionApp {
  const keeper = createSessionKeeper({
    read: () => readStored(STORAGE_KEYS.session, isStoredSession),
    write: (session) => void writeStored(STORAGE_KEYS.session, session),
  });
  const listeners = new Set<() => void>();
  const announceTokens = () => {
    for (const listener of listeners) listener();
  };
  const loading = createStore(0);
  let wanted: string | null = null;
  let chooserStood = false;
  const client: Client = createClient({
    fetch: (input, init) => fetch(input, init),
    baseUrl: '',
    realmKey: REALM_KEY,
    getSession: () => keeper.current(),
    onToken(token) {
      const isOurs = keeper.renew(token);
      if (isOurs) announceTokens();
      return isOurs;
    },
    language,
    timezone: () => -new Date().getTimezoneOffset(),
    onForcedOut: (problem) => actor.send({ type: 'session.forcedOut', problem }),
    onUnauthorised: () => actor.send({ type: 'session.accessRefused' }),
    onServerError: (isAway) => actor.send({ type: 'session.serverError', isAway }),
    // Without a secure context there are no locks; the server is lenient for some seconds then.
    ...(navigator.locks
      ? { exclusively: <T>(work: () => Promise<T>) => navigator.locks.request(RENEWAL_LOCK, work) as Promise<T> }
      : {}),
    failureText,
    onLoading: loading.set,
  });
  const effects = createSessionEffects({
    calls: {
      call: client.call,
      // A token that another call renewed meanwhile is news to the live feed, which was refused with the old one.
      async renew(refused) {
        const renewed = await client.renew(refused);
        if (renewed.ok) announceTokens();
        return renewed;
      },
    },
    keeper,
    signOuts: { owe: (isOwed) => void writeStored(STORAGE_KEYS.owedSignOut, isOwed ? true : null) },
    solve: solveCaptcha,
    passkey: answerPasskey,
    screens: {
      ...screens,
      keepTarget: (target) => void writeStored(STORAGE_KEYS.target, target),
      openTarget: (target) => {
        wanted = target;
      },
    },
  });
  const actor = createActor(createSessionMachine(effects));
  followOtherTabs(keeper, () => actor.send({ type: 'session.endedElsewhere' }));
  void payOwedSignOut(client, keeper);
  window.addEventListener('online', () => void payOwedSignOut(client, keeper));
  return {
    client,
    keeper,
    actor,
    loading,
    entered: async () => void (await waitFor(actor, ({ context }) => context.account !== null)),
    wanted: () => wanted,
    chooserStood: () => chooserStood,
    noteChooser: (isShown) => void (chooserStood = isShown),
    arrived: () => void (wanted = null),
    refusedByFeed(refusal) {
      const behaviour = behaviourOf(refusal.code, keeper.current().accessToken !== null);
      if (behaviour === 'relogin') actor.send({ type: 'session.tokenRefused' });
      else if (behaviour === 'logout') {
        const { code, message, correlationId } = refusal;
        actor.send({
          type: 'session.forcedOut',
          problem: { code, message, text: message, correlationId, fields: [], behaviour },
        });
      } else if (behaviour === 'unauthorised') actor.send({ type: 'session.accessRefused' });
    },
    onTokens(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function followOtherTabs(keeper: SessionKeeper, onEnded: () => void): void {
  window.addEventListener('storage', (event) => {
    // No key: everything was cleared.
    if (event.key !== null && event.key !== STORAGE_KEYS.session) return;
    if (keeper.isOver()) onEnded();
  });
}

const isTrue = (value: unknown): value is true => value === true;

/** Ends the session of somebody who signed out while the server was away. Whoever signed in since keeps theirs. */
async function payOwedSignOut(client: Client, keeper: SessionKeeper): Promise<void> {
  if (readStored(STORAGE_KEYS.owedSignOut, isTrue) === null) return;
  const answer = keeper.stored() === null ? await client.call('endSession', {}) : null;
  if (answer?.ok !== false) writeStored(STORAGE_KEYS.owedSignOut, null);
}
