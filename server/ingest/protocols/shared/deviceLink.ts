import type { Clue } from '../../../../src/domain/device/index.ts';
import type { Fix, ProtocolName } from '../../../../src/domain/telemetry/index.ts';
import type { DeviceHandle, Intake, Wire } from '../../types.ts';
import { concatBytes, latin1, utf8Bytes } from './bytes.ts';
import { sameText } from './textFields.ts';

/** Longer than any identifier that a tracker has. */
const LONGEST_IDENTIFIER = 40;

/** What was not understood of a message, for people, and whether the rest was. */
export interface NotUnderstood {
  readonly reason: string;
  readonly part: boolean;
}

/** Why a message was kept of which the place and more was understood. */
export const UNKNOWN_FIELDS: NotUnderstood = { reason: 'fields behind the position are not known', part: true };

/** Why a message of a type that is not known was kept. */
export const UNKNOWN_TYPE: NotUnderstood = { reason: 'the type is not known', part: false };

/** The conversation with a device whose frames carry its identifier; most text protocols have no login. */
export class DeviceLink {
  readonly intake: Intake;
  readonly #name: ProtocolName;
  readonly #wire: Wire;
  #device: DeviceHandle | null = null;

  constructor(name: ProtocolName, wire: Wire, intake: Intake) {
    this.#name = name;
    this.#wire = wire;
    this.intake = intake;
  }

  /** The device of the last frame that named one that is registered; null after one that is not. */
  get device(): DeviceHandle | null {
    return this.#device;
  }

  get remote(): string {
    return this.#wire.remote;
  }

  /**
   * The device that the frame names in `bytes[start, end)`. An unknown one is asked for again with each of its frames,
   * so that it is let in as soon as it is registered.
   */
  named(bytes: Uint8Array, start: number, end: number): DeviceHandle | null {
    if (this.#device && sameText(bytes, start, end, this.#device.identifier)) return this.#device;
    return this.login(latin1(bytes, start, Math.min(end, start + LONGEST_IDENTIFIER)));
  }

  /** As {@link DeviceLink.named}, of an identifier that is text already. */
  login(identifier: string): DeviceHandle | null {
    if (this.#device?.identifier === identifier) return this.#device;
    this.#device = identifier === '' ? null : this.intake.login(identifier, this.#name, this.#wire.remote);
    return this.#device;
  }

  /** Hands over what a device that was refused lets on of its make. */
  noteClues(identifier: string, clues: readonly Clue[]): void {
    this.intake.noteClues?.(identifier, this.#name, clues);
  }

  /** Hands a report over. */
  accept(device: DeviceHandle, fix: Fix): void {
    this.intake.accept(device, this.#name, fix);
  }

  /** Counts a frame that could not be read. */
  malformed(reason: string, bytes: Uint8Array): void {
    this.intake.malformed(this.#name, this.#wire.remote, reason, bytes);
  }

  /**
   * Keeps a message that was not understood: `bytes[start, end)` with the marks that its framing cut off, so that it is
   * a whole frame again. `part`: the rest of it was understood.
   */
  unread(
    device: DeviceHandle,
    type: string,
    { reason, part }: NotUnderstood,
    bytes: Uint8Array,
    start: number,
    end: number,
    marks: readonly [before: string, after: string] = ['', ''],
  ): void {
    const [before, after] = marks;
    const whole = concatBytes(utf8Bytes(before), bytes.subarray(start, end), utf8Bytes(after));
    this.intake.unread(device, this.#name, { type, reason, part, bytes: whole });
  }

  /** The device whose message is read again; frames that name none are of it. */
  resume(device: DeviceHandle): void {
    this.#device = device;
  }

  /** Hands over what the device said to a command. */
  answered(device: DeviceHandle, reference: number | null, accepted: boolean | null, text: string): void {
    this.intake.commandAnswered(device, this.#name, { reference, accepted, text });
  }

  send(text: string): void {
    this.#wire.send(utf8Bytes(text));
  }

  /** Sends the answer once all that was accepted is stored; never when it is lost. */
  answerStored(text: string): void {
    this.intake.afterCommit((stored) => {
      if (stored) this.send(text);
    });
  }
}
