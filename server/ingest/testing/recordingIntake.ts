import type { Instant } from '../../../src/domain/base/index.ts';
import type { AttributeValue, Fix, ProtocolName } from '../../../src/domain/telemetry/index.ts';
import type { CommandAnswer, DeviceHandle, Intake, UnreadMessage, Wire } from '../types.ts';

/** A fix as it was handed over, kept. */
export type RecordedFix = Omit<Fix, 'attributes'> & {
  identifier: string;
  protocol: ProtocolName;
  attributes: Record<string, AttributeValue>;
};

/**
 * An intake for tests: it knows the devices it was given, keeps what it receives and commits when asked to.
 * By default everything is stored at once.
 */
export class RecordingIntake implements Intake {
  readonly fixes: RecordedFix[] = [];
  readonly refused: string[] = [];
  readonly answers: (CommandAnswer & { identifier: string; protocol: ProtocolName })[] = [];
  readonly unreadMessages: (UnreadMessage & { identifier: string; protocol: ProtocolName })[] = [];
  readonly malformedFrames: { protocol: ProtocolName; reason: string; bytes: Uint8Array }[] = [];
  /** Bytes of all devices. */
  traffic = 0;
  time: Instant = Date.UTC(2026, 5, 1, 12);
  /** 'at once' answers in the call; 'by hand' waits for {@link RecordingIntake.commit}. */
  commits: 'at once' | 'by hand' = 'at once';
  readonly #devices: (identifier: string) => DeviceHandle | null;
  #waiting: ((stored: boolean) => void)[] = [];

  /** Devices by identifier; no list means that every device is known. `defaults` are what is set for all of them. */
  constructor(
    devices?: readonly (Pick<DeviceHandle, 'identifier'> & Partial<DeviceHandle>)[],
    defaults: Partial<DeviceHandle> = {},
  ) {
    this.#devices = (identifier) => {
      const index = devices?.findIndex((device) => device.identifier === identifier) ?? 0;
      if (index < 0) return null;
      return {
        deviceId: index + 1,
        unitId: index + 1,
        password: null,
        model: '',
        clockOffset: null,
        ...defaults,
        ...devices?.[index],
        identifier,
      };
    };
  }

  login(identifier: string): DeviceHandle | null {
    const device = this.#devices(identifier);
    if (!device) this.refused.push(identifier);
    return device;
  }

  noteTraffic(_device: DeviceHandle, bytes: number): void {
    this.traffic += bytes;
  }

  accept(device: DeviceHandle, protocol: ProtocolName, fix: Fix): void {
    this.fixes.push({
      ...fix,
      identifier: device.identifier,
      protocol,
      attributes: Object.fromEntries(fix.attributes),
    });
  }

  afterCommit(callback: (stored: boolean) => void): void {
    if (this.commits === 'at once') callback(true);
    else this.#waiting.push(callback);
  }

  /** Ends the open group: stored, or lost. */
  commit(stored = true): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const callback of waiting) callback(stored);
  }

  malformed(protocol: ProtocolName, _remote: string, reason: string, bytes: Uint8Array): void {
    this.malformedFrames.push({ protocol, reason, bytes: bytes.slice() });
  }

  unread({ identifier }: DeviceHandle, protocol: ProtocolName, message: UnreadMessage): void {
    this.unreadMessages.push({ ...message, bytes: message.bytes.slice(), identifier, protocol });
  }

  commandAnswered({ identifier }: DeviceHandle, protocol: ProtocolName, answer: CommandAnswer): void {
    this.answers.push({ ...answer, identifier, protocol });
  }

  now(): Instant {
    return this.time;
  }
}

/** A wire that keeps what was sent. */
export class RecordingWire implements Wire {
  readonly remote = '192.0.2.7:4100';
  readonly sent: Uint8Array[] = [];
  ended = false;

  send(bytes: Uint8Array): void {
    this.sent.push(bytes.slice());
  }

  end(): void {
    this.ended = true;
  }

  /** All that was sent, as lower-case hex. */
  get hex(): string {
    return this.sent.map((bytes) => Buffer.from(bytes).toString('hex')).join('');
  }

  /** All that was sent, as text. */
  get text(): string {
    return this.sent.map((bytes) => Buffer.from(bytes).toString('utf8')).join('');
  }
}
