import type { DecodeTask, Decoded } from './decodeBlocks.ts';
import type { DecodeCommand, DecodeReport } from './decodeMessages.ts';
import { eachPiece, type TrackDecoder } from './trackDecoder.ts';

/** The worker as this side sees it. */
export interface DecodePort {
  send(command: DecodeCommand, transfer: ArrayBuffer[]): void;
  onReport(listener: (report: DecodeReport) => void): void;
  /** The worker itself broke, which is a bug: nothing that waits for it will come. */
  onBroken(listener: (message: string) => void): void;
  close(): void;
}

interface Waiting {
  readonly resolve: (value: Decoded[DecodeTask['kind']]) => void;
  readonly reject: (error: Error) => void;
}

/** Decodes in a worker; bytes go there as they come from the network. */
export function createWorkerDecoder(port: DecodePort = createDecodePort()): TrackDecoder {
  const waiting = new Map<number, Waiting>();
  let jobs = 0;
  port.onReport((report) => {
    const job = waiting.get(report.job);
    waiting.delete(report.job);
    if (report.type === 'decoded') job?.resolve(report.value);
    else job?.reject(new RangeError(report.message));
  });
  const giveUp = (message: string): void => {
    for (const { reject } of waiting.values()) reject(new Error(message));
    waiting.clear();
  };
  port.onBroken(giveUp);
  const run = async (task: DecodeTask, body: ReadableStream<Uint8Array>): Promise<Decoded[DecodeTask['kind']]> => {
    const job = ++jobs;
    const answer = new Promise<Decoded[DecodeTask['kind']]>((resolve, reject) => waiting.set(job, { resolve, reject }));
    // Damaged bytes may be found before the last ones are sent; the answer is awaited only then.
    answer.catch(() => undefined);
    port.send({ type: 'begin', job, task }, []);
    try {
      await eachPiece(body, (bytes) => {
        const own = bytes.slice();
        port.send({ type: 'bytes', job, bytes: own }, [own.buffer]);
      });
    } catch (error) {
      waiting.delete(job);
      port.send({ type: 'drop', job }, []);
      throw error;
    }
    port.send({ type: 'end', job }, []);
    return answer;
  };
  return {
    decode: run,
    close() {
      giveUp('The decoder was closed');
      port.close();
    },
  };
}

function createDecodePort(): DecodePort {
  const worker = new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module', name: 'history' });
  return {
    send: (command, transfer) => worker.postMessage(command, transfer),
    onReport: (listener) => worker.addEventListener('message', (message: MessageEvent<DecodeReport>) => listener(message.data)),
    onBroken: (listener) => worker.addEventListener('error', (event) => listener(event.message)),
    close: () => worker.terminate(),
  };
}
