/**
 * Array parameters in Postgres' binary form: `pg` sends a Buffer as it is, which costs a third of
 * writing and parsing text arrays.
 */
const OID = { int2: 21, int4: 23, int8: 20, timestamptz: 1184, bytea: 17 } as const;
const POSTGRES_EPOCH = 946_684_800_000;
const TWO_32 = 4_294_967_296;

type Put = (bytes: Buffer, at: number, value: number) => void;

const putInt8: Put = (bytes, at, value) => {
  const high = Math.floor(value / TWO_32);
  bytes.writeInt32BE(high, at);
  bytes.writeUInt32BE(value - high * TWO_32, at + 4);
};

function fixedArray(type: number, size: number, values: ArrayLike<number>, put: Put): Buffer {
  const bytes = Buffer.allocUnsafe(20 + values.length * (4 + size));
  writeHeader(bytes, type, values.length);
  let at = 20;
  for (let index = 0; index < values.length; index++) {
    bytes.writeInt32BE(size, at);
    put(bytes, at + 4, values[index]);
    at += 4 + size;
  }
  return values.length === 0 ? emptyArray(type) : bytes;
}

function writeHeader(bytes: Buffer, type: number, length: number): void {
  bytes.writeInt32BE(1, 0);
  bytes.writeInt32BE(0, 4);
  bytes.writeInt32BE(type, 8);
  bytes.writeInt32BE(length, 12);
  bytes.writeInt32BE(1, 16);
}

function emptyArray(type: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeInt32BE(type, 8);
  return bytes;
}

export const int2Array = (values: ArrayLike<number>): Buffer =>
  fixedArray(OID.int2, 2, values, (bytes, at, value) => bytes.writeInt16BE(value, at));
export const int4Array = (values: ArrayLike<number>): Buffer =>
  fixedArray(OID.int4, 4, values, (bytes, at, value) => bytes.writeInt32BE(value, at));
export const int8Array = (values: ArrayLike<number>): Buffer => fixedArray(OID.int8, 8, values, putInt8);
/** Unix milliseconds as timestamptz. */
export const instantArray = (values: ArrayLike<number>): Buffer =>
  fixedArray(OID.timestamptz, 8, values, (bytes, at, value) => putInt8(bytes, at, (value - POSTGRES_EPOCH) * 1000));

export function byteaArray(values: readonly Uint8Array[]): Buffer {
  if (values.length === 0) return emptyArray(OID.bytea);
  const bytes = Buffer.allocUnsafe(values.reduce((sum, value) => sum + 4 + value.length, 20));
  writeHeader(bytes, OID.bytea, values.length);
  let at = 20;
  for (const value of values) {
    at = bytes.writeInt32BE(value.length, at);
    bytes.set(value, at);
    at += value.length;
  }
  return bytes;
}
