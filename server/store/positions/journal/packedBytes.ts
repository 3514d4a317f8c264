const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

/**
 * Bytes that are written and read with little ceremony: this is the hot path of everything that
 * comes in. `ensure` makes room; what is written after it must fit.
 */
export class PackedBytes {
  bytes: Buffer;
  length: number;
  /** The place of reading. */
  at = 0;
  #view: DataView;

  constructor(bytes: Buffer, length: number = bytes.length) {
    this.bytes = bytes;
    this.length = length;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  static ofCapacity(capacity: number): PackedBytes {
    return new PackedBytes(Buffer.allocUnsafeSlow(capacity), 0);
  }

  ensure(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + more));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
    this.#view = new DataView(larger.buffer, larger.byteOffset, larger.byteLength);
  }

  byte(value: number): void {
    this.bytes[this.length++] = value;
  }

  int32(value: number): void {
    this.#view.setInt32(this.length, value, true);
    this.length += 4;
  }

  double(value: number): void {
    this.#view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  patchUint16(at: number, value: number): void {
    this.#view.setUint16(at, value, true);
  }

  uint16At(at: number): number {
    if (at + 2 > this.length) throw new RangeError(`Journal bytes end at ${this.length}, before ${at + 2}`);
    return this.#view.getUint16(at, true);
  }

  /** Whole number from 0 up to 2^53. */
  varint(value: number): void {
    let rest = value;
    while (rest > 0x7fffffff) {
      this.bytes[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    let small = rest | 0;
    while (small >= 0x80) {
      this.bytes[this.length++] = (small & 0x7f) | 0x80;
      small >>>= 7;
    }
    this.bytes[this.length++] = small;
  }

  /** Whole number of either sign, below 2^52: small ones are short. */
  zigzag(value: number): void {
    this.varint(value < 0 ? -value * 2 - 1 : value * 2);
  }

  text(value: string): void {
    const encoded = ENCODER.encode(value);
    this.varint(encoded.length);
    this.bytes.set(encoded, this.length);
    this.length += encoded.length;
  }

  readByte(): number {
    return this.bytes[this.at++];
  }

  readInt32(): number {
    const value = this.#view.getInt32(this.at, true);
    this.at += 4;
    return value;
  }

  readDouble(): number {
    const value = this.#view.getFloat64(this.at, true);
    this.at += 8;
    return value;
  }

  readVarint(): number {
    let next = this.bytes[this.at++];
    if (next < 0x80) return next;
    let value = next & 0x7f;
    let factor = 0x80;
    do {
      next = this.bytes[this.at++];
      value += (next & 0x7f) * factor;
      factor *= 0x80;
    } while (next >= 0x80);
    return value;
  }

  readZigzag(): number {
    const value = this.readVarint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  readText(): string {
    const length = this.readVarint();
    const start = this.at;
    this.at += length;
    return DECODER.decode(this.bytes.subarray(start, this.at));
  }

  skipText(): void {
    const length = this.readVarint();
    this.at += length;
  }
}
