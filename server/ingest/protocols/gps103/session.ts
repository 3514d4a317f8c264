import { MINUTE } from '../../../../src/domain/base/index.ts';
import { createFix, resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import type { DeviceHandle, Intake, OutgoingCommand, ProtocolSession, Wire } from '../../types.ts';
import {
  digitsAt,
  DeviceLink,
  FrameStream,
  TextFields,
  UNKNOWN_FIELDS,
  UNKNOWN_TYPE,
  type NotUnderstood,
} from '../shared/index.ts';
import { commandLetter, encodeCommand } from './command.ts';
import { Gps103Framing, IDENTIFIED } from './framing.ts';
import { answeredCommand, HELP, kindOf } from './keywords.ts';
import { readReport, type Gps103State, type Outcome } from './report.ts';

const HASH = 0x23;
const KEYWORD = 1;
/** The end of a datagram is the end of its last frame. */
const LINE_END = 0x0a;
/** Decoders run one at a time and the intake copies, so these serve every connection. */
const fix: Fix = createFix();
const fields = new TextFields();

/** Why a report is kept, by what became of it. */
const NOT_UNDERSTOOD: Readonly<Partial<Record<Outcome, NotUnderstood>>> = {
  partly: UNKNOWN_FIELDS,
  nothing: { reason: 'neither a position, nor a cell, nor anything else that is known is in it', part: false },
  unknown: UNKNOWN_TYPE,
};

/** One connection or datagram: a login, then reports that each name their device. */
export class Gps103Session implements ProtocolSession {
  readonly #link: DeviceLink;
  readonly #stream: FrameStream;
  readonly #state: Gps103State = { zone: null };
  /** References of the commands sent, by letter. */
  readonly #open = new Map<string, number>();

  constructor(wire: Wire, intake: Intake, transport: 'tcp' | 'udp') {
    const link = new DeviceLink('gps103', wire, intake);
    this.#link = link;
    this.#stream = new FrameStream(
      link,
      transport,
      new Gps103Framing({
        onFrame: (bytes, start, end) => this.#onFrame(bytes, start, end),
        onGarbage: (bytes) => link.malformed('no frame begins here', bytes),
      }),
      LINE_END,
    );
  }

  receive(chunk: Uint8Array): void {
    this.#stream.receive(chunk);
  }

  closed(): void {
    this.#stream.closed();
  }

  command({ reference, text }: OutgoingCommand): boolean {
    const { device } = this.#link;
    const frame = device && encodeCommand(text, device.identifier);
    if (!frame) return false;
    this.#open.set(commandLetter(frame), reference);
    this.#link.send(frame);
    return true;
  }

  #onFrame(bytes: Uint8Array, start: number, end: number): void {
    fields.read(bytes, start, end);
    if (bytes[start] === HASH) return this.#login(bytes, start, end);
    if (!fields.startsWith(0, IDENTIFIED)) return this.#heartbeat(bytes, start, end);
    const device = this.#link.named(bytes, fields.start(0) + IDENTIFIED.length, fields.end(0));
    if (device) this.#report(device, bytes, start, end);
  }

  /** `##,imei:…,A`: silence refuses. */
  #login(bytes: Uint8Array, start: number, end: number): void {
    if (!fields.startsWith(1, IDENTIFIED)) return this.#refuse('the login carries no identifier', bytes, start, end);
    const device = this.#link.named(bytes, fields.start(1) + IDENTIFIED.length, fields.end(1));
    if (device) this.#link.send('LOAD');
  }

  /** The bare identifier, to keep the connection open. */
  #heartbeat(bytes: Uint8Array, start: number, end: number): void {
    if (Number.isNaN(digitsAt(bytes, start, end)))
      return this.#refuse('the frame is none of a tracker', bytes, start, end);
    if (this.#link.named(bytes, start, end)) this.#link.send('ON');
  }

  #report(device: DeviceHandle, bytes: Uint8Array, start: number, end: number): void {
    resetFix(fix);
    const outcome = readReport(fix, fields, this.#link.intake.now(), this.#stateOf(device));
    if (outcome === 'broken') return this.#refuse('the report contradicts its layout', bytes, start, end);
    if (outcome === 'report' || outcome === 'partly') this.#link.accept(device, fix);
    const why = NOT_UNDERSTOOD[outcome];
    // A reply to a command may be its keyword alone.
    if (why && (outcome !== 'unknown' || answeredCommand(fields.text(KEYWORD)) === null))
      this.#link.unread(device, kindOf(fields.text(KEYWORD)), why, bytes, start, end, ['', ';']);
    // A device in need goes on asking until somebody hears.
    if (fields.is(KEYWORD, HELP)) this.#link.answerStored(`**,imei:${device.identifier},E;`);
    else if (fields.length(KEYWORD) === 2) this.#onReply(device);
  }

  /** The clock that is set for the device goes before the one that its reports show. */
  #stateOf({ clockOffset }: DeviceHandle): Gps103State {
    return clockOffset === null ? this.#state : { zone: clockOffset * MINUTE };
  }

  #onReply(device: DeviceHandle): void {
    const keyword = fields.text(KEYWORD);
    const letter = answeredCommand(keyword);
    if (letter === null) return;
    this.#link.answered(device, this.#open.get(letter) ?? null, true, keyword);
    this.#open.delete(letter);
  }

  #refuse(reason: string, bytes: Uint8Array, start: number, end: number): void {
    this.#link.malformed(reason, bytes.subarray(start, end));
  }
}
