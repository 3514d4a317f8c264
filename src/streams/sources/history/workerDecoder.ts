import type { DecodeTask, Decoded } from './decodeBlocks.ts';
import type { DecodeCommand, DecodeReport } from './decodeMessages.ts';
import type { TrackDecoder } from './trackDecoder.ts';

/** The worker as this side sees it. */
export interface DecodePort {
  send(command: DecodeCommand): void;
  onReport(listener: (report: DecodeReport) => void): void;
  /** The worker itself broke, which is a bug: nothing that waits for it will come. */
  onBroken(listener: (message: string) => void): void;
  close(): void;
}

/** A request whose answer, or what is in it, is waited for. */
interface Exchange {
  resolve(value: Response | Decoded[DecodeTask['kind']]): void;
  reject(error: unknown): void;
  /** Lets go of the caller's signal. */
  end(): void;
}

/** Asks and decodes in a worker: the bytes never come to the page. */
export function createWorkerDecoder(port: DecodePort = createDecodePort()): TrackDecoder {
  return new WorkerDecoder(port);
}

class WorkerDecoder implements TrackDecoder {
  readonly #port: DecodePort;
  readonly #exchanges = new Map<number, Exchange>();
  /** Which exchange's blocks a response stands for. */
  readonly #answers = new WeakMap<Response, number>();
  #count = 0;

  constructor(port: DecodePort) {
    this.#port = port;
    port.onReport((report) => this.#hear(report));
    port.onBroken((message) => this.#giveUp(message));
  }

  async fetch(url: string, { signal, ...init }: RequestInit): Promise<Response> {
    signal?.throwIfAborted();
    const exchange = ++this.#count;
    const abort = (): void => {
      this.#port.send({ type: 'abort', exchange });
      this.#end(exchange)?.reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort);
    this.#port.send({ type: 'fetch', exchange, url, init });
    return this.#wait<Response>(exchange, () => signal?.removeEventListener('abort', abort));
  }

  async decode(task: DecodeTask, answer: Response): Promise<Decoded[DecodeTask['kind']]> {
    const exchange = this.#answers.get(answer);
    if (exchange === undefined) throw new TypeError('The answer is none of this decoder');
    const known = this.#exchanges.get(exchange);
    if (!known) throw new RangeError('The answer broke off');
    this.#port.send({ type: 'decode', exchange, task });
    return this.#wait<Decoded[DecodeTask['kind']]>(exchange, known.end);
  }

  close(): void {
    this.#giveUp('The decoder was closed');
    this.#port.close();
  }

  #hear(report: DecodeReport): void {
    const { exchange } = report;
    if (report.type === 'answered') this.#answer(report);
    else if (report.type === 'decoded') this.#end(exchange)?.resolve(report.value);
    else
      this.#end(exchange)?.reject(
        report.type === 'damaged' ? new RangeError(report.message) : new TypeError(report.message),
      );
  }

  #answer({ exchange, status, headers, text }: DecodeReport & { type: 'answered' }): void {
    // Some answers may have no body, by their status.
    const response = new Response(text === '' ? null : text, { status, headers });
    // Blocks are still to be read, and may be aborted meanwhile.
    if (text === null) this.#answers.set(response, exchange);
    const known = text === null ? this.#exchanges.get(exchange) : this.#end(exchange);
    known?.resolve(response);
  }

  #wait<T extends Response | Decoded[DecodeTask['kind']]>(exchange: number, end: () => void): Promise<T> {
    return new Promise((resolve, reject) =>
      this.#exchanges.set(exchange, { resolve: resolve as Exchange['resolve'], reject, end }),
    );
  }

  #end(id: number): Exchange | undefined {
    const exchange = this.#exchanges.get(id);
    this.#exchanges.delete(id);
    exchange?.end();
    return exchange;
  }

  #giveUp(message: string): void {
    for (const id of this.#exchanges.keys()) this.#end(id)?.reject(new Error(message));
  }
}

/** The worker starts with the first thing that is asked of it: most screens ask for nothing recorded. */
function createDecodePort(): DecodePort {
  let worker: Worker | null = null;
  const heard: ((report: DecodeReport) => void)[] = [];
  const broken: ((message: string) => void)[] = [];
  const start = (): Worker => {
    const started = new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module', name: 'history' });
    started.addEventListener('message', ({ data }: MessageEvent<DecodeReport>) => {
      for (const listener of heard) listener(data);
    });
    started.addEventListener('error', ({ message }) => {
      for (const listener of broken) listener(message);
    });
    return started;
  };
  return {
    send: (command) => (worker ??= start()).postMessage(command),
    onReport: (listener) => void heard.push(listener),
    onBroken: (listener) => void broken.push(listener),
    close: () => worker?.terminate(),
  };
}
