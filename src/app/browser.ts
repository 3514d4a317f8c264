import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { SECOND, type Instant } from '../domain/base/index.ts';
import type { MapServices } from '../api/contract/index.ts';
import { solveCaptcha, type Client } from '../api/client/index.ts';
import type { BrowserServices } from '../views/shared/services/browser.ts';
import type { ReadableStore } from '../views/shared/services/store.ts';
import { drafts } from './drafts.ts';
import { createGrantKeeper } from './resetGrant.ts';
import { STORAGE_KEYS, readStored, writeStored } from './storage.ts';
import { createStore } from './stores.ts';

/** In the tab's own storage, before the link's token. */
const VISIT = 'tab.sharedVisit.';

/** What WebAuthn calls the user's change of mind, a closed dialog or a time-out. */
const CHANGES_OF_MIND: ReadonlySet<string> = new Set(['NotAllowedError', 'AbortError']);

const changedMind = (error: unknown): null => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && CHANGES_OF_MIND.has(cause.name)) return null;
  throw error;
};

/** The options of WebAuthn as the server sends them; what else they hold the browser reads. */
const isChallenge = (options: object): options is PublicKeyCredentialRequestOptionsJSON =>
  'challenge' in options && typeof options.challenge === 'string';
const isRegistration = (options: object): options is PublicKeyCredentialCreationOptionsJSON =>
  isChallenge(options) && 'user' in options && 'rp' in options && 'pubKeyCredParams' in options;

/** Lets the device answer for a passkey; null when its owner thought better of it. */
export async function answerPasskey(options: Readonly<Record<string, unknown>>): Promise<object | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  if (!isChallenge(options)) throw new TypeError('A passkey is asked for without a challenge.');
  return startAuthentication({ optionsJSON: options }).catch(changedMind);
}

async function createPasskey(options: Readonly<Record<string, unknown>>): Promise<object | null> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  if (!isRegistration(options)) throw new TypeError('A passkey is to be made without a challenge, or for nobody.');
  return startRegistration({ optionsJSON: options }).catch(changedMind);
}

/** The present, moving only while somebody looks. */
function createClock(): ReadableStore<Instant> {
  const store = createStore<Instant>(Date.now());
  let readers = 0;
  let timer = 0;
  return {
    getSnapshot: store.getSnapshot,
    subscribe(listener) {
      const end = store.subscribe(listener);
      if (readers++ === 0) {
        store.set(Date.now());
        timer = window.setInterval(() => store.set(Date.now()), SECOND);
      }
      return () => {
        end();
        if (--readers === 0) clearInterval(timer);
      };
    },
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Clock, passkeys, clipboard and the kept invitation of this browser. */
export function createBrowserServices(client: Client): BrowserServices {
  const invite = createStore<string | null>(readStored(STORAGE_KEYS.invite, isText));
  const setInvite = (token: string | null): void => {
    writeStored(STORAGE_KEYS.invite, token);
    invite.set(token);
  };
  return {
    clock: createClock(),
    passkeys: {
      supported: typeof window.PublicKeyCredential === 'function',
      create: createPasskey,
      answer: answerPasskey,
    },
    push: async () => (await import('./push.ts')).push,
    invite: {
      subscribe: invite.subscribe,
      getSnapshot: invite.getSnapshot,
      keep: setInvite,
      drop: () => setInvite(null),
    },
    resetGrant: createGrantKeeper(drafts, () => Date.now()),
    sharedVisit: {
      read(token) {
        const visit = drafts.read(VISIT + token);
        return typeof visit === 'string' ? visit : '';
      },
      keep: (token, visit) => drafts.write(VISIT + token, visit),
    },
    followShare(auth, handlers) {
      let isOver = false;
      let end = (): void => undefined;
      // Code of the feed is for pages of links alone. Where it cannot be loaded, they ask again and again.
      void import('../streams/sources/shared/sharedFeed.ts').then(
        ({ openSharedFeed }) => {
          if (!isOver) end = openSharedFeed(window.location.origin, auth, handlers);
        },
        () => handlers.connected(false),
      );
      return () => {
        isOver = true;
        end();
      };
    },
    host: window.location.hostname,
    copy: (text) =>
      navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      ),
    async mapServices() {
      const answer = await client.clientConfig<MapServices>('map');
      return answer.ok ? answer.value : null;
    },
    // Not `randomUUID`, which pages without TLS lack.
    newId: () =>
      Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    async proveWork(signal) {
      const challenge = await client.call('getCaptcha', {}, { signal });
      return challenge.ok ? solveCaptcha(challenge.value, { signal, onProgress: () => undefined }) : null;
    },
  };
}
