import { chunkBuffers, type LastFixes, type TrackChunk } from '../replay/trackChunk.ts';
import { decodeAnswer, type DecodeTask, type Decoded } from './decodeBlocks.ts';
import type { DecodeCommand, DecodeReport } from './decodeMessages.ts';
import { isBlocks } from './trackDecoder.ts';

type Command<T extends DecodeCommand['type']> = DecodeCommand & { type: T };

interface Exchange {
  readonly abort: AbortController;
  /** Blocks that wait for their task. */
  answer: Response | null;
}

export interface DecodeCoreOptions {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  post(report: DecodeReport, transfer: ArrayBuffer[]): void;
}

/** The decode worker's side: several exchanges at a time, each piece of an answer as it comes. */
export class DecodeCore {
  readonly #exchanges = new Map<number, Exchange>();
  readonly #options: DecodeCoreOptions;

  constructor(options: DecodeCoreOptions) {
    this.#options = options;
  }

  /** Resolves when what was commanded is reported, or nobody waits for it any more. */
  async handle(command: DecodeCommand): Promise<void> {
    if (command.type === 'fetch') await this.#fetch(command);
    else if (command.type === 'decode') await this.#decode(command);
    else this.#end(command.exchange)?.abort.abort();
  }

  async #fetch({ exchange: id, url, init }: Command<'fetch'>): Promise<void> {
    const exchange: Exchange = { abort: new AbortController(), answer: null };
    this.#exchanges.set(id, exchange);
    try {
      const answer = await this.#options.fetch(url, { ...init, signal: exchange.abort.signal });
      const text = isBlocks(answer) ? null : await answer.text();
      if (text === null) exchange.answer = answer;
      else this.#end(id);
      this.#report(exchange, {
        type: 'answered',
        exchange: id,
        status: answer.status,
        headers: [...answer.headers],
        text,
      });
    } catch (error) {
      this.#end(id);
      // `fetch` and the body's reader reject with a TypeError or the abort; anything else is a bug.
      if (!exchange.abort.signal.aborted && !(error instanceof TypeError)) throw error;
      this.#report(exchange, { type: 'unanswered', exchange: id, message: String((error as Error).message) });
    }
  }

  async #decode({ exchange: id, task }: Command<'decode'>): Promise<void> {
    const exchange = this.#exchanges.get(id);
    if (!exchange?.answer) return;
    try {
      const value = await decodeAnswer(task, exchange.answer);
      this.#report(exchange, { type: 'decoded', exchange: id, value }, buffersOf(task, value));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#report(exchange, { type: 'damaged', exchange: id, message: error.message });
    } finally {
      this.#end(id);
    }
  }

  #report(exchange: Exchange, report: DecodeReport, transfer: ArrayBuffer[] = []): void {
    if (!exchange.abort.signal.aborted) this.#options.post(report, transfer);
  }

  #end(id: number): Exchange | undefined {
    const exchange = this.#exchanges.get(id);
    this.#exchanges.delete(id);
    return exchange;
  }
}

/** Tracks are views on shared buffers, so they are copied; chunks and last fixes own theirs. */
function buffersOf(task: DecodeTask, value: unknown): ArrayBuffer[] {
  if (task.kind === 'chunk') return chunkBuffers(value as TrackChunk);
  if (task.kind === 'track') return [];
  if (task.kind === 'blocks') return [(value as Decoded['blocks']).buffer];
  const { unitIds, times, longitudes, latitudes, states } = value as LastFixes;
  return [unitIds, times, longitudes, latitudes, states].map((column) => column.buffer as ArrayBuffer);
}
