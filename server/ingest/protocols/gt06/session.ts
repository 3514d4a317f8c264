import { FRAME } from '../../../../src/domain/base/index.ts';
import { createFix, resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import type { DeviceHandle, Intake, OutgoingCommand, ProtocolSession, Wire } from '../../types.ts';
import { bcdDigits, concatBytes, CUT_OFF, FrameReader, u16 } from '../shared/index.ts';
import { buildAddressAnswer } from './address.ts';
import { readZone, writeDate } from './blocks.ts';
import { answerOfReply, encodeCommand } from './command.ts';
import { buildFrame, findWholeFrame, measureFrame, readFrame, type Gt06Frame } from './framing.ts';
import type { Outcome } from './layout.ts';
import { isEcho, reasonKept } from './messages.ts';
import { readMessage } from './models.ts';
import { answerUncounted, readUncounted } from './uncounted.ts';

const NAME = 'gt06';
const LOGIN = 0x01;
const TIME_REQUEST = 0x8a;
const ADDRESS_REQUEST = 0x2a;
const NOTHING = new Uint8Array(0);
/** Why a message is kept beside what was read of it. */
const UNREAD: Readonly<Record<Outcome, string | undefined>> = {
  report: undefined,
  empty: undefined,
  partly: 'a part of the message is not understood',
  unread: 'the message is not understood',
  broken: 'the message contradicts its layout',
};
/** Decoders run one at a time and the intake copies, so one fix serves every connection. */
const fix: Fix = createFix();

export interface Gt06Options {
  /** Takes frames whose checksum is wrong, as some clones send them. Off: such a frame is counted and not stored. */
  readonly acceptWrongChecksum: boolean;
}

/** One connection: login, then reports; each is answered with its own number and serial once it is stored. */
export class Gt06Session implements ProtocolSession {
  readonly #wire: Wire;
  readonly #intake: Intake;
  readonly #options: Gt06Options;
  readonly #reader: FrameReader;
  #device: DeviceHandle | null = null;
  /** Minutes east of UTC that the device's dates are in, as its login says; what is set for it goes before. */
  #zone = 0;
  /** The login, where it says that: without it a kept message could not be read again. */
  #zonedLogin = NOTHING;
  #serial = 0;
  /** The identifier that was refused; what follows shows what make it is. */
  #refused = '';

  constructor(wire: Wire, intake: Intake, options: Gt06Options) {
    this.#wire = wire;
    this.#intake = intake;
    this.#options = options;
    this.#reader = new FrameReader({
      maximum: FRAME.binary,
      measure: measureFrame,
      findWhole: findWholeFrame,
      onFrame: (bytes, start, end, available) => this.#onFrame(bytes, start, end, available),
      onGarbage: (bytes) => intake.malformed(NAME, wire.remote, 'no frame begins here', bytes),
    });
  }

  receive(chunk: Uint8Array): void {
    this.#reader.receive(chunk);
  }

  closed(): void {
    const rest = this.#reader.end();
    if (rest !== null) this.#intake.malformed(NAME, this.#wire.remote, CUT_OFF, rest);
  }

  command(command: OutgoingCommand): boolean {
    const frame = encodeCommand(command, (this.#serial + 1) & 0xffff);
    if (!frame) return false;
    this.#serial = (this.#serial + 1) & 0xffff;
    this.#wire.send(frame);
    return true;
  }

  resume(device: DeviceHandle): void {
    this.#device = device;
  }

  #onFrame(bytes: Uint8Array, start: number, end: number, available: number): number | void {
    const frame = readFrame(bytes, start, end);
    if (!frame) return this.#uncounted(bytes, start, end);
    if (!frame.checksumRight && !this.#options.acceptWrongChecksum) {
      this.#refuse('the checksum is wrong', bytes.subarray(start, end));
      // A damaged length may have reached to the end of a later frame.
      return findWholeFrame(bytes, start + 2, available);
    }
    if (frame.protocol === LOGIN) return this.#login(frame, bytes.subarray(start, end));
    if (!this.#device) return this.#early(frame.protocol, bytes.subarray(start, end));
    if (frame.protocol === TIME_REQUEST) return this.#answer(frame, writeDate(this.#intake.now()));
    this.#report(this.#device, frame, bytes.subarray(start, end));
  }

  #login({ bytes, start, end, serial }: Gt06Frame, whole: Uint8Array): void {
    const digits = end - start >= 8 ? bcdDigits(bytes, start, start + 8) : '';
    if (digits === '') return this.#refuse('the login carries no identifier', bytes.subarray(start, end));
    // 16 digits hold an IMEI of 15 behind a leading zero.
    const identifier = digits.startsWith('0') ? digits.slice(1) : digits;
    this.#device = this.#intake.login(identifier, NAME, this.#wire.remote);
    this.#zone = end - start >= 12 ? readZone(u16(bytes, start + 10)) : 0;
    this.#refused = this.#device ? '' : identifier;
    this.#zonedLogin = this.#zone === 0 ? NOTHING : whole.slice();
    // Silence refuses: the device tries again, and is let in once it is registered.
    if (this.#device) this.#wire.send(buildFrame(LOGIN, NOTHING, serial));
  }

  /** A message of a device that is not let in; some send on without an answer to their login. */
  #early(message: number, whole: Uint8Array): void {
    if (this.#refused !== '')
      this.#intake.noteClues?.(this.#refused, NAME, [`message:${message.toString(16).padStart(2, '0')}`]);
    this.#refuse('data came before a login', whole);
  }

  #report(device: DeviceHandle, frame: Gt06Frame, whole: Uint8Array): void {
    resetFix(fix);
    fix.time = this.#intake.now();
    const outcome = readMessage(fix, frame, { zone: device.clockOffset ?? this.#zone, model: device.model });
    if (outcome === 'report' || outcome === 'partly') this.#intake.accept(device, NAME, fix);
    this.#keepUnread(device, frame, outcome, whole);
    const said = answerOfReply(frame, String(fix.attributes.get('message') ?? ''));
    if (said) this.#intake.commandAnswered(device, NAME, said);
    if (isEcho(frame.protocol)) return;
    const answer =
      frame.protocol === ADDRESS_REQUEST
        ? buildAddressAnswer(frame, fix)
        : buildFrame(frame.protocol, NOTHING, frame.serial);
    this.#intake.afterCommit((stored) => {
      if (stored) this.#wire.send(answer);
    });
  }

  /**
   * Frames acknowledged and not understood are kept; their checksum is right, so a device would only send them again.
   */
  #keepUnread(device: DeviceHandle, frame: Gt06Frame, outcome: Outcome, whole: Uint8Array): void {
    const { protocol } = frame;
    const reason = outcome === 'unread' ? (reasonKept(frame) ?? UNREAD.unread) : UNREAD[outcome];
    if (reason === undefined) return;
    const bytes =
      this.#zonedLogin.length > 0 && device.clockOffset === null ? concatBytes(this.#zonedLogin, whole) : whole;
    const type = `0x${protocol.toString(16).padStart(2, '0')}`;
    this.#intake.unread(device, NAME, { type, bytes, reason, part: outcome === 'partly' });
  }

  #answer({ protocol, serial }: Gt06Frame, content: Uint8Array): void {
    this.#wire.send(buildFrame(protocol, content, serial));
  }

  /** Frames without a serial, and with a length that counts something else, are answered with their own date. */
  #uncounted(bytes: Uint8Array, start: number, end: number): void {
    resetFix(fix);
    const read = readUncounted(fix, bytes, start, end);
    if (read === 'wrong') return this.#refuse('the length is wrong', bytes.subarray(start, end));
    if (!this.#device) return this.#refuse('data came before a login', bytes.subarray(start, end));
    if (read === 'empty') return;
    this.#intake.accept(this.#device, NAME, fix);
    const answer = answerUncounted(bytes, start);
    this.#intake.afterCommit((stored) => {
      if (stored) this.#wire.send(answer);
    });
  }

  #refuse(reason: string, bytes: Uint8Array): void {
    this.#intake.malformed(NAME, this.#wire.remote, reason, bytes);
  }
}
