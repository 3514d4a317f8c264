import { FRAME } from '../../../../src/domain/base/index.ts';
import { createFix, resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import type { Clue } from '../../../../src/domain/device/index.ts';
import type { DeviceHandle, Intake, OutgoingCommand, ProtocolSession, Wire } from '../../types.ts';
import { CUT_OFF, FrameReader, keepLatest, latin1, u16 } from '../shared/index.ts';
import { answerOfReply, encodeCommand, isCommandCodec, readCommandReply } from './command.ts';
import { CODEC_GH3000, readGh3000Record } from './gh3000.ts';
import { AVL_HEAD, AVL_TAIL, findWholeFrame, hasChecksum, KEEP_ALIVE, measureFrame } from './framing.ts';
import { UNREAD_ELEMENTS } from './io.ts';
import { isAvlCodec, readRecord } from './record.ts';

const NAME = 'teltonika';
const ACCEPTED = Uint8Array.of(1);
const REFUSED = Uint8Array.of(0);
/** Decoders run one at a time and the intake copies, so one fix serves every connection. */
const fix: Fix = createFix();

/** Bytes of the elements in a record's last group. */
type Widest = 8 | 16;

/** Reads one record into the fix; answers where the next begins, or -1. */
function readAny(codec: number, bytes: Uint8Array, at: number, end: number, into: Fix | null, widest: Widest): number {
  return codec === CODEC_GH3000
    ? readGh3000Record(bytes, at, end, into)
    : readRecord(codec, bytes, at, end, into, widest);
}

/** Why the records do not fit `bytes[start, end)` with this widest group, or null when they do. */
function faultOf(bytes: Uint8Array, start: number, end: number, widest: Widest): string | null {
  const count = bytes[start + 1];
  let at = start + 2;
  for (let record = 0; record < count; record++) {
    at = readAny(bytes[start], bytes, at, end - 1, null, widest);
    if (at < 0) return `record ${record + 1} of ${count} reaches past the end`;
  }
  return at === end - 1 ? null : `${end - 1 - at} bytes are left after ${count} records`;
}

/**
 * Why the data `bytes[start, end)` (codec, count, records, count) cannot be stored, or null when it can. Measured
 * before anything is handed over: a packet is taken whole or not at all.
 */
export function faultOfRecords(bytes: Uint8Array, start: number, end: number): string | null {
  const codec = bytes[start];
  if (!isAvlCodec(codec) && codec !== CODEC_GH3000) return `codec ${codec} is unknown`;
  const count = bytes[start + 1];
  if (count !== bytes[end - 1]) return `record counts ${count} and ${bytes[end - 1]} differ`;
  const fault = faultOf(bytes, start, end, 8);
  return fault === null || faultOf(bytes, start, end, 16) === null ? null : fault;
}

/** Hands over the records of data that {@link faultOfRecords} found whole; answers how many. */
export function acceptRecords(
  bytes: Uint8Array,
  start: number,
  end: number,
  device: DeviceHandle,
  intake: Intake,
): number {
  const count = bytes[start + 1];
  const widest = faultOf(bytes, start, end, 8) === null ? 8 : 16;
  let at = start + 2;
  for (let record = 0; record < count; record++) {
    at = readAny(bytes[start], bytes, at, end - 1, fix, widest);
    intake.accept(device, NAME, fix);
  }
  return count;
}

/**
 * What data that {@link faultOfRecords} found whole lets on of a device's make: its codec, and what its records carry.
 */
export function cluesOf(bytes: Uint8Array, start: number, end: number): Clue[] {
  const codec = bytes[start];
  const widest = faultOf(bytes, start, end, 8) === null ? 8 : 16;
  const names = new Set<string>();
  resetFix(fix);
  for (let record = 0, at = start + 2; record < bytes[start + 1]; record++) {
    at = readAny(codec, bytes, at, end - 1, fix, widest);
    for (const name of fix.attributes.keys()) names.add(name);
  }
  // Refused records are not acknowledged, and not kept.
  UNREAD_ELEMENTS.clear();
  return [`codec:${codec.toString(16)}`, ...Array.from(names, (name): Clue => `parameter:${name}`)];
}

/** Strangers that are remembered as asked. */
const MOST_ASKED = 5_000;

/**
 * Which strangers were asked for a packet already; the sessions of one port share it. A login names nothing but the
 * device: what make it is shows in its first packet, so each is let say one, which is refused.
 */
export class AskedStrangers {
  readonly #asked = new Map<string, true>();

  /** True once for each stranger. */
  asks(identifier: string): boolean {
    const isNew = !this.#asked.has(identifier);
    keepLatest(this.#asked, identifier, true, MOST_ASKED);
    return isNew;
  }
}

/** Keeps the packet for the elements that were left out of its records. */
export function keepUnreadElements(device: DeviceHandle, packet: Uint8Array, intake: Intake): void {
  const type = `IO ${Array.from(UNREAD_ELEMENTS).slice(0, 3).join(' ')}`;
  UNREAD_ELEMENTS.clear();
  intake.unread(device, NAME, {
    type,
    reason: 'the element is not known and too long to be a value',
    part: true,
    bytes: packet,
  });
}

/** One TCP connection: login, then packets, each answered with its number of records once they are stored. */
export class TeltonikaTcpSession implements ProtocolSession {
  readonly #wire: Wire;
  readonly #intake: Intake;
  readonly #reader: FrameReader;
  readonly #asked: AskedStrangers;
  #device: DeviceHandle | null = null;
  /** The identifier of a stranger that may say one packet; empty: there is none. */
  #stranger = '';

  constructor(wire: Wire, intake: Intake, asked: AskedStrangers) {
    this.#wire = wire;
    this.#intake = intake;
    this.#asked = asked;
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

  resume(device: DeviceHandle): void {
    this.#device = device;
  }

  command({ text }: OutgoingCommand): boolean {
    const packet = encodeCommand(text);
    if (packet) this.#wire.send(packet);
    return packet !== null;
  }

  #onFrame(bytes: Uint8Array, start: number, end: number, available: number): number | void {
    if (end - start === 1 && bytes[start] === KEEP_ALIVE) return;
    if (u16(bytes, start) !== 0) return this.#login(latin1(bytes, start + 2, end));
    if (hasChecksum(bytes, start, end)) return this.#packet(bytes, start, end);
    this.#refuse('the checksum is wrong', bytes.subarray(start, end));
    // Bytes that were lost on the way made the packet reach into the next one.
    return findWholeFrame(bytes, start + 1, available);
  }

  #login(identifier: string): void {
    this.#device = this.#intake.login(identifier, NAME, this.#wire.remote);
    this.#stranger = !this.#device && this.#asked.asks(identifier) ? identifier : '';
    this.#wire.send(this.#device || this.#stranger !== '' ? ACCEPTED : REFUSED);
    if (!this.#device && this.#stranger === '') this.#hangUp();
  }

  /** The first packet of a stranger shows its make; it keeps the records, as none is acknowledged. */
  #strangersPacket(bytes: Uint8Array, start: number, end: number): void {
    if (faultOfRecords(bytes, start, end) === null)
      this.#intake.noteClues?.(this.#stranger, NAME, cluesOf(bytes, start, end));
    this.#answer(0);
    this.#hangUp();
  }

  #hangUp(): void {
    this.#reader.stop();
    this.#wire.end();
  }

  #packet(bytes: Uint8Array, start: number, end: number): void {
    const dataEnd = end - AVL_TAIL;
    const codec = bytes[start + AVL_HEAD];
    const device = this.#device;
    if (this.#stranger !== '') return this.#strangersPacket(bytes, start + AVL_HEAD, dataEnd);
    if (!device) return this.#refuse('data came before a login', bytes.subarray(start, end));
    const fault = isCommandCodec(codec) ? null : faultOfRecords(bytes, start + AVL_HEAD, dataEnd);
    if (fault !== null) return this.#refuse(fault, bytes.subarray(start, end));
    if (isCommandCodec(codec))
      return this.#commandReply(device, bytes, start + AVL_HEAD, dataEnd, bytes.subarray(start, end));
    const count = acceptRecords(bytes, start + AVL_HEAD, dataEnd, device, this.#intake);
    if (UNREAD_ELEMENTS.size > 0) keepUnreadElements(device, bytes.subarray(start, end), this.#intake);
    this.#intake.afterCommit((stored) => {
      if (stored) this.#answer(count);
    });
  }

  /** Counts the packet and answers it with 0, in its turn after the packets before it. */
  #refuse(reason: string, bytes: Uint8Array): void {
    this.#intake.malformed(NAME, this.#wire.remote, reason, bytes);
    this.#intake.afterCommit(() => this.#answer(0));
  }

  /** Replies to commands are reports without a position; the protocol knows no answer to them. */
  #commandReply(device: DeviceHandle, bytes: Uint8Array, start: number, end: number, packet: Uint8Array): void {
    resetFix(fix);
    fix.time = this.#intake.now();
    if (readCommandReply(bytes, start, end, fix)) this.#intake.accept(device, NAME, fix);
    else
      this.#intake.unread(device, NAME, {
        type: `codec ${bytes[start]}`,
        reason: 'the reply says nothing that can be read',
        part: false,
        bytes: packet,
      });
    const answer = answerOfReply(bytes, start, end, fix);
    if (answer) this.#intake.commandAnswered(device, NAME, answer);
  }

  /** Fewer records than were sent make the device send the packet again. */
  #answer(count: number): void {
    this.#wire.send(Uint8Array.of(0, 0, 0, count));
  }
}
