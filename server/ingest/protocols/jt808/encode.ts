import { concatBytes, fromHex } from '../shared/index.ts';
import { unescape } from './escapes.ts';
import { buildFrame, doubleWord, word, type Dialect } from './framing.ts';
import { encodeGbk } from './gbk.ts';
import { writeDate } from './location.ts';

/** A report as a terminal sends it (0200). */
export interface Jt808Report {
  /** Unix milliseconds. */
  readonly time: number;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Metres, km/h, degrees. */
  readonly altitude: number;
  readonly speed: number;
  readonly course: number;
  readonly ignition?: boolean;
  readonly fixed?: boolean;
  /** Bits of the alarm word. */
  readonly alarms?: number;
  /** Metres. */
  readonly odometer?: number;
  readonly satellites?: number;
  /** More additions: number, length, value. */
  readonly additions?: Uint8Array;
}

/** How a terminal of 2013 writes its number; of 2019, with its version. */
export function jt808Dialect(identifier: string, version: number | null = null): Dialect {
  return { version, phone: fromHex(identifier.padStart(version === null ? 12 : 20, '0')) };
}

/** Registration: province, city, maker, model, terminal, colour and plate. */
export function encodeJt808Registration(dialect: Dialect, serial: number, plate = ''): Uint8Array {
  const [maker, model, terminal] = dialect.version === null ? [5, 20, 7] : [11, 30, 30];
  return buildFrame(
    0x0100,
    dialect,
    serial,
    concatBytes(new Uint8Array(4 + maker + model + terminal), Uint8Array.of(1), encodeGbk(plate) ?? new Uint8Array(0)),
  );
}

/** Sign-in with the code that the registration brought. */
export function encodeJt808Authentication(dialect: Dialect, serial: number, code: string): Uint8Array {
  const bytes = new TextEncoder().encode(code);
  const body = dialect.version === null ? bytes : concatBytes(Uint8Array.of(bytes.length), bytes, new Uint8Array(35));
  return buildFrame(0x0102, dialect, serial, body);
}

/** The body of a report, for 0200 and 0704. */
export function jt808ReportBody(report: Jt808Report): Uint8Array {
  const status =
    (report.ignition ? 1 : 0) |
    (report.fixed === false ? 0 : 2) |
    (report.latitude < 0 ? 4 : 0) |
    (report.longitude < 0 ? 8 : 0);
  return concatBytes(
    doubleWord(report.alarms ?? 0),
    doubleWord(status),
    doubleWord(Math.round(Math.abs(report.latitude) * 1e6)),
    doubleWord(Math.round(Math.abs(report.longitude) * 1e6)),
    word(report.altitude),
    word(Math.round(report.speed * 10)),
    word(report.course),
    writeDate(report.time),
    report.odometer === undefined
      ? new Uint8Array(0)
      : concatBytes(Uint8Array.of(0x01, 4), doubleWord(Math.round(report.odometer / 100))),
    report.satellites === undefined ? new Uint8Array(0) : Uint8Array.of(0x31, 1, report.satellites),
    report.additions ?? new Uint8Array(0),
  );
}

export function encodeJt808Report(dialect: Dialect, serial: number, report: Jt808Report): Uint8Array {
  return buildFrame(0x0200, dialect, serial, jt808ReportBody(report));
}

/** Reports that were kept (`blind`: where no network was) or belong together. */
export function encodeJt808Batch(
  dialect: Dialect,
  serial: number,
  reports: readonly Jt808Report[],
  blind = false,
): Uint8Array {
  const bodies = reports.map(jt808ReportBody).flatMap((body) => [word(body.length), body]);
  return buildFrame(
    0x0704,
    dialect,
    serial,
    concatBytes(word(reports.length), Uint8Array.of(blind ? 1 : 0), ...bodies),
  );
}

/** What a terminal says to a request. */
export function encodeJt808Answer(
  dialect: Dialect,
  serial: number,
  request: { readonly serial: number; readonly id: number },
  result: number,
): Uint8Array {
  return buildFrame(
    0x0001,
    dialect,
    serial,
    concatBytes(word(request.serial), word(request.id), Uint8Array.of(result)),
  );
}

/** The code in an answer to a registration, or null when it is none or refuses. */
export function jt808CodeOf(frame: Uint8Array): string | null {
  const plain = unescape(frame, 1, frame.length - 1);
  if (!plain || plain[0] !== 0x81 || plain[1] !== 0) return null;
  const start = (plain[2] & 0x40) === 0 ? 12 : 17;
  return plain[start + 2] === 0 ? new TextDecoder().decode(plain.subarray(start + 3, -1)) : null;
}
