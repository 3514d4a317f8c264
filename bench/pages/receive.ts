/** Taking 10,000 positions in: as JSON, one by one, as binary frames, and from the worker. */
import { readFrame } from '../../src/domain/telemetry/index.ts';
import { createFleet } from '../../src/streams/pipeline/index.ts';
import { RowReceiver, viewRows, type RowBatch } from '../../src/streams/pipeline/fleetRows.ts';
import { LiveFold } from '../../src/streams/sources/live/liveFold.ts';
import type { FoldCommand } from './receive.worker.ts';
import { EPOCH, frameBytes, jsonReport, timeOf } from './world.ts';

export type ReceiveWay = 'json' | 'events' | 'frame' | 'worker';

export interface ReceiveBench {
  /** Makes what is received and folds the first round; answers bytes a position. */
  prepare(way: ReceiveWay, units: number, rounds: number): Promise<number>;
  /** Takes the prepared rounds in. */
  receive(): Promise<void>;
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

let take: () => Promise<void> = () => Promise.resolve();

/** Objects by unit, a new state for every message: what a store of plain objects does. */
function jsonWay(messages: readonly string[]): () => Promise<void> {
  let positions: Record<number, Report> = {};
  const times = new Map<number, number>();
  return () => {
    for (const message of messages) {
      const next = { ...positions };
      for (const report of JSON.parse(message) as Report[]) {
        next[report.deviceId] = report;
        times.set(report.deviceId, Date.parse(report.fixTime));
      }
      positions = next;
    }
    return Promise.resolve();
  };
}

/** A message a position into one growing record, each told to listeners. */
function eventWay(messages: readonly string[]): () => Promise<void> {
  const positions: Record<number, Report> = {};
  const times = new Map<number, number>();
  const target = new EventTarget();
  target.addEventListener('position', (event) => {
    const report = (event as CustomEvent<Report>).detail;
    positions[report.deviceId] = report;
    times.set(report.deviceId, Date.parse(report.fixTime));
  });
  return () => {
    for (const message of messages) target.dispatchEvent(new CustomEvent('position', { detail: JSON.parse(message) as Report }));
    return Promise.resolve();
  };
}

function frameWay(units: number, rounds: number): () => Promise<void> {
  const fold = new LiveFold(EPOCH);
  fold.begin({ epoch: 'bench', sequence: 0, resumed: false, serverTime: EPOCH });
  fold.fold(readFrame(frameBytes(units, 1, 0, 'snapshot')), timeOf(0));
  const frames = Array.from({ length: rounds }, (_, round) => frameBytes(units, 1, round + 1, 'changes'));
  return () => {
    frames.forEach((frame, round) => fold.fold(readFrame(frame), timeOf(round + 1)));
    return Promise.resolve();
  };
}

function workerWay(units: number, rounds: number): () => Promise<void> {
  const worker = new Worker(new URL('./receive.worker.ts', import.meta.url), { type: 'module' });
  const receiver = new RowReceiver(createFleet({ capacity: units, epoch: EPOCH }));
  let round = 0;
  const fold = (): Promise<void> => {
    const taken = Promise.withResolvers<void>();
    worker.onmessage = ({ data }: MessageEvent<RowBatch | null>) => {
      if (data !== null) receiver.apply(viewRows(data));
      taken.resolve();
    };
    worker.postMessage({ units, round: round++ } satisfies FoldCommand);
    return taken.promise;
  };
  const all = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time++) await fold();
  };
  return async () => {
    if (round === 0) await all(1);
    else await all(rounds);
  };
}

const jsonMessages = (units: number, rounds: number): string[] =>
  Array.from({ length: rounds }, (_, round) => JSON.stringify(Array.from({ length: units }, (_unit, unit) => jsonReport(unit, round + 1))));

const bytesOf = (messages: readonly string[]): number => messages.reduce((sum, message) => sum + message.length, 0);

window.receive = {
  async prepare(way, units, rounds) {
    if (way === 'json' || way === 'events') {
      const messages = jsonMessages(units, rounds);
      const each = way === 'json' ? messages : messages.flatMap((message) => (JSON.parse(message) as unknown[]).map((report) => JSON.stringify(report)));
      take = way === 'json' ? jsonWay(each) : eventWay(each);
      await take();
      return bytesOf(each) / (units * rounds);
    }
    take = way === 'frame' ? frameWay(units, rounds) : workerWay(units, rounds);
    if (way === 'worker') for (let warm = 0; warm < 2; warm++) await take();
    return frameBytes(units, 1, 1, 'changes').byteLength / units;
  },
  receive: () => take(),
};
