import type http from 'node:http';
import { Server } from 'socket.io';
import { frameBytes, jsonReport } from '../pages/world.ts';

/** How reports are sent: an array of objects, an object each, or binary frames. */
export type ReportForm = 'json' | 'each' | 'frame';

export interface ReportServerEvents {
  report: (content: object) => void;
  frame: (bytes: ArrayBuffer) => void;
}

/** The same as they are sent: a Buffer arrives as an ArrayBuffer. */
type SentEvents = Omit<ReportServerEvents, 'frame'> & { frame: (bytes: Uint8Array) => void };

export interface ReportClientEvents {
  /** Asks for one round of reports of all units. */
  send: (form: ReportForm, units: number, round: number) => void;
}

/** Sends rounds of reports over Socket.IO as they are asked for. */
export function attachReports(http: http.Server): Server<ReportClientEvents, SentEvents> {
  const server = new Server<ReportClientEvents, SentEvents>(http, {
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
  });
  server.on('connection', (socket) => {
    socket.on('send', (form, units, round) => {
      if (form === 'frame') {
        socket.emit('frame', Buffer.from(frameBytes(units, 1, round, 'changes')));
        return;
      }
      const reports = Array.from({ length: units }, (_, unit) => jsonReport(unit, round));
      if (form === 'json') socket.emit('report', reports);
      else for (const report of reports) socket.emit('report', report);
    });
  });
  return server;
}
