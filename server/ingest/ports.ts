import type { ProtocolName } from '../../src/domain/telemetry/index.ts';
import type { ProtocolCounters } from './counters.ts';
import type { ConnectionSlots } from './connectionSlots.ts';
import type { Switchboard } from './deviceWire.ts';
import type { IngestLogger } from './intake.ts';
import type { Intake } from './types.ts';

/** Where to listen, and with whom. */
export interface Place {
  readonly host: string;
  readonly port: number;
  readonly intake: Intake;
  readonly counters: ProtocolCounters;
  readonly switchboard: Switchboard;
  readonly logger: IngestLogger;
  /** Connections at once, of all ports together. */
  readonly slots: ConnectionSlots;
}

/** A port that is open. */
export interface OpenPort {
  readonly protocol: ProtocolName;
  readonly transport: 'tcp' | 'udp' | 'http';
  readonly port: number;
  /** Takes no new connections and nothing more from those that are there. */
  stopReading(): void;
  /** Ends what is open, by force after `timeout` milliseconds. */
  close(timeout: number): Promise<void>;
}

/** Waits for the work, but no longer than `timeout` milliseconds. */
export async function within(timeout: number, work: Promise<unknown>): Promise<void> {
  const timer = Promise.withResolvers<void>();
  const handle = setTimeout(timer.resolve, timeout);
  await Promise.race([work, timer.promise]);
  clearTimeout(handle);
}

/** A device port could not be opened. The message says which, why, and what to do. */
export class PortError extends Error {
  override readonly name = 'PortError';

  constructor(protocol: ProtocolName, transport: string, host: string, port: number, cause: unknown) {
    const variable = `INGEST_PORT_${protocol.toUpperCase()}`;
    const code = cause instanceof Error && 'code' in cause ? cause.code : '';
    super(
      `The ${protocol} device port ${port} (${transport}) on ${host} cannot be opened: ${reasonOf(code, cause)}. ${adviceOf(code, variable)}`,
      { cause },
    );
  }
}

function reasonOf(code: unknown, cause: unknown): string {
  if (code === 'EADDRINUSE') return 'another program listens on it';
  if (code === 'EACCES') return 'this user may not listen on it';
  if (code === 'EADDRNOTAVAIL') return 'this machine does not have that address';
  return cause instanceof Error ? cause.message : String(cause);
}

function adviceOf(code: unknown, variable: string): string {
  if (code === 'EADDRNOTAVAIL') return 'Set INGEST_HOST to an address of this machine, or to 0.0.0.0 for all of them.';
  return `Stop that program, or set ${variable} to a free port above 1023, or to 0 to switch the protocol off.`;
}
