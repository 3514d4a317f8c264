import { createFix, resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import type { Instant } from '../../../../src/domain/base/index.ts';
import type { DeviceHandle, Intake, ProtocolSession, Wire } from '../../types.ts';
import { DeviceLink, FrameStream, latin1, TextFields, UNKNOWN_TYPE } from '../shared/index.ts';
import { NmeaFraming } from './framing.ts';
import { identifierWithin, statedIdentifier } from './identity.ts';
import { EpochJoiner, type Source } from './joiner.ts';
import { createLine, readLine } from './line.ts';
import { isOrdinary } from './ordinary.ts';
import {
  readGga,
  readGll,
  readGns,
  readPubx,
  readRmc,
  readZda,
  speedOfVtg,
  type Epoch,
  type Reading,
} from './sentences.ts';
import { ownReaderOf, readRma, type OwnReader } from './vendors.ts';

/** Decoders run one at a time and the intake copies, so these serve every connection. */
const fix: Fix = createFix();
const line = createLine();
const fields = new TextFields();
/** Two letters of the talker (GP, GL, GN, GA, GB, …) and three of the sentence. */
const TALKER = 2;
const ADDRESS = 5;
/** `!AIVDM` and its like. */
const OTHERS = 0x21;
/** Lines with a position that one connection may hold until its device names itself: a minute or two of a receiver. */
const MOST_EARLY = 120;
const BEFORE_IDENTIFIER = 'a position came before an identifier';
/** The end of a datagram is the end of its last line. */
const LINE_END = 0x0a;

/**
 * One connection, whose device names itself once or in each line; or a datagram, which may leave that to its sender.
 */
export class NmeaSession implements ProtocolSession {
  readonly #link: DeviceLink;
  readonly #stream: FrameStream;
  readonly #datagram: boolean;
  readonly #rmcSenders: Set<string>;
  #joiner: EpochJoiner;
  /** The device named itself, known or not: the sender's address does not stand in for it. */
  #named = false;
  /** Positions that came before the sentence which names their device, and when each came. */
  readonly #early: { readonly line: Uint8Array; readonly at: Instant }[] = [];
  /** When a line came that is read later; null: now. */
  #cameAt: Instant | null = null;

  /** `rmcSenders`: devices that sent RMC in a datagram; the sessions of one port share it. */
  constructor(wire: Wire, intake: Intake, transport: 'tcp' | 'udp', rmcSenders: Set<string>) {
    const link = new DeviceLink('nmea', wire, intake);
    this.#link = link;
    this.#datagram = transport === 'udp';
    this.#rmcSenders = rmcSenders;
    this.#joiner = this.#newJoiner();
    this.#stream = new FrameStream(
      link,
      transport,
      new NmeaFraming({
        onFrame: (bytes, start, end) => this.#onLine(bytes, start, end),
        onGarbage: (bytes) => link.malformed('no line begins here', bytes),
      }),
      LINE_END,
    );
  }

  receive(chunk: Uint8Array): void {
    this.#stream.receive(chunk);
    if (this.#datagram) this.#joiner.flush(this.#link.intake.now());
  }

  closed(): void {
    this.#joiner.flush(this.#link.intake.now());
    for (const { line: early } of this.#early.splice(0)) this.#link.malformed(BEFORE_IDENTIFIER, early);
    this.#stream.closed();
  }

  get #now(): Instant {
    return this.#cameAt ?? this.#link.intake.now();
  }

  #newJoiner(): EpochJoiner {
    return new EpochJoiner(fix, this.#datagram, (report, from) => this.#report(report, from));
  }

  /**
   * Many send each sentence in a datagram of its own. There a GGA cannot find its RMC, which says the same place with
   * date and motion: of a device that sends RMC too, a sentence without a date is left out.
   */
  #report(report: Fix, from: Source): void {
    const { device } = this.#link;
    if (!device) return;
    if (this.#datagram && from === 'rmc') this.#rmcSenders.add(device.identifier);
    if (this.#datagram && from === 'undated' && this.#rmcSenders.has(device.identifier)) return;
    this.#link.accept(device, report);
  }

  #onLine(bytes: Uint8Array, start: number, end: number): void {
    // What a ship's receiver hears of other ships.
    if (bytes[start] === OTHERS) return;
    readLine(line, bytes, start, end);
    const whole = bytes.subarray(start, end);
    if (line.checksum === 'wrong') return this.#link.malformed('the checksum is wrong', whole);
    if (line.identifier !== '') this.#nameWithin(line.identifier, bytes, start, end);
    fields.read(bytes, line.start, line.end);
    if (line.end === line.start) {
      if (line.identifier === '') this.#link.malformed('the line holds no sentence', whole);
      return;
    }
    const stated = statedIdentifier(fields);
    if (stated !== null) return this.#name(stated);
    const within = identifierWithin(fields);
    if (within !== '') this.#nameWithin(within, bytes, start, end);
    const read = this.#readerOf();
    if (!read) return this.#unread(bytes, start, end);
    if (!this.#hasDevice(whole)) return;
    if (read() === 'broken') this.#link.malformed(`the ${fields.text(0)} sentence contradicts its layout`, whole);
  }

  /** The protocol acknowledges nothing; a sentence of a device that is known is kept all the same. */
  #unread(bytes: Uint8Array, start: number, end: number): void {
    const { device } = this.#link;
    // Nor is there anything to hold: what it may say is not known.
    if (device && !isOrdinary(fields))
      this.#link.unread(device, fields.text(0), UNKNOWN_TYPE, bytes, start, end, ['', '\r\n']);
  }

  resume(device: DeviceHandle): void {
    this.#named = true;
    this.#link.resume(device);
  }

  /** The line itself names the device, and goes on to be read after what came before it. */
  #nameWithin(identifier: string, bytes: Uint8Array, start: number, end: number): void {
    const isFirst = this.#early.length > 0;
    this.#name(identifier);
    if (!isFirst) return;
    readLine(line, bytes, start, end);
    fields.read(bytes, line.start, line.end);
  }

  /** Another device on the same connection (a gateway) gets nothing of what waits for this one. */
  #name(identifier: string): void {
    this.#named = true;
    if (this.#link.device?.identifier === identifier) return;
    this.#joiner.flush(this.#now);
    this.#joiner = this.#newJoiner();
    this.#link.login(identifier);
    this.#readEarly();
  }

  /** Reads what came before the device named itself, each line as of the time when it came. */
  #readEarly(): void {
    const early = this.#early.splice(0);
    if (early.length === 0 || !this.#link.device) return;
    for (const { line: bytes, at } of early) {
      this.#cameAt = at;
      this.#onLine(bytes, 0, bytes.length);
    }
    this.#joiner.flush(this.#now);
    this.#cameAt = null;
  }

  /** Holds a position until its device names itself; the oldest goes, and is counted, when there are too many. */
  #hold(whole: Uint8Array): void {
    this.#early.push({ line: whole.slice(), at: this.#link.intake.now() });
    if (this.#early.length <= MOST_EARLY) return;
    const [oldest] = this.#early.splice(0, 1);
    this.#link.malformed(BEFORE_IDENTIFIER, oldest.line);
  }

  /** How the sentence is read; undefined for the many that say nothing of where the device is. */
  #readerOf(): (() => Reading) | undefined {
    const own = ownReaderOf(fields);
    if (own) return () => this.#onOwn(own);
    if (fields.is(0, 'PUBX')) return fields.is(1, '00') ? () => this.#onUndated(readPubx) : undefined;
    if (fields.length(0) !== ADDRESS) return undefined;
    return this.#standardReaderOf(latin1(fields.bytes, fields.start(0) + TALKER, fields.end(0)));
  }

  #standardReaderOf(sentence: string): (() => Reading) | undefined {
    switch (sentence) {
      case 'RMC':
        return () => this.#onRmc();
      case 'GGA':
        return () => this.#onUndated(readGga);
      case 'GNS':
        return () => this.#onUndated(readGns);
      case 'GLL':
        return () => this.#onUndated(readGll, () => this.#joiner.onGll(this.#now));
      case 'VTG':
      case 'ZDA':
        // They add to positions: before a device is named there is nothing to add to.
        return this.#link.device || this.#early.length > 0 ? () => this.#onFacts(sentence) : undefined;
      case 'RMA':
        return () => this.#onOwn(readRma);
      default:
        return undefined;
    }
  }

  #hasDevice(whole: Uint8Array): boolean {
    if (this.#link.device) return true;
    if (this.#named) return false;
    if (!this.#datagram) {
      this.#hold(whole);
      return false;
    }
    return this.#link.login(this.#link.remote.replace(/:\d+$/, '')) !== null;
  }

  #onRmc(): Reading {
    const { rmc } = this.#joiner;
    const reading = readRmc(rmc, fields);
    rmc.tail = line.tail;
    if (reading === 'read') this.#joiner.onRmc(this.#now);
    return reading;
  }

  #onUndated(
    read: (epoch: Epoch, fields: TextFields) => Reading,
    join = () => this.#joiner.onUndated(this.#now),
  ): Reading {
    const reading = read(this.#joiner.undated, fields);
    if (reading === 'read') join();
    return reading;
  }

  /** A sentence that adds to others and is no report. */
  #onFacts(sentence: 'VTG' | 'ZDA'): Reading {
    const now = this.#now;
    if (sentence === 'VTG') this.#joiner.onMotion(speedOfVtg(fields), fields.number(1), now);
    else this.#joiner.onDate(readZda(fields), now);
    return 'read';
  }

  /** A vendor's own sentence is a report by itself. */
  #onOwn(read: OwnReader): Reading {
    const now = this.#now;
    this.#joiner.flush(now);
    resetFix(fix);
    const reading = read(fix, fields, now);
    if (reading === 'read' && this.#link.device) this.#link.accept(this.#link.device, fix);
    return reading;
  }
}
