import type { DecodeTask, Decoded } from './decodeBlocks.ts';

/** Page to decode worker; `job` tells the answers apart. */
export type DecodeCommand =
  | { readonly type: 'begin'; readonly job: number; readonly task: DecodeTask }
  | { readonly type: 'bytes'; readonly job: number; readonly bytes: Uint8Array }
  | { readonly type: 'end'; readonly job: number }
  | { readonly type: 'drop'; readonly job: number };

/** Decode worker to page. */
export type DecodeReport =
  | { readonly type: 'decoded'; readonly job: number; readonly value: Decoded[DecodeTask['kind']] }
  /** The bytes are damaged; the message says how. */
  | { readonly type: 'damaged'; readonly job: number; readonly message: string };
