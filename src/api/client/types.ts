import type { CallData, FieldProblem, Language, MethodName, Reply, UploadedImage } from '../contract/index.ts';
import type { Result } from '../../domain/base/index.ts';
import type { ErrorBehaviour } from '../../domain/errors/index.ts';

/** Why a call failed, ready to be shown. */
export interface CallFailure {
  readonly code: string;
  /** The message as people read it, with ' Correlation ID: {id}' at its end (specification, chapter 8). */
  readonly message: string;
  /** The message alone, for toasts that show the id on a line of its own. */
  readonly text: string;
  readonly title: string;
  /** Null when no answer came. */
  readonly correlationId: string | null;
  readonly fields: readonly FieldProblem[];
  readonly behaviour: ErrorBehaviour;
  /** Seconds after which trying again makes sense; null when the server did not say. */
  readonly retryAfter: number | null;
}

/** What the caller knows of the session; read again for every exchange. */
export interface ClientSession {
  /** Kept in memory; null after a reload, until it is renewed. */
  readonly accessToken: string | null;
  readonly accountId: number | null;
  /** True while somebody is signed in: the browser's cookie renews for them. */
  readonly canRenew: boolean;
  /** Kept by an older version: exchanged for the cookie. */
  readonly oldBearerToken: string | null;
}

export interface ClientOptions {
  /** The browser's `fetch`. */
  readonly fetch: (input: string, init: RequestInit) => Promise<Response>;
  /** Origin of the server, empty for our own. */
  readonly baseUrl: string;
  /** Sent as `Authorization: bearer <key>`; null sends none. */
  readonly realmKey?: string | null;
  readonly getSession: () => ClientSession;
  /** A new token after a silent re-login: kept before returning. False: it is of somebody else than works here. */
  readonly onToken: (token: { accessToken: string; userId: number | undefined }) => boolean;
  readonly language: () => string;
  /** Minutes east of UTC. */
  readonly timezone: () => number;
  /** The session ended: clear it and show why. Called once for each failure that says so. */
  readonly onForcedOut: (failure: CallFailure) => void;
  /** The caller may not do this (POLY_ERR_ACCESSRIGHT). */
  readonly onUnauthorised?: (failure: CallFailure) => void;
  /** True when the server could not be reached or is away, false when it answered again. */
  readonly onServerError?: (isAway: boolean) => void;
  /** How many calls are under way that the page loader is shown for; reported whenever it changes. */
  readonly onLoading?: (calls: number) => void;
  /**
   * Runs `work` while no other tab does: `navigator.locks`. Tabs share the cookie that renews; where two spend it at
   * once the server is lenient for some seconds only.
   */
  readonly exclusively?: <T>(work: () => Promise<T>) => Promise<T>;
  /** Texts of the failures that no server words; English when absent. */
  readonly failureText?: (code: 'TIMEOUT' | 'NETWORK') => string | undefined;
  /** Milliseconds; SESSION.requestTimeout when absent. */
  readonly requestTimeout?: number;
}

export interface CallOptions {
  /** Aborting rejects the call with the signal's reason. */
  readonly signal?: AbortSignal;
}

interface StreamOptions extends CallOptions {
  /** Sends the request in the place of {@link ClientOptions.fetch}: whoever reads the answer away from the page. */
  readonly fetch?: ClientOptions['fetch'];
}

export interface Client {
  /** One method of the catalogue. Resolves to a failure for everything but an abort. */
  call<M extends MethodName>(
    method: M,
    data: CallData<M>,
    options?: CallOptions,
  ): Promise<Result<Reply<M>, CallFailure>>;
  /** A streaming call (contract/history); the time-out ends with the answer's headers. */
  stream(path: string, data: object, options?: StreamOptions): Promise<Result<Response, CallFailure>>;
  /** The whole of a streaming call's answer; one that broke off on the way is a failure, not a shorter file. */
  download(path: string, data: object, options?: CallOptions): Promise<Result<Blob, CallFailure>>;
  /**
   * Has the browser's cookie renew the access token, once for all that ask at the same time.
   * `refused` is the token that was refused; when another one is in force already, that one is it.
   * Null, for a page that has none yet, tries once: what a server that is away means there is its own screen.
   */
  renew(refused: string | null): Promise<Result<string, CallFailure>>;
  /** A file that the server keeps (contract, "GET /files"). */
  file(id: string, options?: CallOptions): Promise<Result<Blob, CallFailure>>;
  /** Sends a picture (contract, "POST /upload"); it belongs to nothing until a method attaches it. */
  upload(file: Blob, options?: CallOptions): Promise<Result<UploadedImage, CallFailure>>;
  clientConfig<T>(path: string, options?: CallOptions): Promise<Result<T, CallFailure>>;
  translations(lang: string, options?: CallOptions): Promise<Result<Record<string, unknown>, CallFailure>>;
  languages(options?: CallOptions): Promise<Result<{ languages: Language[] }, CallFailure>>;
}
