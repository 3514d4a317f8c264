import { createFix, resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import type { DeviceHandle, Intake, OutgoingCommand, ProtocolSession, Wire } from '../../types.ts';
import {
  DeviceLink,
  FrameStream,
  TextFields,
  UNKNOWN_FIELDS,
  UNKNOWN_TYPE,
  type NotUnderstood,
} from '../shared/index.ts';
import { binaryIdentifier, readBinary } from './binary.ts';
import { acceptedBy, dateDigits, H02Commands } from './command.ts';
import { BINARY, CROSS, H02Framing } from './framing.ts';
import { FIELD, readText, replyWords } from './text.ts';

/** Who made most of these devices; the first field of their frames. */
const USUAL_MAKER = 'HQ';
/** Types whose device waits for an answer, and goes on sending until it comes. */
const CONFIRMED: ReadonlySet<string> = new Set(['V1', 'NBR']);
const ECHOED: ReadonlySet<string> = new Set(['HTBT', 'V0']);
/** Types that are known and not read. */
const KEPT: Readonly<Record<string, NotUnderstood | undefined>> = {
  XT: { reason: 'a heartbeat; what its fields mean is published nowhere', part: false },
};
/** Decoders run one at a time and the intake copies, so these serve every connection. */
const fix: Fix = createFix();
const fields = new TextFields();

/** One connection or datagram: each frame names its device. */
export class H02Session implements ProtocolSession {
  readonly #link: DeviceLink;
  readonly #stream: FrameStream;
  readonly #commands = new H02Commands();
  #maker = USUAL_MAKER;

  constructor(wire: Wire, intake: Intake, transport: 'tcp' | 'udp') {
    const link = new DeviceLink('h02', wire, intake);
    this.#link = link;
    this.#stream = new FrameStream(
      link,
      transport,
      new H02Framing({
        onText: (bytes, start, end) => this.#onText(bytes, start, end),
        onBinary: (bytes, start, end) => this.#onBinary(bytes, start, end),
        onGarbage: (bytes) => link.malformed('no frame begins here', bytes),
      }),
      'refused',
    );
  }

  receive(chunk: Uint8Array): void {
    this.#stream.receive(chunk);
  }

  closed(): void {
    this.#stream.closed();
  }

  resume(device: DeviceHandle): void {
    this.#link.resume(device);
  }

  command(command: OutgoingCommand): boolean {
    const { device, intake } = this.#link;
    const frame = device && this.#commands.encode(command, this.#maker, device.identifier, intake.now());
    if (!frame) return false;
    this.#link.send(frame);
    return true;
  }

  #onText(bytes: Uint8Array, start: number, end: number): void {
    fields.read(bytes, start + 1, end - 1);
    if (fields.count <= FIELD.type) return this.#refuse('the frame has no type', bytes, start, end);
    const device = this.#deviceOf(bytes);
    if (device === undefined) return this.#refuse('the frame names no device', bytes, start, end);
    if (!device) return;
    const type = fields.text(FIELD.type);
    if (!fields.is(FIELD.maker, this.#maker)) this.#maker = fields.text(FIELD.maker);
    resetFix(fix);
    const outcome = readText(fix, type, fields, this.#link.intake.now());
    if (outcome === 'broken') return this.#refuse(`the ${type} frame contradicts its layout`, bytes, start, end);
    if (outcome === 'report' || outcome === 'partly') this.#link.accept(device, fix);
    if (outcome === 'unknown' || outcome === 'partly')
      this.#link.unread(
        device,
        type,
        outcome === 'partly' ? UNKNOWN_FIELDS : (KEPT[type] ?? UNKNOWN_TYPE),
        bytes,
        start,
        end,
      );
    this.#answer(device, type);
  }

  /** Some leave the identifier out after the first frame. Undefined: nobody is named; null: nobody who is known. */
  #deviceOf(bytes: Uint8Array): DeviceHandle | null | undefined {
    if (fields.length(FIELD.identifier) === 0) return this.#link.device ?? undefined;
    return this.#link.named(bytes, fields.start(FIELD.identifier), fields.end(FIELD.identifier));
  }

  #answer(device: DeviceHandle, type: string): void {
    const head = `*${this.#maker},${device.identifier}`;
    if (CONFIRMED.has(type)) this.#link.answerStored(`${head},V4,${type},${dateDigits(this.#link.intake.now())}#`);
    else if (ECHOED.has(type)) this.#link.answerStored(`${head},${type}#`);
    else if (type === 'V4') {
      const words = replyWords(fields);
      this.#link.answered(device, this.#commands.referenceOf(words), acceptedBy(words), words);
    } else if (type === 'SMS') this.#link.answered(device, null, null, String(fix.attributes.get('message') ?? ''));
  }

  #onBinary(bytes: Uint8Array, start: number, end: number): void {
    const wide = end - start === BINARY.wide;
    // The number of an X frame is not the device's own where others of its frames came before.
    const sender = bytes[start] === CROSS ? this.#link.device : null;
    const device = sender ?? this.#link.login(binaryIdentifier(bytes, start, wide));
    if (!device) return;
    resetFix(fix);
    if (!readBinary(fix, bytes, start, end, wide))
      return this.#refuse('the binary frame holds no position', bytes, start, end);
    this.#link.accept(device, fix);
  }

  #refuse(reason: string, bytes: Uint8Array, start: number, end: number): void {
    this.#link.malformed(reason, bytes.subarray(start, end));
  }
}
