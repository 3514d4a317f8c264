import { createFix, resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import type { DeviceHandle, Intake, OutgoingCommand, ProtocolSession, Wire } from '../../types.ts';
import { DeviceLink, FrameStream, latin1 } from '../shared/index.ts';
import { encodeCommand, replyWords } from './command.ts';
import { readHead, type Tk103Head } from './frame.ts';
import { Tk103Framing } from './framing.ts';
import { notUnderstood, readMessage } from './message.ts';

/** A handshake and a login, which may carry nothing else. */
const SILENT: ReadonlySet<string> = new Set(['BP00', 'BP05']);
/** Decoders run one at a time and the intake copies, so one fix serves every connection. */
const fix: Fix = createFix();

/** One connection or datagram: each frame names its device. */
export class Tk103Session implements ProtocolSession {
  readonly #link: DeviceLink;
  readonly #stream: FrameStream;
  /** The device puts commas between identifier and command, and wants them back. */
  #separated = false;

  constructor(wire: Wire, intake: Intake, transport: 'tcp' | 'udp') {
    const link = new DeviceLink('tk103', wire, intake);
    this.#link = link;
    this.#stream = new FrameStream(
      link,
      transport,
      new Tk103Framing({
        onFrame: (bytes, start, end) => this.#onFrame(bytes, start, end),
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

  command({ text }: OutgoingCommand): boolean {
    const { device } = this.#link;
    const frame = device && encodeCommand(text, device.identifier, this.#separated);
    if (!frame) return false;
    this.#link.send(frame);
    return true;
  }

  #onFrame(bytes: Uint8Array, start: number, end: number): void {
    const head = readHead(bytes, start, end);
    if (!head) return this.#link.malformed('the frame names no device and command', bytes.subarray(start, end));
    const device = this.#link.named(bytes, start, head.identifierEnd);
    if (!device) return;
    this.#separated = head.separated;
    resetFix(fix);
    const outcome = readMessage(fix, head, bytes, start, end, this.#link.intake.now());
    if (outcome === 'broken')
      return this.#link.malformed(`the ${head.command} frame contradicts its layout`, bytes.subarray(start, end));
    const words = replyWords(head.command, bytes, head.body, end);
    if (words !== null && !fix.hasPosition && outcome === 'nothing') fix.attributes.set('message', words);
    const isReport = outcome === 'report' || fix.attributes.size > 0;
    if (isReport) this.#link.accept(device, fix);
    const isUnread = outcome === 'partly' || (!isReport && !SILENT.has(head.command) && words === null);
    if (isUnread) {
      const why = notUnderstood(head.command, outcome === 'partly');
      this.#link.unread(device, head.command, why, bytes, start, end, ['(', ')']);
    }
    if (words !== null) this.#link.answered(device, null, null, words);
    this.#answer(device, head, bytes);
  }

  #answer(device: DeviceHandle, { command, body, separated }: Tk103Head, bytes: Uint8Array): void {
    const reply = (words: string): string => `(${device.identifier}${separated ? ',' : ''}${words})`;
    if (command === 'BP00') this.#link.send(reply('AP01HSO'));
    else if (command === 'BP05') this.#link.answerStored(reply('AP05'));
    else if (command === 'BO01') this.#link.answerStored(reply(`AS01${latin1(bytes, body, body + 1)}`));
  }
}
