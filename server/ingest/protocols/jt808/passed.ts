import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import type { Terminal } from './location.ts';

// What readers of passed on messages (0900) are given, and answer.

/** What became of it: all of it, a part, or nothing was understood, or it contradicts its layout. */
export type Passed = 'report' | 'partly' | 'unread' | 'broken';

/** The message behind its kind. */
export interface Content {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly terminal: Terminal;
  /** Hands over what the fix holds: the message has another report. */
  readonly accept: () => void;
}

/** Reads a kind of message. */
export type Kind = (fix: Fix, content: Content) => Passed;
