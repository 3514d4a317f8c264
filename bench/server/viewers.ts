/** Browsers that look on, in a process of their own: they count what they are sent. */
import { io, type Socket } from 'socket.io-client';
import { LIVE_PATH, type LiveRefusal } from '../../src/api/contract/index.ts';
import { readFrame } from '../../src/domain/telemetry/index.ts';
import { answerCommands } from '../support/child.ts';

export type ViewerCommand =
  | { readonly type: 'open'; readonly url: string; readonly viewers: number }
  /** Answers when so many positions have come, or after 20 s. */
  | { readonly type: 'await'; readonly positions: number }
  | { readonly type: 'close' };

export interface ViewerCount {
  readonly positions: number;
  readonly bytes: number;
}

const PATIENCE = 20_000;
let sockets: Socket[] = [];
let positions = 0;
let bytes = 0;
let check: () => void = () => undefined;

function look(url: string): Promise<void> {
  const socket = io(url, {
    path: LIVE_PATH,
    transports: ['websocket'],
    forceNew: true,
    auth: { token: 'bench', account: 1 },
  });
  sockets.push(socket);
  socket.on('frame', (frame: Buffer) => {
    const { count } = readFrame(new Uint8Array(frame).buffer);
    positions += count;
    bytes += frame.length;
    check();
  });
  socket.on('position', (position: object) => {
    positions++;
    // Every thousandth is weighed: weighing all would cost more than receiving them.
    if (positions % 1_000 === 0) bytes += 1_000 * (JSON.stringify(position).length + '42["position",]'.length);
    check();
  });
  return new Promise((resolve, reject) => {
    socket.once('ready', () => resolve());
    socket.once('refused', ({ message }: LiveRefusal) => reject(new Error(message)));
    socket.once('connect_error', reject);
  });
}

answerCommands<ViewerCommand>(async (command) => {
  if (command.type === 'open') {
    [positions, bytes] = [0, 0];
    await Promise.all(Array.from({ length: command.viewers }, () => look(command.url)));
  } else if (command.type === 'close') {
    for (const socket of sockets) socket.disconnect();
    sockets = [];
  } else {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PATIENCE);
      check = () => {
        if (positions < command.positions) return;
        clearTimeout(timer);
        resolve();
      };
      check();
    });
  }
  return { positions, bytes } satisfies ViewerCount;
});
