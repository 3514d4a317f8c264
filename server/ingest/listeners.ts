import type { ProtocolName } from '../../src/domain/telemetry/index.ts';
import { AT_ONCE, SECOND, type SlotBounds } from '../../src/domain/base/index.ts';
import { ConnectionSlots } from './connectionSlots.ts';
import type { IngestCounters } from './counters.ts';
import { createDeviceWire, type Switchboard } from './deviceWire.ts';
import { listenHttp } from './httpListener.ts';
import type { IngestLogger } from './intake.ts';
import { PortError, within, type OpenPort } from './ports.ts';
import { listenTcp } from './tcpListener.ts';
import { isHttpProtocol, type Intake, type ListeningProtocol } from './types.ts';
import { listenUdp } from './udpListener.ts';

export { PortError } from './ports.ts';

export interface ListenerOptions {
  readonly protocols: readonly ListeningProtocol[];
  /** Address to listen on. */
  readonly host: string;
  /** Port of each protocol; absent: its usual one; 0: switched off. */
  readonly ports: Partial<Record<ProtocolName, number>>;
  readonly intake: Intake;
  readonly counters: IngestCounters;
  readonly logger: IngestLogger;
  /** Who is notified which devices are here; absent: nobody sends commands. */
  readonly switchboard?: Switchboard;
  /** Bad frames in a row after which a connection is closed; 20 by default. */
  readonly maximumBadFrames?: number;
  /** Connections at once, of all ports together. */
  readonly connections?: SlotBounds;
  /** Milliseconds that closing waits for answers to go out; 5 s by default. */
  readonly drainTimeout?: number;
}

/** The open device ports. */
export interface Listeners {
  readonly ports: readonly Pick<OpenPort, 'protocol' | 'transport' | 'port'>[];
  /** Stops accepting, answers what was accepted once it is stored, then ends every connection. */
  close(): Promise<void>;
}

const MAXIMUM_BAD_FRAMES = 20;
const DRAIN_TIMEOUT = 5 * SECOND;

/** Opens every port, or none: rejects with {@link PortError} when one cannot be had. */
export async function openListeners(options: ListenerOptions): Promise<Listeners> {
  const drainTimeout = options.drainTimeout ?? DRAIN_TIMEOUT;
  const { intake, logger, connections = AT_ONCE.deviceConnections } = options;
  const slots = new ConnectionSlots(connections, () => intake.now(), logger);
  const opened = await Promise.allSettled(
    options.protocols.flatMap((protocol) => openProtocol(protocol, options, slots)),
  );
  const ports = opened.filter((result) => result.status === 'fulfilled').map((result) => result.value);
  const failed = opened.find((result) => result.status === 'rejected');
  if (failed) {
    await Promise.all(ports.map((port) => port.close(drainTimeout)));
    throw failed.reason;
  }
  for (const { protocol, transport, port } of ports)
    options.logger.info({ protocol, transport, port }, 'Device port open');
  return { ports, close: () => closeAll(ports, options.intake, drainTimeout) };
}

function openProtocol(
  protocol: ListeningProtocol,
  options: ListenerOptions,
  slots: ConnectionSlots,
): Promise<OpenPort>[] {
  const port = options.ports[protocol.name] ?? protocol.defaultPort;
  if (port === 0) return [];
  const { host, intake, counters, logger } = options;
  const switchboard = options.switchboard ?? createDeviceWire({ logger, now: () => intake.now() });
  const place = { host, port, intake, counters: counters.of(protocol.name), logger, switchboard, slots };
  if (isHttpProtocol(protocol)) return [listenHttp(protocol, place)];
  const maximumBadFrames = options.maximumBadFrames ?? MAXIMUM_BAD_FRAMES;
  return protocol.transports.map((transport) =>
    transport === 'tcp' ? listenTcp(protocol, { ...place, maximumBadFrames }) : listenUdp(protocol, place),
  );
}

async function closeAll(ports: readonly OpenPort[], intake: Intake, timeout: number): Promise<void> {
  for (const port of ports) port.stopReading();
  await within(timeout, new Promise<void>((resolve) => intake.afterCommit(() => resolve())));
  await Promise.all(ports.map((port) => port.close(timeout)));
}

/** True for the error that says why a port could not be opened. */
export function isPortError(error: unknown): error is PortError {
  return error instanceof PortError;
}
