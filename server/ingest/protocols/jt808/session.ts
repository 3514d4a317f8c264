import { createFix, resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import type { DeviceHandle, Intake, OutgoingCommand, ProtocolSession, Wire } from '../../types.ts';
import { concatBytes, CUT_OFF, FrameReader, latin1, putAttribute, utf8Bytes } from '../shared/index.ts';
import { readCommand } from './command.ts';
import { MARK } from './escapes.ts';
import {
  buildCompactAnswer,
  buildFrame,
  findWholeFrame,
  isCompact,
  isText,
  LONGEST_FRAME,
  measureFrame,
  readFrame,
  word,
  type Jt808Frame,
} from './framing.ts';
import { handle } from './handlers.ts';
import { RESULT, typeName, type Message } from './handling.ts';
import { authenticate, NAME, register } from './registration.ts';
import { OpenCommands } from './openCommands.ts';
import { framesOf, isKeptInParts, PartCollector } from './parts.ts';
import { identifierOfText, timeAnswer } from './texts.ts';
import { MediaUploads } from './uploads.ts';

const BEFORE_LOGIN = 'data came before a login';
/** Decoders run one at a time and the intake copies, so one fix serves every connection. */
const fix: Fix = createFix();

/** One connection, or one datagram, which cannot be authenticated and is taken by its number alone. */
export class Jt808Session implements ProtocolSession {
  readonly #wire: Wire;
  readonly #intake: Intake;
  readonly #reader: FrameReader;
  readonly #datagram: boolean;
  readonly #parts = new PartCollector();
  readonly #uploads = new MediaUploads();
  readonly #commands = new OpenCommands();
  #dialect: Pick<Jt808Frame, 'version' | 'phone' | 'identifier' | 'mark'> | null = null;
  #device: DeviceHandle | null = null;
  #serial = 0;

  constructor(wire: Wire, intake: Intake, transport: 'tcp' | 'udp') {
    this.#wire = wire;
    this.#intake = intake;
    this.#datagram = transport === 'udp';
    this.#reader = new FrameReader({
      maximum: LONGEST_FRAME,
      measure: (bytes, start, end) => measureFrame(bytes, start, end, this.#mark),
      // Frames have marks and no lengths: none can hide another, but for what only looks like one of the other kinds.
      findWhole: (bytes, start, end) => (bytes[start - 1] === MARK ? -1 : findWholeFrame(bytes, start, end)),
      onFrame: (bytes, start, end) => this.#onFrame(bytes, start, end),
      onGarbage: (bytes) => this.#malformed('no frame begins here', bytes),
    });
  }

  /** What frames begin and end with here; null before the first. */
  get #mark(): number | null {
    return this.#dialect ? (this.#dialect.mark ?? MARK) : null;
  }

  get ready(): boolean {
    return this.#device !== null;
  }

  receive(chunk: Uint8Array): void {
    this.#reader.receive(chunk);
  }

  closed(): void {
    const rest = this.#reader.end();
    if (rest !== null && !this.#datagram) this.#malformed(CUT_OFF, rest);
  }

  command({ reference, text }: OutgoingCommand): boolean {
    const dialect = this.#dialect;
    const request = dialect && readCommand(text, dialect.version !== null);
    if (!request) return false;
    this.#commands.sent(this.#send(request.id, request.body), reference, request.id);
    return true;
  }

  resume(device: DeviceHandle): void {
    this.#device = device;
  }

  #onFrame(bytes: Uint8Array, start: number, end: number): number | void {
    if (end - start === 1) return;
    if (isText(bytes, start)) return this.#text(latin1(bytes, start, end), bytes.subarray(start, end));
    const frame = readFrame(bytes, start + 1, end - 1, bytes[start]);
    if (typeof frame !== 'string') return this.#dispatch(frame, bytes.subarray(start, end));
    this.#malformed(frame, bytes.subarray(start, end));
    // The byte that ended the damaged frame may have begun the next one.
    return end - 1;
  }

  #dispatch(frame: Jt808Frame, whole: Uint8Array): void {
    if (this.#dialect && this.#dialect.identifier !== frame.identifier) this.#device = null;
    const { version, identifier, mark } = frame;
    this.#dialect = { version, phone: frame.phone.slice(), identifier, mark };
    if (frame.id === 0x0100) return this.#register(frame);
    if (frame.id === 0x0102) return this.#authenticate(frame);
    // A datagram has no place for a login, and short reports know none.
    if ((this.#datagram || isCompact(frame.id)) && !this.#device) this.#device = this.#open(identifier);
    const device = this.#device;
    if (!device) {
      this.#malformed(BEFORE_LOGIN, whole);
      return this.#answer(frame, RESULT.failed);
    }
    if (!frame.part) return this.#message(device, frame, whole);
    if (isKeptInParts(frame)) return this.#message(device, frame, whole);
    const body = this.#parts.take(frame);
    if (typeof body === 'string') {
      this.#malformed(body, whole);
      return this.#answer(frame, RESULT.broken);
    }
    // A device waits for the answer to each part; only the last one can vouch for the whole.
    if (!body) return this.#answer(frame, RESULT.stored);
    this.#message(
      device,
      { id: frame.id, serial: frame.serial, part: null, bytes: body, start: 0, end: body.length },
      framesOf(frame, body),
    );
  }

  /** The device without a password, where nothing can show one. */
  #open(identifier: string): DeviceHandle | null {
    const device = this.#intake.login(identifier, NAME, this.#wire.remote);
    return device?.password === null ? device : null;
  }

  #register(frame: Jt808Frame): void {
    this.#device = null;
    this.#send(0x8100, register(frame, this.#intake, this.#wire.remote));
  }

  #authenticate(frame: Jt808Frame): void {
    this.#device = authenticate(frame, this.#intake, this.#wire.remote);
    this.#answer(frame, this.#device ? RESULT.stored : RESULT.failed);
  }

  #message(device: DeviceHandle, message: Message, whole: Uint8Array): void {
    resetFix(fix);
    fix.time = this.#intake.now();
    handle({
      device,
      message,
      whole,
      fix,
      versioned: (this.#dialect?.version ?? null) !== null,
      intake: this.#intake,
      accept: () => this.#intake.accept(device, NAME, fix),
      unread: (part, reason = part ? 'a part of the message is not understood' : 'the message is not understood') =>
        this.#intake.unread(device, NAME, { type: typeName(message.id), bytes: whole, reason, part }),
      malformed: (reason) => this.#malformed(reason, whole),
      answer: (result) => this.#answer(message, result),
      answerStored: (result) => this.#answerStored(message, result),
      uploaded: (mediaId) => this.#answerUpload(message, mediaId),
      send: (id, body) => void this.#send(id, body),
      answered: (serial, accepted, text) => this.#answered(device, serial, accepted, text),
      sentAs: (serial) => this.#commands.idOf(serial),
      serialOf: (sent) => this.#commands.serialOf(sent),
      logOut: () => (this.#device = null),
    });
  }

  /**
   * `(identifier,…)`: some ask for the time so and others answer commands. They name their device, and know no login.
   */
  #text(words: string, whole: Uint8Array): void {
    const time = timeAnswer(words, this.#intake.now());
    if (time !== null) return this.#wire.send(utf8Bytes(time));
    const identifier = identifierOfText(words);
    const device = this.#device ?? (identifier === null ? null : this.#open(identifier));
    if (!device) return this.#malformed(BEFORE_LOGIN, whole);
    resetFix(fix);
    fix.time = this.#intake.now();
    putAttribute(fix, 'message', words);
    this.#intake.accept(device, NAME, fix);
    this.#intake.commandAnswered(device, NAME, { reference: null, accepted: null, text: words });
  }

  #answered(device: DeviceHandle, serial: number, accepted: boolean, text: string): void {
    const reference = this.#commands.answered(serial);
    if (reference !== undefined) this.#intake.commandAnswered(device, NAME, { reference, accepted, text });
  }

  #malformed(reason: string, bytes: Uint8Array): void {
    this.#intake.malformed(NAME, this.#wire.remote, reason, bytes);
  }

  /** A failure to store is reported, and the device sends again. */
  #answerStored(message: Message, result: number = RESULT.stored): void {
    this.#intake.afterCommit((stored) => this.#answer(message, stored ? result : RESULT.failed));
  }

  /** The device sends unstored parts again; they do not count. */
  #answerUpload({ serial, part }: Message, mediaId: number | null): void {
    this.#intake.afterCommit((stored) => {
      const answer = stored ? this.#uploads.stored({ serial, part }, mediaId) : null;
      if (answer) this.#send(answer.id, answer.body);
    });
  }

  #answer({ id, serial, asksCompact }: Pick<Message, 'id' | 'serial' | 'asksCompact'>, result: number): void {
    if (asksCompact && this.#dialect) return this.#wire.send(buildCompactAnswer(id, this.#dialect.phone, result));
    this.#send(0x8001, concatBytes(word(serial), word(id), Uint8Array.of(result)));
  }

  /** Sends a message in the device's dialect; answers its serial. */
  #send(id: number, body: Uint8Array): number {
    const serial = this.#serial;
    if (!this.#dialect) return serial;
    this.#serial = (serial + 1) & 0xffff;
    this.#wire.send(buildFrame(id, this.#dialect, serial, body));
    return serial;
  }
}
