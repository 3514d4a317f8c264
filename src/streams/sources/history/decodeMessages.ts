import type { DecodeTask, Decoded } from './decodeBlocks.ts';

/** Page to decode worker; `exchange` distinguishes requests. */
export type DecodeCommand =
  | { readonly type: 'fetch'; readonly exchange: number; readonly url: string; readonly init: RequestInit }
  /** Reads the blocks that were answered. */
  | { readonly type: 'decode'; readonly exchange: number; readonly task: DecodeTask }
  /** Nobody waits for it any more. */
  | { readonly type: 'abort'; readonly exchange: number };

/** Decode worker to page. */
export type DecodeReport =
  /** `text`: the body of what is no answer of blocks; the bytes of blocks stay. */
  | {
      readonly type: 'answered';
      readonly exchange: number;
      readonly status: number;
      readonly headers: [string, string][];
      readonly text: string | null;
    }
  /** No answer came; the message is the network's. */
  | { readonly type: 'unanswered'; readonly exchange: number; readonly message: string }
  | { readonly type: 'decoded'; readonly exchange: number; readonly value: Decoded[DecodeTask['kind']] }
  /** The bytes are damaged or broke off; the message says how. */
  | { readonly type: 'damaged'; readonly exchange: number; readonly message: string };
