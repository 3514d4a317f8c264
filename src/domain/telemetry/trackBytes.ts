/** Growing output of a track block. All numbers little-endian. */
export class TrackWriter {
  bytes = new Uint8Array(4096);
  view = new DataView(this.bytes.buffer);
  length = 0;

  /** Makes room for `size` more bytes and answers where they start. */
  reserve(size: number): number {
    const start = this.length;
    const needed = start + size;
    if (needed > this.bytes.length) {
      const larger = new Uint8Array(Math.max(needed, this.bytes.length * 2));
      larger.set(this.bytes.subarray(0, start));
      this.bytes = larger;
      this.view = new DataView(larger.buffer);
    }
    this.length = needed;
    return start;
  }

  byte(value: number): void {
    const at = this.reserve(1);
    this.bytes[at] = value;
  }

  int32(value: number): void {
    const at = this.reserve(4);
    this.view.setInt32(at, value, true);
  }

  double(value: number): void {
    const at = this.reserve(8);
    this.view.setFloat64(at, value, true);
  }

  /** Whole number from 0, seven bits a byte, low ones first. */
  varint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.byte(rest);
  }

  text(value: string): void {
    const encoded = ENCODER.encode(value);
    this.varint(encoded.length);
    const at = this.reserve(encoded.length);
    this.bytes.set(encoded, at);
  }

  raw(bytes: Uint8Array): void {
    const at = this.reserve(bytes.length);
    this.bytes.set(bytes, at);
  }
}

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();
/** 2^53 takes eight groups of seven bits. */
const LONGEST_VARINT = 8;

/** Reads what a {@link TrackWriter} wrote. Throws a RangeError where the bytes end too early. */
export class TrackReader {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Passes `size` bytes and answers where they start. */
  take(size: number, what: string): number {
    const start = this.at;
    if (start + size > this.bytes.length) {
      throw new RangeError(
        `Track block ends in its ${what}: ${size} bytes wanted at ${start}, ${this.bytes.length - start} there`,
      );
    }
    this.at = start + size;
    return start;
  }

  byte(what: string): number {
    return this.bytes[this.take(1, what)];
  }

  int32(what: string): number {
    return this.view.getInt32(this.take(4, what), true);
  }

  double(what: string): number {
    return this.view.getFloat64(this.take(8, what), true);
  }

  varint(what: string): number {
    let value = 0;
    let factor = 1;
    for (let group = 0; group < LONGEST_VARINT; group++) {
      const next = this.byte(what);
      value += (next & 0x7f) * factor;
      if (next < 0x80) return value;
      factor *= 0x80;
    }
    throw new RangeError(`Track block has a number without end in its ${what}`);
  }

  text(what: string): string {
    const length = this.varint(what);
    const start = this.take(length, what);
    return DECODER.decode(this.bytes.subarray(start, start + length));
  }
}
