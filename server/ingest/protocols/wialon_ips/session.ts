import { inflateSync } from 'node:zlib';
import { FRAME } from '../../../../src/domain/base/index.ts';
import { createFix, resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import type { DeviceHandle, Intake, OutgoingCommand, ProtocolSession, Wire } from '../../types.ts';
import { concatBytes, crc16Ibm, CUT_OFF, FrameReader, putAttribute, UNKNOWN_TYPE, utf8Bytes } from '../shared/index.ts';
import { encodeCommand } from './command.ts';
import { DATA_CODE, readData } from './data.ts';
import { COMPRESSED, IpsFraming } from './framing.ts';
import { readPacket, type IpsPacket } from './packet.ts';

const NAME = 'wialon_ips';
/** Messages in one batch (2.0). */
const LARGEST_BATCH = 5000;
/** Largest photo block (2.0: 50 KB). */
const LARGEST_BLOCK = 64 * 1024;
/** Characters of a text parameter (2.0). */
const LONGEST_ANSWER = 1344;
const VERSION = /^2\.\d+$/;
const LINE_END = utf8Bytes('\r\n');
/** Decoders run one at a time and the intake copies, so one fix serves every connection. */
const fix: Fix = createFix();

/** A photo block that was announced and whose bytes come next. */
interface ExpectedBlock {
  readonly size: number;
  readonly index: string;
  readonly last: boolean;
  /** Null in 1.1, which has none. */
  readonly checksum: number | null;
  readonly device: DeviceHandle;
  /** The announcement, with which the block is kept. */
  readonly line: Uint8Array;
}

/** One connection, or one datagram that names its device in front of each packet. */
export class WialonIpsSession implements ProtocolSession {
  readonly #wire: Wire;
  readonly #intake: Intake;
  readonly #framing: IpsFraming;
  readonly #reader: FrameReader;
  readonly #datagram: boolean;
  #device: DeviceHandle | null = null;
  #loggedIn = false;
  #resumed = false;
  /** 2.0 and later carry a checksum in each packet. */
  #checked = false;
  #block: ExpectedBlock | null = null;

  constructor(wire: Wire, intake: Intake, transport: 'tcp' | 'udp') {
    this.#wire = wire;
    this.#intake = intake;
    this.#datagram = transport === 'udp';
    this.#framing = new IpsFraming({
      onLine: (bytes, start, end) => this.#onLine(bytes, start, end),
      onCompressed: (bytes) => this.#onCompressed(bytes),
      onBlock: (bytes) => this.#onBlock(bytes),
      onGarbage: (reason, bytes) => this.#malformed(reason, bytes),
    });
    this.#framing.largestLine = this.#datagram ? FRAME.ipsBatch : FRAME.text;
    this.#reader = new FrameReader(this.#framing);
  }

  receive(chunk: Uint8Array): void {
    this.#reader.receive(chunk);
    // The end of a datagram is the end of its last line.
    if (this.#datagram && this.#reader.pending > 0) this.#reader.receive(Uint8Array.of(0x0a));
  }

  closed(): void {
    const rest = this.#reader.end();
    if (rest !== null && !this.#datagram) this.#malformed(CUT_OFF, rest);
  }

  get ready(): boolean {
    return this.#device !== null;
  }

  /** Which version the device spoke is seen by its checksums. */
  resume(device: DeviceHandle): void {
    this.#device = device;
    this.#resumed = true;
    this.#framing.largestLine = FRAME.ipsBatch;
  }

  command({ text }: OutgoingCommand): boolean {
    const line = encodeCommand(text, this.#checked);
    if (line) this.#wire.send(line);
    return line !== null;
  }

  #onLine(bytes: Uint8Array, start: number, end: number): void {
    const packet = readPacket(bytes, start, end);
    if (!packet) return this.#malformed('the line is no packet', bytes.subarray(start, end));
    if (packet.prefix !== '' && !this.#admits(packet))
      return this.#malformed('what stands before the packet is refused', bytes.subarray(start, end));
    if (packet.type === 'L') return this.#login(packet);
    if (!this.#device) return this.#refuseData(bytes.subarray(start, end));
    this.#dispatch(this.#device, packet, bytes.subarray(start, end));
  }

  /** After a login the device is known: what is in front is noise, and the packet counts if its checksum proves it. */
  #admits(packet: IpsPacket): boolean {
    return this.#loggedIn ? this.#checked && packet.checksumRight : this.#named(packet.prefix);
  }

  /** `2.0;imei` or `imei` in front of `#`. There is no password, so a device that has one must log in. */
  #named(prefix: string): boolean {
    const parts = prefix.trim().split(';');
    const versioned = parts.length === 2 && VERSION.test(parts[0]);
    if (parts.length > (versioned ? 2 : 1)) return false;
    const identifier = parts[parts.length - 1];
    if (this.#device?.identifier !== identifier) {
      const device = this.#intake.login(identifier, NAME, this.#wire.remote);
      this.#device = device?.password === null ? device : null;
      if (this.#device) this.#framing.largestLine = FRAME.ipsBatch;
    }
    this.#checked = versioned;
    return this.#device !== null;
  }

  #login(packet: IpsPacket): void {
    const fields = packet.body.split(';');
    this.#device = null;
    this.#loggedIn = false;
    this.#checked = VERSION.test(fields[0]) && fields.length >= 3;
    if (this.#checked && !packet.checksumRight) return this.#answer('L', '10');
    const [identifier, password = 'NA'] = this.#checked ? fields.slice(1) : fields;
    if (!identifier || fields.length > (this.#checked ? 4 : 2)) return this.#answer('L', '0');
    const device = this.#intake.login(identifier, NAME, this.#wire.remote);
    if (!device) return this.#answer('L', '0');
    if (device.password !== null && device.password !== password) {
      this.#intake.wrongPassword?.(device, NAME, this.#wire.remote);
      return this.#answer('L', '01');
    }
    this.#device = device;
    this.#loggedIn = true;
    this.#framing.largestLine = FRAME.ipsBatch;
    this.#answer('L', '1');
  }

  #dispatch(device: DeviceHandle, packet: IpsPacket, line: Uint8Array): void {
    if (this.#resumed) this.#checked = packet.checksumRight;
    switch (packet.type) {
      case 'SD':
        return this.#data(device, packet, 'short', '13', line);
      case 'D':
        return this.#data(device, packet, 'long', '16', line);
      case 'B':
        return this.#batch(device, packet, line);
      case 'P':
        return this.#answer('P', '');
      case 'M':
        return this.#message(device, packet, line);
      case 'AM':
        return this.#intake.commandAnswered(device, NAME, { reference: null, accepted: packet.body === '1', text: '' });
      case 'I':
        return this.#announceBlock(device, packet, line);
      default:
        return this.#unread(device, packet.type, line);
    }
  }

  /** What a body says without its checksum, or null when it is wrong. 1.1 has none. */
  #covered(packet: IpsPacket): string | null {
    if (!this.#checked) return packet.body;
    return packet.checksumRight ? packet.covered : null;
  }

  #data(
    device: DeviceHandle,
    packet: IpsPacket,
    kind: 'short' | 'long',
    wrongChecksum: string,
    line: Uint8Array,
  ): void {
    const body = this.#covered(packet);
    const code = body === null ? wrongChecksum : readData(body, kind, this.#intake.now(), fix);
    if (code !== DATA_CODE.stored) {
      this.#malformed(`answered with code ${code}`, line);
      return this.#answerInTurn(packet.type, code);
    }
    this.#intake.accept(device, NAME, fix);
    this.#answerStored(packet.type, code);
  }

  #batch(device: DeviceHandle, packet: IpsPacket, line: Uint8Array): void {
    const body = this.#covered(packet);
    if (body === null) {
      this.#malformed('the checksum of the batch is wrong', line);
      return this.#answerInTurn('B', '');
    }
    const messages = body.split('|').filter((message) => message !== '');
    const refused: { readonly message: string; readonly code: string }[] = [];
    let taken = 0;
    for (const message of messages.slice(0, LARGEST_BATCH)) {
      const code = readData(message, 'either', this.#intake.now(), fix);
      if (code === DATA_CODE.stored) {
        this.#intake.accept(device, NAME, fix);
        taken++;
      } else refused.push({ message, code });
    }
    // One packet, one fault: a tracker whose clock or antenna failed for a while keeps its connection and is answered.
    const [first] = refused;
    if (first)
      this.#malformed(
        `${refused.length} of ${messages.length} messages of the batch are refused, the first with code ${first.code}`,
        utf8Bytes(first.message),
      );
    this.#answerStored('B', String(taken));
  }

  #message(device: DeviceHandle, packet: IpsPacket, line: Uint8Array): void {
    const text = this.#covered(packet);
    if (text === null || text === '') {
      this.#malformed('the message is empty or its checksum is wrong', line);
      return this.#answerInTurn('M', text === null ? '01' : '0');
    }
    resetFix(fix);
    fix.time = this.#intake.now();
    putAttribute(fix, 'message', text);
    this.#intake.accept(device, NAME, fix);
    // A command has no number here: whatever the device says may be the answer to the oldest open one.
    this.#intake.commandAnswered(device, NAME, {
      reference: null,
      accepted: null,
      text: text.slice(0, LONGEST_ANSWER),
    });
    this.#answerStored('M', '1');
  }

  /** `size;index;lastIndex;date;time;name[;checksum of the bytes]`. */
  #announceBlock(device: DeviceHandle, packet: IpsPacket, line: Uint8Array): void {
    const fields = packet.body.split(';');
    const [size, index, last] = fields;
    const whole = fields.slice(0, 3).every((field) => /^\d+$/.test(field));
    const checksum = this.#checked ? Number.parseInt(fields[6] ?? '', 16) : null;
    if (!whole || fields.length < 6 || Number.isNaN(checksum) || Number(size) === 0 || Number(size) > LARGEST_BLOCK) {
      this.#malformed('the photo block is announced wrongly', line);
      return this.#answerInTurn('I', 'NA;0');
    }
    this.#block = { size: Number(size), index, last: index === last, checksum, device, line: line.slice() };
    this.#framing.expectBlock(this.#block.size);
  }

  /**
   * Photos have no place in the product yet: they are checked, kept unread and acknowledged, so that the device goes
   * on.
   */
  #onBlock(bytes: Uint8Array): void {
    const block = this.#block;
    this.#block = null;
    if (!block) return;
    if (block.checksum !== null && block.checksum !== crc16Ibm(bytes, 0, bytes.length)) {
      this.#malformed('the checksum of the photo block is wrong', bytes);
      return this.#answerInTurn('I', `${block.index};01`);
    }
    this.#unread(block.device, 'I', block.line, bytes);
    this.#answerStored('I', `${block.index};1`);
    if (block.last) this.#answerStored('I', '1');
  }

  /** One packet, deflated; its end mark may be missing. */
  #onCompressed(bytes: Uint8Array): void {
    const plain = inflate(bytes);
    if (!plain)
      return this.#malformed(
        'the compressed packet cannot be inflated',
        Uint8Array.of(COMPRESSED, ...bytes.subarray(0, 64)),
      );
    const mark = plain.indexOf(0x0a);
    let end = mark < 0 ? plain.length : mark;
    if (plain[end - 1] === 0x0d) end--;
    this.#onLine(plain, 0, end);
    const block = this.#block;
    if (block && mark >= 0 && plain.length - mark - 1 === block.size) {
      this.#framing.expectBlock(0);
      this.#onBlock(plain.subarray(mark + 1));
    }
  }

  #refuseData(line: Uint8Array): void {
    this.#malformed('data came before a login', line);
    this.#answer('L', '0');
    this.#reader.stop();
    this.#wire.end();
  }

  /** Keeps a packet as it came, with what was announced by it. */
  #unread(device: DeviceHandle, type: string, line: Uint8Array, block: Uint8Array = new Uint8Array(0)): void {
    const bytes = concatBytes(line, LINE_END, block);
    this.#intake.unread(device, NAME, { ...UNKNOWN_TYPE, type, bytes });
  }

  #malformed(reason: string, bytes: Uint8Array): void {
    this.#intake.malformed(NAME, this.#wire.remote, reason, bytes);
  }

  #answerStored(type: string, code: string): void {
    this.#intake.afterCommit((stored) => {
      if (stored) this.#answer(type, code);
    });
  }

  /** After the answers to what came before. */
  #answerInTurn(type: string, code: string): void {
    this.#intake.afterCommit(() => this.#answer(type, code));
  }

  #answer(type: string, code: string): void {
    this.#wire.send(utf8Bytes(`#A${type}#${code}\r\n`));
  }
}

function inflate(bytes: Uint8Array): Uint8Array | null {
  try {
    return inflateSync(bytes, { maxOutputLength: FRAME.ipsBatch });
  } catch {
    // Not zlib data, or larger than a packet may be: the caller counts it as malformed.
    return null;
  }
}
