import { createServer, type Server } from 'node:net';
import { Connection, type ConnectionHost } from './connection.ts';
import { PortError, type OpenPort, type Place } from './ports.ts';
import type { Protocol } from './types.ts';

/** Connections that wait to be accepted: a fleet comes back all at once after a restart. */
const BACKLOG = 4096;

/** Opens the protocol's TCP port. Rejects with PortError. */
export async function listenTcp(
  protocol: Protocol,
  place: Place & { readonly maximumBadFrames: number },
): Promise<OpenPort> {
  const connections = new Set<Connection>();
  const { counters, intake, logger, maximumBadFrames, switchboard, slots } = place;
  const host: ConnectionHost = {
    protocol,
    intake,
    maximumBadFrames,
    counters,
    switchboard,
    onFault: (error, remote, bytes) =>
      logger.error(
        {
          error,
          protocol: protocol.name,
          remote,
          length: bytes.length,
          bytes: Buffer.from(bytes.subarray(0, 4)).toString('hex'),
        },
        'Decoder failed',
      ),
  };
  // What a tracker sent before it closed its side is answered still: see `Connection`.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    if (!slots.admit(socket, counters)) return;
    counters.connections++;
    counters.open++;
    const connection = new Connection(socket, host);
    connections.add(connection);
    socket.once('close', () => {
      counters.open--;
      connections.delete(connection);
    });
  });
  await listen(server, protocol, place);
  server.on('error', (error) => logger.error({ error, protocol: protocol.name }, 'Device port failed'));
  return {
    protocol: protocol.name,
    transport: 'tcp',
    port: portOf(server),
    stopReading() {
      server.close();
      for (const connection of connections) connection.pause();
    },
    close: (timeout) => close(server, connections, timeout),
  };
}

function listen(server: Server, protocol: Protocol, { host, port }: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new PortError(protocol.name, 'TCP', host, port, error)));
    server.listen({ host, port, backlog: BACKLOG }, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

async function close(server: Server, connections: ReadonlySet<Connection>, timeout: number): Promise<void> {
  if (server.listening) server.close();
  if (connections.size === 0) return;
  await new Promise<void>((resolve) => {
    const force = setTimeout(() => {
      for (const connection of connections) connection.destroy();
    }, timeout);
    server.once('close', () => {
      clearTimeout(force);
      resolve();
    });
    for (const connection of connections) connection.end();
  });
}
