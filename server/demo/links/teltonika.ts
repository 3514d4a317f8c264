import {
  decodeTeltonikaAnswer,
  encodeTeltonikaLogin,
  encodeTeltonikaPacket,
  encodeTeltonikaReply,
  readTeltonikaCommand,
  type TeltonikaIo,
  type TeltonikaRecord,
} from '../../ingest/protocols/teltonika/index.ts';
import type { DeviceReport } from '../driving/index.ts';
import { joinBytes } from './bytes.ts';
import type { Answer, Dialect, HeardCommand } from './dialect.ts';

/** IO ids of the vendor's manual. */
const IO = {
  odometer: 16,
  gsm: 21,
  external: 66,
  battery: 67,
  probe: 72,
  key: 78,
  fuelLevel: 84,
  firstOutput: 179,
  hdop: 182,
  ignition: 239,
  movement: 240,
  tow: 246,
  unplugged: 252,
} as const;

/** Teltonika FM family: codec 8 Extended over TCP. */
export class TeltonikaDialect implements Dialect {
  readonly capacity = 200;
  readonly patience = 8 * 60_000;
  readonly #identifier: string;
  #known = false;
  #expected = 0;
  #kept = new Uint8Array(0);

  constructor(identifier: string) {
    this.#identifier = identifier;
  }

  hello(): Uint8Array {
    this.#known = false;
    this.#kept = new Uint8Array(0);
    return encodeTeltonikaLogin(this.#identifier);
  }

  encode(reports: readonly DeviceReport[], count: number): Uint8Array {
    this.#expected = count;
    const records: TeltonikaRecord[] = [];
    for (let index = 0; index < count; index++) records.push(toRecord(reports[index]));
    return encodeTeltonikaPacket(records, 'eightExtended');
  }

  read(chunk: Uint8Array, heard: (command: HeardCommand) => void): Answer {
    let bytes = this.#kept.length === 0 ? chunk : joinBytes([this.#kept, chunk]);
    let said: Answer = 'incomplete';
    for (let size = this.#answerSize; bytes.length >= size; size = this.#answerSize) {
      const command = this.#known ? readTeltonikaCommand(bytes) : null;
      // No answer is 0 while the packets are right: such zeros begin a command that is not whole yet.
      if (this.#known && !command && bytes.subarray(0, size).every((byte) => byte === 0)) break;
      if (command) heard({ reference: null, text: command.text });
      else said = this.#answer(bytes.subarray(0, size));
      if (said === 'lost' || said === 'refused') return said;
      bytes = bytes.subarray(command?.length ?? size);
    }
    this.#kept = bytes.slice();
    return said;
  }

  reply(_command: HeardCommand, text: string): Uint8Array {
    return encodeTeltonikaReply(text);
  }

  /** Bytes of the login's answer, and of a packet's. */
  get #answerSize(): number {
    return this.#known ? 4 : 1;
  }

  #answer(bytes: Uint8Array): Answer {
    const answer = decodeTeltonikaAnswer(bytes);
    if (!answer) return 'lost';
    if ('accepted' in answer) return answer.accepted === this.#expected ? 'stored' : 'lost';
    this.#known = answer.login;
    return answer.login ? 'welcome' : 'refused';
  }
}

function toRecord(report: DeviceReport): TeltonikaRecord {
  const io: TeltonikaIo[] = [
    ...(report.hasIgnition ? [{ id: IO.ignition, size: 1 as const, value: report.ignition ? 1 : 0 }] : []),
    { id: IO.movement, size: 1, value: report.moving ? 1 : 0 },
    { id: IO.gsm, size: 1, value: Math.min(5, Math.max(1, Math.round(report.gsm / 20))) },
    { id: IO.firstOutput, size: 1, value: report.engineCut ? 1 : 0 },
    { id: IO.hdop, size: 2, value: Math.round(report.hdop * 10) },
    { id: IO.odometer, size: 4, value: report.odometer },
  ];
  const add = (id: number, size: 1 | 2 | 4, value: number): void => {
    if (!Number.isNaN(value)) io.push({ id, size, value: Math.round(value) });
  };
  add(IO.external, 2, report.externalVoltage * 1000);
  add(IO.battery, 2, report.batteryVoltage * 1000);
  add(IO.fuelLevel, 2, report.fuel * 10);
  add(IO.probe, 4, report.temperature * 10);
  if (report.alarm === 'tow') add(IO.tow, 1, 1);
  if (report.alarm === 'power_cut') add(IO.unplugged, 1, 1);
  if (report.driverKey !== '') io.push({ id: IO.key, size: 8, value: BigInt(`0x${reverseBytes(report.driverKey)}`) });
  const { time, latitude, longitude, altitude, course, satellites } = report;
  return { time, latitude, longitude, altitude, course, satellites, speed: Math.round(report.speed), io };
}

/** The bus hands keys over least significant byte first. */
function reverseBytes(hex: string): string {
  return (hex.match(/../g) ?? []).toReversed().join('');
}
