import { chunkBuffers, type LastFixes, type TrackChunk } from '../replay/trackChunk.ts';
import { BlockDecoder, type DecodeTask } from './decodeBlocks.ts';
import type { DecodeCommand, DecodeReport } from './decodeMessages.ts';

interface Job {
  readonly task: DecodeTask;
  readonly decoder: BlockDecoder;
}

/** The decode worker's side: several answers at a time, each piece as it comes. */
export class DecodeCore {
  readonly #jobs = new Map<number, Job>();
  readonly #post: (report: DecodeReport, transfer: ArrayBuffer[]) => void;

  constructor(post: (report: DecodeReport, transfer: ArrayBuffer[]) => void) {
    this.#post = post;
  }

  handle(command: DecodeCommand): void {
    const { job: id } = command;
    if (command.type === 'begin') {
      this.#jobs.set(id, { task: command.task, decoder: new BlockDecoder(command.task) });
      return;
    }
    const job = this.#jobs.get(id);
    // A job that was damaged is over; the rest of its bytes may still be on the way.
    if (job === undefined) return;
    try {
      if (command.type === 'bytes') job.decoder.push(command.bytes);
      else this.#jobs.delete(id);
      if (command.type === 'end') this.#finish(id, job);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#jobs.delete(id);
      this.#post({ type: 'damaged', job: id, message: error.message }, []);
    }
  }

  #finish(id: number, { task, decoder }: Job): void {
    const value = decoder.finish();
    this.#post({ type: 'decoded', job: id, value }, buffersOf(task, value));
  }
}

/** Tracks are views on shared buffers, so they are copied; chunks and last fixes own theirs. */
function buffersOf(task: DecodeTask, value: unknown): ArrayBuffer[] {
  if (task.kind === 'chunk') return chunkBuffers(value as TrackChunk);
  if (task.kind === 'track') return [];
  const { unitIds, times, longitudes, latitudes, states } = value as LastFixes;
  return [unitIds, times, longitudes, latitudes, states].map((column) => column.buffer as ArrayBuffer);
}
