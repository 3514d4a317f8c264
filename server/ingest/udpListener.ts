import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { remoteOf } from './addresses.ts';
import { PortError, type OpenPort, type Place } from './ports.ts';
import type { DeviceHandle, Intake, Protocol, Wire } from './types.ts';

/** Whose a datagram is, once it said so. */
interface Datagram {
  device: DeviceHandle | null;
}

/** Opens the protocol's UDP port; every datagram is a session of its own. Rejects with PortError. */
export async function listenUdp(protocol: Protocol, place: Place): Promise<OpenPort> {
  const { counters, logger } = place;
  let current: Datagram = { device: null };
  const intake = datagramIntake(place.intake, (device) => (current.device = device));
  const socket = createSocket(isIPv6(place.host) ? 'udp6' : 'udp4');
  let reading = true;
  socket.on('message', (bytes, sender) => {
    if (!reading) return;
    counters.connections++;
    const datagram: Datagram = { device: null };
    current = datagram;
    const count = (length: number): void => {
      if (datagram.device) place.intake.noteTraffic?.(datagram.device, length);
    };
    const wire = datagramWire(socket, sender, count);
    try {
      const session = protocol.open(wire, 'udp', intake);
      session.receive(bytes);
      session.closed();
      count(bytes.length);
    } catch (error) {
      // A bug in a decoder: it is logged, and costs this datagram only.
      logger.error(
        {
          error,
          protocol: protocol.name,
          remote: wire.remote,
          length: bytes.length,
          bytes: bytes.subarray(0, 4).toString('hex'),
        },
        'Decoder failed',
      );
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

/** Messages that are kept unread are known to have come as datagrams. */
function datagramIntake(intake: Intake, known: (device: DeviceHandle) => void): Intake {
  return {
    login(identifier, protocol, remote, shown) {
      const device = intake.login(identifier, protocol, remote, shown);
      if (device) known(device);
      return device;
    },
    wrongPassword: (device, protocol, remote) => intake.wrongPassword?.(device, protocol, remote),
    accept: (device, protocol, fix) => intake.accept(device, protocol, fix),
    afterCommit: (callback) => intake.afterCommit(callback),
    malformed: (protocol, remote, reason, bytes) => intake.malformed(protocol, remote, reason, bytes),
    unread: (device, protocol, message) => intake.unread(device, protocol, { ...message, datagram: true }),
    commandAnswered: (device, protocol, answer) => intake.commandAnswered(device, protocol, answer),
    now: () => intake.now(),
  };
}

function datagramWire(socket: Socket, sender: RemoteInfo, count: (bytes: number) => void): Wire {
  return {
    remote: remoteOf(sender.address, sender.port),
    // An answer that is lost makes the device send again, as one that could not be sent does.
    send(bytes) {
      count(bytes.length);
      socket.send(bytes, sender.port, sender.address, () => undefined);
    },
    end: () => undefined,
  };
}
