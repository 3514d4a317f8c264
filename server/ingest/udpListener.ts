import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { PortError, type OpenPort, type Place } from './ports.ts';
import type { Protocol, Wire } from './types.ts';

/** Opens the protocol's UDP port; every datagram is a session of its own. Rejects with PortError. */
export async function listenUdp(protocol: Protocol, place: Place): Promise<OpenPort> {
  const { counters, intake, logger } = place;
  const socket = createSocket(isIPv6(place.host) ? 'udp6' : 'udp4');
  let reading = true;
  socket.on('message', (bytes, sender) => {
    if (!reading) return;
    counters.connections++;
    const wire = datagramWire(socket, sender);
    try {
      const session = protocol.open(wire, 'udp', intake);
      session.receive(bytes);
      session.closed();
    } catch (error) {
      // A bug in a decoder: it is told, and costs this datagram only.
      logger.error({ error, protocol: protocol.name, remote: wire.remote, bytes: bytes.subarray(0, 64).toString('hex') }, 'Decoder failed');
    }
  });
  await bind(socket, protocol, place);
  socket.on('error', (error) => logger.error({ error, protocol: protocol.name }, 'Device port failed'));
  return {
    protocol: protocol.name,
    transport: 'udp',
    port: socket.address().port,
    stopReading() {
      reading = false;
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function bind(socket: Socket, protocol: Protocol, { host, port }: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => {
      socket.close();
      reject(new PortError(protocol.name, 'UDP', host, port, error));
    });
    socket.bind({ address: host, port }, () => {
      socket.removeAllListeners('error');
      resolve();
    });
  });
}

function datagramWire(socket: Socket, sender: RemoteInfo): Wire {
  return {
    remote: `${sender.address}:${sender.port}`,
    // An answer that is lost makes the device send again, as one that could not be sent does.
    send: (bytes) => socket.send(bytes, sender.port, sender.address, () => undefined),
    end: () => undefined,
  };
}
