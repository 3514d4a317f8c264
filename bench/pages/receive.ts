/** Taking positions in from a socket: as JSON, one by one, as binary frames, and through a worker. */
import { createFleet } from '../../src/streams/pipeline/index.ts';
import { RowReceiver, viewRows, type RowBatch } from '../../src/streams/pipeline/fleetRows.ts';
import type { ReportForm } from '../support/reports.ts';
import type { FoldCommand } from './receive.worker.ts';
import { openFrames, openReports } from './receiveFrames.ts';
import { EPOCH } from './world.ts';

export type ReceiveMethod = ReportForm | 'worker';

export interface ReceiveBench {
  /** Receives `rounds` rounds of all units' reports, one after another. */
  receive(method: ReceiveMethod, units: number, rounds: number): Promise<void>;
}

declare global {
  interface Window {
    receive: ReceiveBench;
  }
}

interface Report {
  readonly deviceId: number;
  readonly fixTime: string;
}

type Round = (units: number, round: number) => Promise<void>;

/** Objects by unit, a new record for every message, as stores of plain objects keep them. */
function objectRound(form: 'json' | 'each'): Round {
  const socket = openReports();
  const times = new Map<number, number>();
  let positions: Record<number, Report> = {};
  let missing = 0;
  let done: () => void = () => undefined;
  const take = (report: Report): void => {
    positions[report.deviceId] = report;
    times.set(report.deviceId, Date.parse(report.fixTime));
    if (--missing === 0) done();
  };
  socket.on('report', (content) => {
    if (form === 'json') {
      positions = { ...positions };
      (content as Report[]).forEach(take);
    } else take(content as Report);
  });
  return (units, round) =>
    new Promise((resolve) => {
      missing = units;
      done = resolve;
      socket.emit('send', form, units, round);
    });
}

function frameRound(): Round {
  const frames = openFrames();
  return async (units, round) => void (await frames.next(units, round));
}

function workerRound(): Round {
  const worker = new Worker(new URL('./receive.worker.ts', import.meta.url), { type: 'module' });
  const receiver = new RowReceiver(createFleet({ epoch: EPOCH }));
  return (units, round) => {
    const taken = Promise.withResolvers<void>();
    worker.onmessage = ({ data }: MessageEvent<RowBatch | null>) => {
      if (data !== null) receiver.apply(viewRows(data));
      taken.resolve();
    };
    worker.postMessage({ units, round } satisfies FoldCommand);
    return taken.promise;
  };
}

const made = new Map<ReceiveMethod, Round>();
let round = 0;

window.receive = {
  async receive(method, units, rounds) {
    const one =
      made.get(method) ??
      (method === 'worker' ? workerRound() : method === 'frame' ? frameRound() : objectRound(method));
    made.set(method, one);
    for (let count = 0; count < rounds; count++) await one(units, ++round);
  },
};
