import { HOUR, MINUTE, type Instant } from '../../../../src/domain/base/index.ts';
import { createFix, resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import type { DeviceHandle, Intake, OutgoingCommand, ProtocolSession, Wire } from '../../types.ts';
import { DeviceLink, FrameStream, keepLatest, putAttribute } from '../shared/index.ts';
import { encodeCommand } from './command.ts';
import { createFraming } from './framing.ts';
import { hasImpossibleLocation, readTime } from './location.ts';
import { readMessage, type QueclinkMessage } from './message.ts';
import { readReport } from './reports.ts';
import { whyUnread } from './unread.ts';

const NAME = 'queclink';
const HEARTBEAT = 'HBD';
/** The end of a datagram is the end of its last message. */
const DOLLAR = 0x24;
/** Commands whose acknowledgement may still come. */
const OPEN_COMMANDS = 64;
/** Serials of commands; the manuals' examples all have FFFF. */
const LAST_SERIAL = 0xfffe;
/** Zones differ by quarters of an hour, and by no more than this from UTC. */
const ZONE_STEP = 15 * MINUTE;
const WIDEST_ZONE = 14 * HOUR;
/** How far a live message's time may be from ours beside its zone. */
const CLOCK_TOLERANCE = 3 * MINUTE;
/** Decoders run one at a time and the intake copies, so one fix serves every connection. */
const fix: Fix = createFix();

/** A binary dialect shares the ports of some models. */
const BINARY = /^\+(?:RSP|EVT|INF|HBD|CRD|BSP|BVT|BNF|LGN)/;

/** One connection, or one datagram: every message names its device. */
export class QueclinkSession implements ProtocolSession {
  readonly #wire: Wire;
  readonly #link: DeviceLink;
  readonly #stream: FrameStream;
  readonly #commands = new Map<
    number,
    { readonly reference: number; readonly type: string; readonly serial: string | null }
  >();
  #serial = 0;
  /** Milliseconds that the device's send times are ahead of UTC, as its live messages show. */
  #zone = 0;

  constructor(wire: Wire, intake: Intake, transport: 'tcp' | 'udp') {
    this.#wire = wire;
    this.#link = new DeviceLink(NAME, wire, intake);
    this.#stream = new FrameStream(
      this.#link,
      transport,
      createFraming(
        (bytes, start, end) => this.#onFrame(bytes, start, end),
        (bytes) =>
          this.#link.malformed(
            BINARY.test(headOf(bytes)) ? 'the binary dialect is not spoken' : 'no message begins here',
            bytes,
          ),
      ),
      DOLLAR,
    );
  }

  get ready(): boolean {
    return this.#link.device !== null;
  }

  receive(chunk: Uint8Array): void {
    this.#stream.receive(chunk);
  }

  closed(): void {
    this.#stream.closed();
  }

  command({ reference, text }: OutgoingCommand): boolean {
    const serial = this.#serial >= LAST_SERIAL ? 1 : this.#serial + 1;
    const command = encodeCommand(text, serial);
    if (!command) return false;
    this.#serial = serial;
    keepLatest(this.#commands, serial, { reference, type: command.type, serial: command.serial }, OPEN_COMMANDS);
    this.#wire.send(command.bytes);
    return true;
  }

  #onFrame(bytes: Uint8Array, start: number, end: number): void {
    const message = readMessage(bytes, start, end);
    if (typeof message === 'string') return this.#link.malformed(message, bytes.subarray(start, end));
    // The protocol has no word of refusal: an unknown device gets no answer, and is let in once it is registered.
    const device = this.#link.login(message.identifier);
    if (!device)
      return this.#link.noteClues(message.identifier, [
        `type:${message.version.slice(0, 2).toLowerCase()}`,
        ...(message.fields[3] ? [`model:${message.fields[3]}` as const] : []),
      ]);
    // The rest of the message counts.
    if (hasImpossibleLocation(message.fields))
      this.#link.malformed('a location is off the globe or of no time, and left out', bytes.subarray(start, end));
    if (message.kind === 'acknowledgement' && message.type === HEARTBEAT) return this.#heartbeat(message);
    if (message.kind === 'acknowledgement') this.#acknowledgement(device, message);
    else this.#report(device, message);
    const reason = message.kind === 'report' ? whyUnread(message.type) : null;
    // Its type is stored as an attribute, and its places where it has some.
    if (reason !== null)
      this.#link.unread(device, `GT${message.type}`, { reason, part: true }, bytes, start, end, ['', '$']);
    if (message.count !== '') this.#link.answerStored(`+SACK:${message.count}$`);
  }

  /** `+SACK:GTHBD,version,count$`; the version may be left out, and is repeated as sent. */
  #heartbeat({ version, count }: QueclinkMessage): void {
    this.#link.intake.afterCommit(() => this.#link.send(`+SACK:GTHBD,${version},${count}$`));
  }

  #report(device: DeviceHandle, message: QueclinkMessage): void {
    readReport(fix, message, this.#timeOf(device, message), () => this.#link.accept(device, fix));
  }

  /** `+ACK:GTRTO,version,identifier,name,…,serial,time,count`: the device has taken the command. */
  #acknowledgement(device: DeviceHandle, message: QueclinkMessage): void {
    const { fields, type } = message;
    const serial = fields[fields.length - 3];
    const text = [`GT${type}`, ...fields.slice(4, -3).filter((field) => field !== '')].join(' ');
    resetFix(fix);
    fix.time = this.#timeOf(device, message);
    putAttribute(fix, 'message', text);
    this.#link.accept(device, fix);
    const open = [...this.#commands];
    const found =
      open.find(([, command]) => command.type === type && command.serial === serial.toUpperCase()) ??
      open.find(([, command]) => command.type === type && command.serial === null);
    if (found) this.#commands.delete(found[0]);
    this.#link.answered(device, found?.[1].reference ?? null, true, text);
  }

  /**
   * When a message without a position was sent, in UTC. Devices may be set to local time: what a live message is off
   * by whole quarters of an hour is the zone, unless one is set for the device. Without a readable time it is now.
   */
  #timeOf({ clockOffset }: DeviceHandle, { fields, stored }: QueclinkMessage): Instant {
    const now = this.#link.intake.now();
    const sent = readTime(fields[fields.length - 2]);
    if (Number.isNaN(sent)) return now;
    if (clockOffset !== null) return sent - clockOffset * MINUTE;
    const zone = Math.round((sent - now) / ZONE_STEP) * ZONE_STEP;
    if (!stored && Math.abs(zone) <= WIDEST_ZONE && Math.abs(sent - now - zone) <= CLOCK_TOLERANCE) this.#zone = zone;
    return sent - this.#zone;
  }
}

function headOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, 4));
}
