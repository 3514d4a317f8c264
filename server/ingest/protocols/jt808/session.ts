import { createHash } from 'node:crypto';
import { createFix, resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import type { DeviceHandle, Intake, OutgoingCommand, ProtocolSession, Wire } from '../../types.ts';
import { concatBytes, CUT_OFF, FrameReader, keepLatest, latin1, putAttribute, utf8Bytes } from '../shared/index.ts';
import { readCommand } from './command.ts';
import {
  buildCompactAnswer,
  buildFrame,
  findWholeFrame,
  isCompact,
  isText,
  LONGEST_FRAME,
  MARK,
  measureFrame,
  readFrame,
  word,
  type Jt808Frame,
} from './framing.ts';
import { readGbk } from './gbk.ts';
import { handle, RESULT, type Message } from './handlers.ts';
import { framesOf, isKeptInParts, PartCollector } from './parts.ts';
import { MediaUploads } from './uploads.ts';

const NAME = 'jt808';
const REGISTRATION = { admitted: 0, noTerminal: 4, terminalExists: 3 } as const;
const BEFORE_LOGIN = 'data came before a login';
/** `(identifier,1,001,BASE,2,TIME)`: what time is it? */
const TIME_ASKED = /,BASE,2,TIME\)$/;
/** Commands whose answer may still come. */
const OPEN_COMMANDS = 64;
/** Decoders run one at a time and the intake copies, so one fix serves every connection. */
const fix: Fix = createFix();

/**
 * The code that a device gets when it registers and shows when it connects. It proves nothing but the registration,
 * which anybody who knows the device's number can do, so it need not be a secret; the same after a restart, it spares
 * the fleet to register again. A device with a password shows that instead and is told no code.
 */
export function authCodeOf(identifier: string): string {
  return createHash('sha256').update(`wayline jt808 ${identifier}`).digest('hex').slice(0, 12);
}

/** One connection, or one datagram, which cannot be authenticated and is taken by its number alone. */
export class Jt808Session implements ProtocolSession {
  readonly #wire: Wire;
  readonly #intake: Intake;
  readonly #reader: FrameReader;
  readonly #datagram: boolean;
  readonly #parts = new PartCollector();
  readonly #uploads = new MediaUploads();
  readonly #commands = new Map<number, { readonly reference: number; readonly id: number }>();
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
    keepLatest(this.#commands, this.#send(request.id, request.body), { reference, id: request.id }, OPEN_COMMANDS);
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
    // What ended the damaged frame may have begun the next one.
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
    const { identifier, serial } = frame;
    this.#device = null;
    const device = this.#intake.login(identifier, NAME, this.#wire.remote);
    const model = device ? '' : registeredModel(frame);
    if (model !== '') this.#intake.noteClues?.(identifier, NAME, [`model:${model}`]);
    const result = !device
      ? REGISTRATION.noTerminal
      : device.password === null
        ? REGISTRATION.admitted
        : REGISTRATION.terminalExists;
    const code =
      result === REGISTRATION.admitted ? new TextEncoder().encode(authCodeOf(identifier)) : new Uint8Array(0);
    this.#send(0x8100, concatBytes(word(serial), Uint8Array.of(result), code));
  }

  #authenticate(frame: Jt808Frame): void {
    const { identifier, version, bytes, start, end } = frame;
    this.#device = null;
    const code =
      version === null
        ? readGbk(bytes, start, end)
        : readGbk(bytes, start + 1, Math.min(end, start + 1 + bytes[start]));
    const device = this.#intake.login(identifier, NAME, this.#wire.remote);
    // A wrong code makes the device register anew.
    if (!device || code !== (device.password ?? authCodeOf(identifier))) return this.#answer(frame, RESULT.failed);
    this.#device = device;
    this.#answer(frame, RESULT.stored);
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
        this.#intake.unread(device, NAME, { type: typeOf(message.id), bytes: whole, reason, part }),
      malformed: (reason) => this.#malformed(reason, whole),
      answer: (result) => this.#answer(message, result),
      answerStored: (result) => this.#answerStored(message, result),
      uploaded: (mediaId) => this.#answerUpload(message, mediaId),
      send: (id, body) => void this.#send(id, body),
      answered: (serial, accepted, text) => this.#answered(device, serial, accepted, text),
      sentAs: (serial) => this.#commands.get(serial)?.id,
      serialOf: (sent) => [...this.#commands].find(([, { id }]) => id === sent)?.[0],
      logOut: () => (this.#device = null),
    });
  }

  /** `(identifier,…)`: some ask for the time so and others answer commands. They name their device, and know no login. */
  #text(words: string, whole: Uint8Array): void {
    if (TIME_ASKED.test(words)) return this.#wire.send(utf8Bytes(words.replace('TIME', digitsOf(this.#intake.now()))));
    const [identifier] = words.slice(1).split(',');
    const device = this.#device ?? (/^\d+$/.test(identifier) ? this.#open(identifier.replace(/^0+(?=\d)/, '')) : null);
    if (!device) return this.#malformed(BEFORE_LOGIN, whole);
    resetFix(fix);
    fix.time = this.#intake.now();
    putAttribute(fix, 'message', words);
    this.#intake.accept(device, NAME, fix);
    this.#intake.commandAnswered(device, NAME, { reference: null, accepted: null, text: words });
  }

  #answered(device: DeviceHandle, serial: number, accepted: boolean, text: string): void {
    const command = this.#commands.get(serial);
    this.#commands.delete(serial);
    if (command) this.#intake.commandAnswered(device, NAME, { reference: command.reference, accepted, text });
  }

  #malformed(reason: string, bytes: Uint8Array): void {
    this.#intake.malformed(NAME, this.#wire.remote, reason, bytes);
  }

  /** A failure to store is told, and the device sends again. */
  #answerStored(message: Message, result: number = RESULT.stored): void {
    this.#intake.afterCommit((stored) => this.#answer(message, stored ? result : RESULT.failed));
  }

  /** What is not stored the device sends again; it does not count. */
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

const typeOf = (id: number): string => `0x${id.toString(16).padStart(4, '0')}`;

/** `YYYYMMDDhhmmss`, UTC. */
const digitsOf = (instant: number): string => new Date(instant).toISOString().replaceAll(/\D/g, '').slice(0, 14);

/** The model in a registration: behind province, city and maker. Terminals of 2011 have 8 bytes for it, those of 2013 have 20. */
function registeredModel({ version, bytes, start, end }: Jt808Frame): string {
  const at = start + 4 + (version === null ? 5 : 11);
  const isShort = version === null && end - at < 20 + 7 + 1;
  const size = version === null ? (isShort ? 8 : 20) : 30;
  return readGbk(bytes, Math.min(at, end), Math.min(at + size, end))
    .replaceAll(/[^\p{L}\p{N} ._-]/gu, '')
    .trim();
}
