import type { AccountId, DeviceId } from '../base/index.ts';

/** Bytes of a message for people. */
export interface MessageBytes {
  /** Bytes of the whole message; `hex` and `text` show no more than UNREAD.excerpt of them. */
  readonly size: number;
  /** Lower-case hexadecimal digits. */
  readonly hex: string;
  /** The same as text, or null where it is none. */
  readonly text: string | null;
}

/** A message of a device that was acknowledged and not understood, wholly or in part. */
export interface UnreadDeviceMessage extends MessageBytes {
  readonly message_id: number;
  /** ISO 8601 UTC. */
  readonly received_at: string;
  readonly protocol: string;
  /** As the protocol calls it. */
  readonly type: string;
  /** What was not understood, in English. */
  readonly reason: string;
  /** True when the rest was understood and stored. */
  readonly part: boolean;
}

/** A type of messages that is not understood, of one device model. */
export interface UnreadType extends MessageBytes {
  readonly protocol: string;
  /** Code of a known model, or free text. */
  readonly device_model: string;
  readonly type: string;
  readonly reason: string;
  readonly part: boolean;
  /** How many were received; of many, not all are kept. */
  readonly messages: number;
  readonly first_seen: string;
  readonly last_seen: string;
  /** How many devices sent it. */
  readonly device_count: number;
  /** Those that sent it last, at most {@link SHOWN_DEVICES}. */
  readonly devices: readonly {
    readonly device_id: DeviceId;
    readonly name: string;
    readonly account_id: AccountId;
    readonly account_name: string;
  }[];
}

/** Devices that a row of unread types names. */
export const SHOWN_DEVICES = 5;

// Line ends and tabs are text; other control characters are not.
const CONTROL = /[^\P{Cc}\r\n\t]/u;

/** The bytes as text, or null where they are none. */
export function textOfBytes(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text === '' || CONTROL.test(text) ? null : text;
  } catch {
    // Not UTF-8: a binary frame.
    return null;
  }
}
