import { createRequire } from 'node:module';

/** The part of the `pbf` package (Protocol Buffers) that is used here. */
export interface PbfReader {
  pos: number;
  readonly length: number;
  readFields<T>(read: (tag: number, result: T, pbf: PbfReader) => void, result: T, end?: number): T;
  readMessage<T>(read: (tag: number, result: T, pbf: PbfReader) => void, result: T): T;
  readVarint(isSigned?: boolean): number;
  readSVarint(): number;
  readString(): string;
  readBytes(): Uint8Array;
  readPackedVarint(into?: number[], isSigned?: boolean): number[];
  readPackedSVarint(into?: number[]): number[];
}

const require = createRequire(import.meta.url);
const Pbf = require('pbf') as new (data: Uint8Array) => PbfReader;

/** A reader over a Protocol Buffers message. */
export const pbfReader = (data: Uint8Array): PbfReader => new Pbf(data);
