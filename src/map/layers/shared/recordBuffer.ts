import { Buffer, type Device } from '@luma.gl/core';
import type { Records } from './records.ts';

const WORD_BYTES = 4;

/**
 * Owner of what a layer's buffer holds: the only place that writes it. A buffer made for a new context is sent
 * everything.
 */
export class RecordBuffer {
  readonly buffer: Buffer;
  #records: Records | null = null;
  #sent = -1;

  /** `most`: records at most; the buffer is made once. */
  constructor(device: Device, id: string, most: number, size: number) {
    this.buffer = device.createBuffer({
      id,
      usage: Buffer.VERTEX | Buffer.COPY_DST,
      byteLength: most * size * WORD_BYTES,
    });
  }

  /** Sends the records where they changed since they were sent last. */
  update(records: Records): void {
    if (records === this.#records && records.version === this.#sent) return;
    if (records.count > 0) this.buffer.write(records.words);
    this.#records = records;
    this.#sent = records.version;
  }

  destroy(): void {
    this.buffer.destroy();
  }
}
