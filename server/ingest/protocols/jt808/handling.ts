import { resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import type { DeviceHandle, Intake } from '../../types.ts';
import { putAttribute } from '../shared/index.ts';
import type { Jt808Frame } from './framing.ts';
import { readLocation } from './location.ts';

// What a message is handled with, and the steps that its handlers share.

export const RESULT = { stored: 0, failed: 1, broken: 2, unsupported: 3 } as const;

/** How a message is named to people: `0x0801`. */
export const typeName = (id: number): string => `0x${id.toString(16).padStart(4, '0')}`;

/** A message whose frame, or parts, are there: its body lies at `[start, end)`. */
export type Message = Pick<Jt808Frame, 'id' | 'serial' | 'part' | 'bytes' | 'start' | 'end' | 'asksCompact'>;

/** The message that is handled: of whom, its frames as they came, and how it is answered. */
export interface Handling {
  readonly device: DeviceHandle;
  readonly message: Message;
  readonly whole: Uint8Array;
  /** The device speaks the version of 2019. */
  readonly versioned: boolean;
  /** Fresh, with the server's time. */
  readonly fix: Fix;
  readonly intake: Pick<Intake, 'now' | 'commandAnswered'>;
  /** Hands the fix over. */
  accept(): void;
  /** Keeps the message; `part`: the rest of it was understood. */
  unread(part: boolean, reason?: string): void;
  malformed(reason: string): void;
  answer(result: number): void;
  /** Answers once all that was accepted is stored. */
  answerStored(result?: number): void;
  /**
   * The message belongs to an upload; once it is stored, the device is notified what is there of it. `mediaId` as the
   * first part has it.
   */
  uploaded(mediaId: number | null): void;
  send(id: number, body: Uint8Array): void;
  /** What the device said to the command that was sent with this serial. */
  answered(serial: number, accepted: boolean, text: string): void;
  /** Number of the message that was sent with this serial, and the serial of the oldest open message of this number. */
  sentAs(serial: number): number | undefined;
  serialOf(id: number): number | undefined;
  logOut(): void;
}

export type Handler = (handling: Handling) => void;

/** The fix, if it could be read; else the message is refused. */
export function take(handling: Handling, read: boolean): void {
  const { message } = handling;
  if (read) handling.accept();
  else handling.malformed(`message ${message.id.toString(16)} contradicts its layout`);
  handling.answerStored(read ? RESULT.stored : RESULT.broken);
}

/** Reads the body of a message that is one report. */
type ReadBody = (fix: Fix, bytes: Uint8Array, start: number, end: number, device: DeviceHandle) => boolean;

export const report =
  (read: ReadBody): Handler =>
  (handling) => {
    const { fix, message, device } = handling;
    take(handling, read(fix, message.bytes, message.start, message.end, device));
  };

/** Hands over every report that can be read; `places` is null when the batch contradicts itself. */
export function reports(
  handling: Handling,
  places: readonly (readonly [number, number])[] | null,
  stored = false,
): void {
  const { fix, message, device } = handling;
  let fault = places === null ? 'the reports do not fit the batch' : null;
  let understood = true;
  for (const [start, end] of places ?? []) {
    resetFix(fix);
    const read = readLocation(fix, message.bytes, start, end, device);
    fault ??= read.fault;
    if (read.fault !== null) continue;
    understood = read.whole && understood;
    if (stored) fix.attributes.set('archive', true);
    handling.accept();
  }
  if (fault !== null) handling.malformed(fault);
  else if (!understood) handling.unread(true);
  handling.answerStored(fault === null ? RESULT.stored : RESULT.broken);
}

/** Text that a device sends by itself is how vendors answer a text to it; it has no serial. */
export const text =
  (read: (bytes: Uint8Array, start: number, end: number) => string): Handler =>
  (handling) => {
    const { fix, message, device, intake } = handling;
    const words = read(message.bytes, message.start, message.end);
    if (words !== '') {
      putAttribute(fix, 'message', words);
      handling.accept();
      intake.commandAnswered(device, 'jt808', { reference: null, accepted: null, text: words });
    }
    handling.answerStored();
  };
