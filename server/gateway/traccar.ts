import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODY, type AccountId, type Instant, type Result } from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import type { Refusal } from '../call/ports.ts';

/** What takes positions that an existing Traccar server forwards. */
export interface TraccarDoor {
  /** True: it is open to senders without a key, who may then report for every device. */
  readonly isOpen: boolean;
  /** Takes a body; of the devices of these accounts, or of all (null). */
  take(
    body: unknown,
    remote: string,
    accounts: readonly number[] | null,
  ): Promise<{ readonly status: number; readonly body: unknown }>;
  /** Counts a request that cannot be read or whose sender is not let in. */
  broken(remote: string, reason: string): void;
}

/** Knows which key may send positions for the devices of which accounts. */
export interface Senders {
  sendersAccounts(key: string, now: Instant): Promise<Result<readonly AccountId[], Refusal>>;
}

const BEARER = /^Bearer\s+(wl_\S+)$/i;
const NO_KEY = 'An API key with the right to send positions is needed: Authorization: Bearer wl_…';
const NO_RIGHT = 'The API key has no right to send positions';

export interface TraccarOptions {
  readonly door: TraccarDoor;
  readonly senders: Senders;
  readonly now: () => Instant;
}

/** `POST /ingest/traccar`: whoever has no key with the right to send positions is refused before the body is read. */
export function registerTraccar(server: FastifyInstance, { door, senders, now }: TraccarOptions): void {
  const accountsOf = new WeakMap<FastifyRequest, readonly AccountId[]>();
  server.post('/ingest/traccar', {
    bodyLimit: BODY.traccarForward,
    async onRequest(request, answer) {
      const { authorization } = request.headers;
      if (authorization === undefined && door.isOpen) return;
      const key = BEARER.exec(authorization ?? '')?.[1] ?? '';
      const accounts = await senders.sendersAccounts(key, now());
      if (accounts.ok) return void accountsOf.set(request, accounts.value);
      const isKnown = accounts.error.code === ERROR.accessRight;
      door.broken(request.ip, isKnown ? 'the key has no right to send positions' : 'the sender shows no valid key');
      return answer.code(isKnown ? 403 : 401).send({ error: isKnown ? NO_RIGHT : NO_KEY });
    },
    errorHandler(error, request, answer) {
      const { statusCode = 500 } = error;
      if (statusCode >= 400 && statusCode < 500) door.broken(request.ip, 'the body is not JSON, or too large');
      return server.errorHandler(error, request, answer);
    },
    async handler(request, answer) {
      const { status, body } = await door.take(request.body, request.ip, accountsOf.get(request) ?? null);
      return answer.code(status).send(body);
    },
  });
}
