import {
  BACKFILL_PATH,
  HISTORY_PATH,
  SESSION_PATH,
  VISITS_PATH,
  type CallData,
  type LoggedInAgain,
  type MethodName,
  type Reply,
  type UploadedImage,
} from '../contract/index.ts';
import { destinationOf } from './destinations.ts';
import { localFailure } from './failures.ts';
import type { Result } from '../../domain/base/index.ts';
import { createRenewal, tokenInForce } from './renewal.ts';
import { envelopeInit, fileInit, uploadInit, readPlain, readReply, send } from './transport.ts';
import type { CallFailure, CallOptions, Client, ClientOptions } from './types.ts';

/** What the header of each stream's call names. */
const STREAM_METHODS: Readonly<Record<string, string>> = {
  [HISTORY_PATH]: 'streamHistory',
  [BACKFILL_PATH]: 'streamBackfill',
  [VISITS_PATH]: 'streamVisits',
};

/** The session's cookie is sent to one path alone. */
const pathOf = (method: MethodName): string => (method === 'endSession' ? SESSION_PATH : '/api');

/** One exchange with the token in force at that moment. */
type Attempt<T> = (token: string | null) => Promise<Result<T, CallFailure>>;

/** The product's calls over HTTP, with one silent re-login for all of them. */
export function createClient(options: ClientOptions): Client {
  const post = <T>(
    path: string,
    service: string,
    method: string,
    data: object,
    token: string | null,
    signal?: AbortSignal,
  ) => {
    const account = options.getSession().accountId;
    const init = envelopeInit(options, { service, method, token, account }, data);
    return send<T>(options, { path, init, signal }, (response) => readReply<T>(response, token !== null, options));
  };
  const renew = createRenewal(options, (old) =>
    post<LoggedInAgain>(SESSION_PATH, 'auth-service', 'loginWithBearer', old ? { bearer_token: old } : {}, null),
  );

  /** Notifies the rest of the client what an outcome means for it. */
  const settle = <T>(outcome: Result<T, CallFailure>): Result<T, CallFailure> => {
    const behaviour = outcome.ok ? null : outcome.error.behaviour;
    options.onServerError?.(behaviour === 'unavailable');
    if (outcome.ok) return outcome;
    // A token that was refused right after it was renewed will not get better.
    if (behaviour === 'logout' || behaviour === 'relogin') options.onForcedOut(outcome.error);
    if (behaviour === 'unauthorised') options.onUnauthorised?.(outcome.error);
    return outcome;
  };
  /** With the session's rules: a refused token is renewed and the exchange repeated once. */
  const inSession = async <T>(attempt: Attempt<T>, signal?: AbortSignal): Promise<Result<T, CallFailure>> => {
    const token = await tokenInForce(options, renew);
    if (!token.ok) return settle(token);
    const first = await attempt(token.value);
    if (first.ok || first.error.behaviour !== 'relogin') return settle(first);
    const renewed = await renew(token.value);
    signal?.throwIfAborted();
    return settle(renewed.ok ? await attempt(renewed.value) : renewed);
  };
  let running = 0;
  /** Runs a call that the page loader is shown for. */
  const loading = async <T>(run: () => Promise<T>): Promise<T> => {
    options.onLoading?.(++running);
    try {
      return await run();
    } finally {
      options.onLoading?.(--running);
    }
  };
  const get = <T>(path: string, signal?: AbortSignal) =>
    send<T>(options, { path, init: { method: 'GET' }, signal }, (response) => readPlain<T>(response, options));

  const stream: Client['stream'] = (path, data, { signal, fetch = options.fetch } = {}) => {
    const method = STREAM_METHODS[path];
    const attempt: Attempt<Response> = (token) => {
      const account = options.getSession().accountId;
      const init = envelopeInit(options, { service: 'tracking-service', method, token, account }, data);
      return send<Response>({ ...options, fetch }, { path, init, signal, isStream: true }, async (response) =>
        response.ok ? { ok: true, value: response } : readReply<Response>(response, token !== null, options),
      );
    };
    return inSession(attempt, signal);
  };

  return {
    renew,
    call<M extends MethodName>(method: M, data: CallData<M>, { signal }: CallOptions = {}) {
      const { service, isPublic, isQuiet } = destinationOf(method);
      const attempt: Attempt<Reply<M>> = (token) => post(pathOf(method), service, method, data, token, signal);
      // Outside a session there is nothing to renew or to end; what failed is the form's to show.
      const run = async (): Promise<Result<Reply<M>, CallFailure>> => {
        // Signing out of a session that is gone already is what was wanted (specification, chapter 8).
        if (method === 'signout') return withServerFlag(options, await attempt(options.getSession().accessToken));
        if (isPublic) return withServerFlag(options, await attempt(null));
        return inSession(attempt, signal);
      };
      return isQuiet ? run() : loading(run);
    },
    stream,
    async download(path, data, { signal } = {}) {
      const opened = await stream(path, data, { signal });
      if (!opened.ok) return opened;
      try {
        return { ok: true, value: await opened.value.blob() };
      } catch (error) {
        if (signal?.aborted || !(error instanceof Error)) throw error;
        return settle({ ok: false, error: localFailure('NETWORK', options) });
      }
    },
    ...filesIn(options, inSession),
    clientConfig: (path, { signal } = {}) => get(`/client-config/${path}`, signal),
    translations: (lang, { signal } = {}) => get(`/fe/translations/${encodeURIComponent(lang)}`, signal),
    languages: ({ signal } = {}) => get('/poly/fe/supported/languages', signal),
  };
}

/** Files from the server and to it. */
function filesIn(
  options: ClientOptions,
  inSession: <T>(attempt: Attempt<T>, signal?: AbortSignal) => Promise<Result<T, CallFailure>>,
): Pick<Client, 'file' | 'upload'> {
  return {
    file(id, { signal } = {}) {
      const attempt: Attempt<Blob> = (token) =>
        send<Blob>(options, { path: `/files/${id}`, init: fileInit(options, token), signal }, async (response) =>
          response.ok ? { ok: true, value: await response.blob() } : readReply<Blob>(response, token !== null, options),
        );
      return inSession(attempt, signal);
    },
    upload(file, { signal } = {}) {
      const attempt: Attempt<UploadedImage> = (token) =>
        send<UploadedImage>(options, { path: '/upload', init: uploadInit(options, token, file), signal }, (response) =>
          readReply<UploadedImage>(response, token !== null, options),
        );
      return inSession(attempt, signal);
    },
  };
}

function withServerFlag<T>(options: ClientOptions, outcome: Result<T, CallFailure>): Result<T, CallFailure> {
  const isAway = !outcome.ok && outcome.error.behaviour === 'unavailable';
  options.onServerError?.(isAway);
  return outcome;
}
