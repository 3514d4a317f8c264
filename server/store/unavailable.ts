import { DatabaseUnavailable, StatementTimedOut } from './database.types.ts';

/** SQLSTATE classes that are about the server's state and not of the statement (Postgres manual, appendix A). */
const UNAVAILABLE_CLASSES = ['08', '53', '58'];
const UNAVAILABLE_STATES = new Set(['57P01', '57P02', '57P03', '57P05', '25006']);
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EADDRNOTAVAIL',
]);
/** What `pg` says without a code. */
const CONNECTION_MESSAGES =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|Cannot use a pool after/i;

/** The disk is full: what is stored can be read, and there is no room for more. */
const FULL_DISK = '53100';

/** A statement was ended, by its time limit or by who looks after the database, or did not get a lock in time. */
const ENDED = new Set(['57014', '55P03']);

/** Engines ask for another attempt by these: serialization failure, deadlock. */
const RETRY_STATES = new Set(['40001', '40P01']);

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** Whether the statement failed because Postgres is away, shutting down, out of disk or out of connections. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  const code = codeOf(error);
  if (NETWORK_CODES.has(code) || UNAVAILABLE_STATES.has(code)) return true;
  if (code.length === 5 && UNAVAILABLE_CLASSES.includes(code.slice(0, 2))) return true;
  return error instanceof Error && CONNECTION_MESSAGES.test(error.message);
}

/** As {@link isUnavailable}, for reads as well: a full disk refuses what is to be stored, and nothing else. */
export function isAway(error: unknown): boolean {
  return isUnavailable(error) && codeOf(error instanceof DatabaseUnavailable ? error.cause : error) !== FULL_DISK;
}

/** Whether the whole transaction should be tried again. */
export const wantsRetry = (error: unknown): boolean => RETRY_STATES.has(codeOf(error));

/** The error as callers of the store see it. */
export function translateError(error: unknown): unknown {
  if (error instanceof Error && ENDED.has(codeOf(error))) return new StatementTimedOut(error.message, { cause: error });
  if (!isUnavailable(error) || error instanceof DatabaseUnavailable) return error;
  const what = isAway(error) ? 'The database cannot be reached' : 'The disk of the database is full';
  return new DatabaseUnavailable(`${what}: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}
