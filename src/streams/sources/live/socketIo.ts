import { io, type Socket } from 'socket.io-client';
import {
  LIVE_PATH,
  type LiveClientEvents,
  type LiveRefusal,
  type LiveServerEvents,
} from '../../../api/contract/index.ts';
import type { LiveSocketHandlers, OpenLiveSocket } from './liveSocket.ts';

/** Opens the live feed over Socket.IO, WebSocket only. Reconnecting is the caller's: it knows the cursor. */
export const openSocketIo: OpenLiveSocket = (url, auth, handlers) => {
  const socket: Socket<LiveServerEvents, LiveClientEvents> = io(url, {
    path: LIVE_PATH,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { ...auth },
  });
  const guard = onceOver(handlers);
  socket.on('ready', guard.ready);
  socket.on('frame', (bytes: ArrayBuffer | ArrayBufferView) => guard.frame(toArrayBuffer(bytes)));
  socket.on('events', guard.events);
  socket.on('place', guard.place);
  socket.on('readAgain', guard.readAgain);
  socket.on('details', guard.details);
  socket.on('alarmViewers', guard.alarmViewers);
  socket.on('refused', guard.refused);
  socket.on('disconnect', (reason) => guard.closed(reason));
  socket.on('connect_error', (error: Error & { data?: unknown }) => {
    if (isRefusal(error.data)) guard.refused(error.data);
    else guard.closed(error.message);
  });
  socket.io.on('ping', guard.alive);
  return {
    watch: (unitIds) => void socket.emit('watch', [...unitIds]),
    viewAlarm: (alarmId) => void socket.emit('viewAlarm', alarmId),
    close() {
      guard.end();
      socket.disconnect();
    },
  };
};

/** Lets nothing through after the end, and counts everything as a sign of life. */
function onceOver(handlers: LiveSocketHandlers): LiveSocketHandlers & { end(): void } {
  let over = false;
  const pass =
    <Values extends unknown[]>(run: (...values: Values) => void) =>
    (...values: Values): void => {
      if (over) return;
      handlers.alive();
      run(...values);
    };
  const last =
    <T>(run: (value: T) => void) =>
    (value: T): void => {
      if (over) return;
      over = true;
      run(value);
    };
  return {
    ready: pass(handlers.ready),
    frame: pass(handlers.frame),
    events: pass(handlers.events),
    place: pass(handlers.place),
    readAgain: pass(handlers.readAgain),
    details: pass(handlers.details),
    alarmViewers: pass(handlers.alarmViewers),
    alive: () => (over ? undefined : handlers.alive()),
    refused: last(handlers.refused),
    closed: last(handlers.closed),
    end() {
      over = true;
    },
  };
}

function isRefusal(data: unknown): data is LiveRefusal {
  return typeof data === 'object' && data !== null && typeof (data as LiveRefusal).code === 'string';
}

function toArrayBuffer(bytes: ArrayBuffer | ArrayBufferView): ArrayBuffer {
  if (bytes instanceof ArrayBuffer) return bytes;
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice().buffer;
}
