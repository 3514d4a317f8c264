import { DatabaseUnavailable, EmbeddedPostgresError, isAway, SecondServer } from '../store/index.ts';
import { isPortError } from '../ingest/index.ts';
import type { Configuration } from './config.ts';
import { SealKeyLost } from './sealKey.ts';

/** Their messages name the cause and the way out. */
const SAID = [EmbeddedPostgresError, SecondServer, SealKeyLost];

/** What kept the product from starting, in words that name the cause and the way out. */
export function explain(
  error: unknown,
  configuration: Pick<Configuration, 'port' | 'host' | 'databaseUrl' | 'dataDirectory'>,
): string {
  if (isPortError(error) || SAID.some((kind) => error instanceof kind)) return (error as Error).message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return `port ${configuration.port} on ${configuration.host} is in use by another program. Stop it, or set PORT to a free port.`;
  }
  if (code === 'EACCES')
    return `port ${configuration.port} may not be opened by this user. Set PORT to a port above 1023.`;
  if (code === 'EADDRNOTAVAIL')
    return `this machine does not have the address ${configuration.host}. Set HOST to one of its own.`;
  if (code === 'ENOSPC') return `the disk that holds ${configuration.dataDirectory} is full.`;
  if (error instanceof DatabaseUnavailable) {
    const where =
      configuration.databaseUrl === null
        ? 'the embedded database'
        : `the database of DATABASE_URL (${withoutSecret(configuration.databaseUrl)})`;
    return isAway(error)
      ? `${where} cannot be reached: ${reasonOf(error)}`
      : `the disk of ${where} is full: ${reasonOf(error)}`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The address without user and password. */
export function withoutSecret(url: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/)[^/@]*@/, '$1');
}

function reasonOf(error: Error): string {
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}
