import { createHash } from 'node:crypto';
import { createFix, resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import type { DeviceHandle, Intake, OutgoingCommand, ProtocolSession, Wire } from '../../types.ts';
import { concatBytes, CUT_OFF, FrameReader, keepLatest, putAttribute, u16 } from '../shared/index.ts';
import { readCommand, REQUEST } from './command.ts';
import { readCompact } from './compact.ts';
import { buildFrame, isCompact, LONGEST_FRAME, measureFrame, readFrame, word, type Jt808Frame } from './framing.ts';
import { readGbk } from './gbk.ts';
import { LOCATION, readLocation, writeDate } from './location.ts';
import {
  BATTERY_REPORT,
  listParameters,
  MEDIA_HEAD,
  readAcceleration,
  readBatteryReport,
  readDriverCard,
  readHeartbeat,
  readProperties,
  readReportedText,
  readWaybill,
  readWideText,
  reportsOfBatch,
  reportsOfShortBatch,
} from './messages.ts';
import { framesOf, PartCollector } from './parts.ts';
import { readPassthrough } from './transparent.ts';

const NAME = 'jt808';
const RESULT = { stored: 0, failed: 1, broken: 2, unsupported: 3 } as const;
const REGISTRATION = { admitted: 0, noTerminal: 4, terminalExists: 3 } as const;
const DATA_REQUESTS = new Set<number>([REQUEST.locate, REQUEST.queryAll, REQUEST.querySome, REQUEST.properties]);
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

/** A message whose frame, or parts, are there: its body lies at `[start, end)`. */
type Message = Pick<Jt808Frame, 'id' | 'serial' | 'bytes' | 'start' | 'end'>;

/** One connection, or one datagram, which cannot be authenticated and is taken by its number alone. */
export class Jt808Session implements ProtocolSession {
  readonly #wire: Wire;
  readonly #intake: Intake;
  readonly #reader: FrameReader;
  readonly #datagram: boolean;
  readonly #parts = new PartCollector();
  readonly #commands = new Map<number, { readonly reference: number; readonly id: number }>();
  #dialect: Pick<Jt808Frame, 'version' | 'phone' | 'identifier'> | null = null;
  #device: DeviceHandle | null = null;
  #serial = 0;

  constructor(wire: Wire, intake: Intake, transport: 'tcp' | 'udp') {
    this.#wire = wire;
    this.#intake = intake;
    this.#datagram = transport === 'udp';
    this.#reader = new FrameReader({
      maximum: LONGEST_FRAME,
      measure: measureFrame,
      // Frames have marks and no lengths: none can hide another.
      findWhole: () => -1,
      onFrame: (bytes, start, end) => this.#onFrame(bytes, start, end),
      onGarbage: (bytes) => this.#malformed('no frame begins here', bytes),
    });
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
    const frame = readFrame(bytes, start + 1, end - 1);
    if (typeof frame !== 'string') return this.#dispatch(frame, bytes.subarray(start, end));
    this.#malformed(frame, bytes.subarray(start, end));
    // What ended the damaged frame may have begun the next one.
    return end - 1;
  }

  #dispatch(frame: Jt808Frame, whole: Uint8Array): void {
    if (this.#dialect && this.#dialect.identifier !== frame.identifier) this.#device = null;
    this.#dialect = { version: frame.version, phone: frame.phone.slice(), identifier: frame.identifier };
    if (frame.id === 0x0100) return this.#register(frame);
    if (frame.id === 0x0102) return this.#authenticate(frame);
    if (this.#datagram && !this.#device) this.#device = this.#open(frame.identifier);
    const device = this.#device;
    if (!device) {
      this.#malformed('data came before a login', whole);
      return this.#answer(frame, RESULT.failed);
    }
    if (!frame.part) return this.#message(device, frame, whole);
    const body = this.#parts.take(frame);
    if (typeof body === 'string') {
      this.#malformed(body, whole);
      return this.#answer(frame, RESULT.broken);
    }
    // A device waits for the answer to each part; only the last one can vouch for the whole.
    if (!body) return this.#answer(frame, RESULT.stored);
    this.#message(
      device,
      { id: frame.id, serial: frame.serial, bytes: body, start: 0, end: body.length },
      framesOf(frame, body),
    );
  }

  /** The device without a password; datagrams have no place for one. */
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
    const { id, bytes, start, end } = message;
    switch (id) {
      case 0x0001:
        return this.#terminalAnswer(device, message, whole);
      case 0x0002:
        if (readHeartbeat(fix, bytes, start, end)) this.#intake.accept(device, NAME, fix);
        return this.#answerStored(message);
      case 0x0506:
        return this.#answerStored(message);
      case 0x0003:
        this.#answer(message, RESULT.stored);
        this.#device = null;
        return;
      case 0x0004:
        return void this.#send(0x8004, writeDate(this.#intake.now(), 0));
      case 0x0104:
        return this.#parameters(device, message);
      case 0x0107:
        return this.#properties(device, message, whole);
      case 0x0109:
        return void this.#send(0x8109, clock(this.#intake.now()));
      case 0x0200:
        return this.#reports(device, message, [[start, end]], whole);
      case 0x0201:
        return this.#located(device, message, whole);
      case 0x0210:
        if (end - start === BATTERY_REPORT)
          return this.#take(device, message, readBatteryReport(fix, bytes, start, device), whole);
        return this.#reports(device, message, reportsOfShortBatch(bytes, start, end), whole);
      case 0x0500:
        return this.#controlled(device, message, whole);
      case 0x0701:
        return this.#text(device, message, readWaybill(bytes, start, end));
      case 0x0702:
        return this.#take(device, message, readDriverCard(fix, bytes, start, end, device), whole);
      case 0x0704:
        return this.#reports(device, message, reportsOfBatch(bytes, start, end), whole, bytes[start + 2] === 1);
      case 0x0801:
        return this.#media(device, message, whole);
      case 0x0900:
        return this.#passthrough(device, message, whole);
      case 0x1300:
        return this.#text(device, message, readWideText(bytes, start, end));
      case 0x2070:
        return this.#take(device, message, readAcceleration(fix, bytes, start, end, device), whole);
      case 0x6006:
        return this.#text(device, message, readReportedText(bytes, start, end));
      default:
        if (isCompact(id))
          return this.#take(device, message, readCompact(fix, bytes, start, end, id === 0x5502), whole);
        this.#unread(device, message, whole, false);
        return this.#answerStored(message);
    }
  }

  /** Keeps a message that is acknowledged and not understood, or of which the rest was handed over. */
  #unread(device: DeviceHandle, { id }: Message, bytes: Uint8Array, part: boolean): void {
    const reason = part ? 'a part of the message is not understood' : 'the message is not understood';
    this.#intake.unread(device, NAME, { type: `0x${id.toString(16).padStart(4, '0')}`, bytes, reason, part });
  }

  /** 0801: the place where a picture or a sound was taken stands in front of it; some leave it out. */
  #media(device: DeviceHandle, message: Message, whole: Uint8Array): void {
    const { bytes, start, end } = message;
    const at = start + MEDIA_HEAD;
    const placed = end - at > LOCATION && readLocation(fix, bytes, at, at + LOCATION, device).fault === null;
    if (placed) this.#intake.accept(device, NAME, fix);
    this.#unread(device, message, whole, placed);
    this.#answerStored(message);
  }

  #passthrough(device: DeviceHandle, message: Message, whole: Uint8Array): void {
    const read = readPassthrough(fix, message.bytes, message.start, message.end, device);
    if (read === 'broken') return this.#take(device, message, false, whole);
    if (read !== 'unread') this.#intake.accept(device, NAME, fix);
    if (read !== 'report') this.#unread(device, message, whole, read === 'partly');
    this.#answerStored(message);
  }

  /** 0500: serial of the request, then a report. */
  #controlled(device: DeviceHandle, message: Message, whole: Uint8Array): void {
    const { bytes, start, end } = message;
    this.#reports(device, message, [[start + 2, end]], whole);
    if (end - start >= 2) this.#answered(device, u16(bytes, start), true, '');
  }

  /** Hands over every report that can be read; `places` is null when the batch contradicts itself. */
  #reports(
    device: DeviceHandle,
    message: Message,
    places: readonly (readonly [number, number])[] | null,
    whole: Uint8Array,
    stored = false,
  ): void {
    let fault = places === null ? 'the reports do not fit the batch' : null;
    let understood = true;
    for (const [start, end] of places ?? []) {
      resetFix(fix);
      const read = readLocation(fix, message.bytes, start, end, device);
      fault ??= read.fault;
      if (read.fault !== null) continue;
      understood = read.whole && understood;
      if (stored) fix.attributes.set('archive', true);
      this.#intake.accept(device, NAME, fix);
    }
    if (fault !== null) this.#malformed(fault, whole);
    else if (!understood) this.#unread(device, message, whole, true);
    this.#answerStored(message, fault === null ? RESULT.stored : RESULT.broken);
  }

  #take(device: DeviceHandle, message: Message, read: boolean, whole: Uint8Array): void {
    if (read) this.#intake.accept(device, NAME, fix);
    else this.#malformed(`message ${message.id.toString(16)} contradicts its layout`, whole);
    this.#answerStored(message, read ? RESULT.stored : RESULT.broken);
  }

  /** Text that a device sends by itself is how vendors answer a text to it; it has no serial. */
  #text(device: DeviceHandle, message: Message, text: string): void {
    if (text !== '') {
      putAttribute(fix, 'message', text);
      this.#intake.accept(device, NAME, fix);
      this.#intake.commandAnswered(device, NAME, { reference: null, accepted: null, text });
    }
    this.#answerStored(message);
  }

  /** 0001: serial and number of what is answered, result. */
  #terminalAnswer(device: DeviceHandle, { bytes, start, end }: Message, whole: Uint8Array): void {
    if (end - start < 5) return this.#malformed('message 1 contradicts its layout', whole);
    const result = bytes[start + 4];
    const command = this.#commands.get(u16(bytes, start));
    // Requests for data are accepted first and answered with the data later.
    if (command && !(result === RESULT.stored && DATA_REQUESTS.has(command.id)))
      this.#answered(
        device,
        u16(bytes, start),
        result === RESULT.stored,
        result === RESULT.stored ? '' : `result=${result}`,
      );
  }

  #answered(device: DeviceHandle, serial: number, accepted: boolean, text: string): void {
    const command = this.#commands.get(serial);
    this.#commands.delete(serial);
    if (command) this.#intake.commandAnswered(device, NAME, { reference: command.reference, accepted, text });
  }

  /** 0104: serial of the request, then the parameters. */
  #parameters(device: DeviceHandle, message: Message): void {
    const { bytes, start, end } = message;
    if (end - start >= 3) this.#answered(device, u16(bytes, start), true, listParameters(bytes, start + 2, end));
    this.#answerStored(message);
  }

  /** 0107 names no serial: it answers the oldest request for it. */
  #properties(device: DeviceHandle, message: Message, whole: Uint8Array): void {
    const { bytes, start, end } = message;
    const read = readProperties(fix, bytes, start, end, this.#dialect?.version !== null);
    const words = [...fix.attributes].map(([name, value]) => `${name}=${value}`).join(' ');
    this.#take(device, message, read, whole);
    const [serial] = [...this.#commands].find(([, { id }]) => id === REQUEST.properties) ?? [];
    if (read && serial !== undefined) this.#answered(device, serial, true, words);
  }

  /** 0201: serial of the request, then a report. */
  #located(device: DeviceHandle, message: Message, whole: Uint8Array): void {
    const { bytes, start, end } = message;
    this.#reports(device, message, [[start + 2, end]], whole);
    if (end - start >= 2)
      this.#answered(
        device,
        u16(bytes, start),
        fix.hasPosition,
        fix.hasPosition ? `${fix.latitude}, ${fix.longitude}` : '',
      );
  }

  #malformed(reason: string, bytes: Uint8Array): void {
    this.#intake.malformed(NAME, this.#wire.remote, reason, bytes);
  }

  /** A failure to store is told, and the device sends again. */
  #answerStored(message: Message, result: number = RESULT.stored): void {
    this.#intake.afterCommit((stored) => this.#answer(message, stored ? result : RESULT.failed));
  }

  #answer({ id, serial }: Pick<Message, 'id' | 'serial'>, result: number): void {
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

/** UTC as year u16, month, day, hour, minute, second. */
function clock(now: number): Uint8Array {
  const date = new Date(now);
  return concatBytes(
    word(date.getUTCFullYear()),
    Uint8Array.of(
      date.getUTCMonth() + 1,
      date.getUTCDate(),
      date.getUTCHours(),
      date.getUTCMinutes(),
      date.getUTCSeconds(),
    ),
  );
}

/** The model in a registration: behind province, city and maker. Terminals of 2011 have 8 bytes for it, those of 2013 have 20. */
function registeredModel({ version, bytes, start, end }: Jt808Frame): string {
  const at = start + 4 + (version === null ? 5 : 11);
  const isShort = version === null && end - at < 20 + 7 + 1;
  const size = version === null ? (isShort ? 8 : 20) : 30;
  return readGbk(bytes, Math.min(at, end), Math.min(at + size, end))
    .replaceAll(/[^\p{L}\p{N} ._-]/gu, '')
    .trim();
}
