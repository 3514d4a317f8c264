import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressOf, remoteOf } from './addresses.ts';
import { PortError, within, type OpenPort, type Place } from './ports.ts';
import type { Contact, DeviceAnswer, DeviceHandle, HttpProtocol, OutgoingCommand } from './types.ts';

/** Milliseconds for one request to arrive whole. */
const REQUEST_TIMEOUT = 30_000;
/** Milliseconds that an answer waits for whoever may have a command for the device. */
const COMMAND_WAIT = 2000;
const BACKLOG = 4096;
const TOO_LARGE = Symbol('too large');

/** Opens the protocol's HTTP port. Rejects with PortError. */
export async function listenHttp(protocol: HttpProtocol, place: Place): Promise<OpenPort> {
  const { counters, intake, logger, slots } = place;
  const server = createServer(
    { keepAliveTimeout: protocol.idleTimeout * 1000, requestTimeout: REQUEST_TIMEOUT, headersTimeout: REQUEST_TIMEOUT },
    (request, response) => {
      answer(protocol, place, request).then(
        (result) => reply(response, result),
        (error: unknown) => {
          logger.error({ error, protocol: protocol.name, length: request.url?.length }, 'Device request failed');
          reply(response, { status: 500, body: '' });
        },
      );
    },
  );
  server.on('connection', (socket) => {
    if (!slots.admit(socket, counters)) return;
    counters.connections++;
    counters.open++;
    socket.once('close', () => counters.open--);
  });
  server.on('clientError', (error: ClientError, socket) => {
    const refusal = refusalOf(error);
    // The device hung up, as sleeping ones do: nothing of it can be reported or answered.
    if (!refusal) return void socket.destroy();
    const { remoteAddress = '', remotePort = 0 } = socket as Socket;
    if (refusal.reason !== null)
      intake.malformed(
        protocol.name,
        remoteOf(remoteAddress, remotePort),
        refusal.reason,
        error.rawPacket ?? new Uint8Array(0),
      );
    if (socket.writable) socket.end(`HTTP/1.1 ${refusal.status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  await listen(server, protocol, place);
  server.on('error', (error) => logger.error({ error, protocol: protocol.name }, 'Device port failed'));
  const address = server.address();
  return {
    protocol: protocol.name,
    transport: 'http',
    port: typeof address === 'object' && address ? address.port : 0,
    stopReading: () => void server.close(),
    close: (timeout) => close(server, timeout),
  };
}

/** What Node says of a connection without a request; `rawPacket` is what could not be read. */
interface ClientError extends Error {
  readonly code?: string;
  readonly rawPacket?: Buffer;
}

/**
 * How a connection without a request is answered, and what is wrong with what it sent; null: it is gone. A connection
 * that fell silent sent nothing wrong.
 */
function refusalOf({ code = '' }: ClientError): { readonly status: string; readonly reason: string | null } | null {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: '408 Request Timeout', reason: null };
  if (code === 'HPE_HEADER_OVERFLOW')
    return { status: '431 Request Header Fields Too Large', reason: 'the head of the request is too large' };
  return code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE'
    ? { status: '400 Bad Request', reason: 'the request is not HTTP' }
    : null;
}

async function answer(protocol: HttpProtocol, place: Place, request: IncomingMessage): Promise<DeviceAnswer> {
  const { remoteAddress = '', remotePort = 0 } = request.socket;
  const remote = remoteOf(remoteAddress, remotePort);
  const body = await readBody(request, protocol.maximumBody);
  if (body === TOO_LARGE) {
    place.intake.malformed(
      protocol.name,
      remote,
      `the body is larger than ${protocol.maximumBody} bytes`,
      new Uint8Array(0),
    );
    return { status: 413, body: '' };
  }
  const contentType = (request.headers['content-type'] ?? '').split(';', 1)[0].trim().toLowerCase();
  const answered = await protocol.answer(
    { method: request.method ?? '', url: request.url ?? '', contentType, body, remote },
    place.intake,
  );
  const { device, status } = answered;
  if (device)
    place.intake.noteTraffic?.(device, (request.url ?? '').length + body.length + Buffer.byteLength(answered.body));
  if (!device || status !== 200 || answered.body !== '') return answered;
  return { status, body: (await commandFor(device, protocol, remote, place))?.text ?? '' };
}

/** The request is the device's only contact: one command can be sent to it until the answer goes. */
async function commandFor(
  device: DeviceHandle,
  protocol: HttpProtocol,
  remote: string,
  { switchboard, counters, intake }: Place,
): Promise<OutgoingCommand | null> {
  const taken: OutgoingCommand[] = [];
  const now = intake.now();
  const contact: Contact = {
    address: addressOf(remote),
    since: now,
    heardAt: now,
    isMomentary: true,
    end: () => undefined,
    send(command) {
      if (taken.length > 0) return 'offline';
      taken.push(command);
      counters.commands++;
      return 'sent';
    },
  };
  // A connection of the device that is heard elsewhere keeps its commands.
  await within(COMMAND_WAIT, switchboard.attach(device, protocol.name, contact));
  switchboard.detach(device.identifier, contact);
  return taken[0] ?? null;
}

async function readBody(request: IncomingMessage, maximum: number): Promise<Uint8Array | typeof TOO_LARGE> {
  if (Number(request.headers['content-length'] ?? 0) > maximum) return TOO_LARGE;
  const chunks: Buffer[] = [];
  let size = 0;
  // Destroying the request would take the connection, and the answer, with it.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maximum) return TOO_LARGE;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function reply(response: ServerResponse, { status, body }: DeviceAnswer): void {
  if (response.destroyed) return;
  // A body that was not read to its end would be taken for the next request.
  const headers = status === 413 ? { Connection: 'close' } : {};
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}

function listen(server: Server, protocol: HttpProtocol, { host, port }: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new PortError(protocol.name, 'HTTP', host, port, error)));
    server.listen({ host, port, backlog: BACKLOG }, () => {
      server.removeAllListeners('error');
      resolve();
    });
  });
}

async function close(server: Server, timeout: number): Promise<void> {
  server.closeIdleConnections();
  await new Promise<void>((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), timeout);
    const done = (): void => {
      clearTimeout(force);
      resolve();
    };
    // Closing was begun by stopReading, or has to be now.
    if (server.listening) server.close(done);
    else server.getConnections((_error, count) => (count === 0 ? done() : server.once('close', done)));
  });
}
