import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { dateAt, fromHex, putAttribute, timeOfDayAt, u16, utf8Bytes } from '../shared/index.ts';

/** `,0,<readings in hexadecimal>,yymmddhhmmss,<state>`: what the engine's computer answered. */
const ENGINE = /^,?\d*,((?:[0-9a-f]{2})+),(\d{12})(?:,[0-9a-f]{8})?$/i;

/**
 * Sizes of the computer's answers, by their number (SAE J1979, mode 01); corrections of the mixture have a byte for
 * each of two banks.
 */
const SIZES: ReadonlyMap<number, number> = new Map([
  ...[0x01, 0x1e].map((id) => [id, id === 0x01 ? 4 : 1] as const),
  ...[
    0x03, 0x06, 0x07, 0x08, 0x09, 0x0c, 0x10, 0x1f, 0x21, 0x22, 0x23, 0x31, 0x32, 0x42, 0x43, 0x44, 0x4d, 0x4e, 0x5e,
  ].map((id) => [id, 2] as const),
  ...[0x04, 0x05, 0x0a, 0x0b, 0x0d, 0x0e, 0x0f, 0x11, 0x2c, 0x2d, 0x2e, 0x2f, 0x30, 0x33].map((id) => [id, 1] as const),
  ...[0x45, 0x46, 0x47, 0x48, 0x49, 0x4a, 0x4b, 0x4c, 0x51, 0x52, 0x5a, 0x5b, 0x5c].map((id) => [id, 1] as const),
]);

const share = (value: number): number => Math.round((value * 1000) / 255) / 10;

/** Those that a unit shows. Mixture, timing and what supervises the exhaust are for a workshop. */
const READINGS: Readonly<Record<number, ((fix: Fix, bytes: Uint8Array, at: number) => void) | undefined>> = {
  0x04: (fix, bytes, at) => putAttribute(fix, 'engine_load', share(bytes[at])),
  0x05: (fix, bytes, at) => putAttribute(fix, 'coolant_temperature', bytes[at] - 40),
  0x0c: (fix, bytes, at) => putAttribute(fix, 'engine_speed', u16(bytes, at) / 4),
  0x0d: (fix, bytes, at) => putAttribute(fix, 'can_speed', bytes[at]),
  0x0f: (fix, bytes, at) => putAttribute(fix, 'intake_temperature', bytes[at] - 40),
  0x11: (fix, bytes, at) => putAttribute(fix, 'throttle', share(bytes[at])),
  0x2f: (fix, bytes, at) => putAttribute(fix, 'fuel_percent', share(bytes[at])),
  0x42: (fix, bytes, at) => putAttribute(fix, 'external_voltage', u16(bytes, at) / 1000),
  0x5c: (fix, bytes, at) => putAttribute(fix, 'oil_temperature', bytes[at] - 40),
};

/** BQ86. A reading behind a number without a known name cannot be read: 'partly'. */
export function readEngine(fix: Fix, text: string): 'report' | 'partly' | 'nothing' {
  const found = ENGINE.exec(text);
  if (!found) return 'nothing';
  const date = utf8Bytes(found[2]);
  fix.time = dateAt(date, 0, 6, 'year first') + timeOfDayAt(date, 6, 12);
  if (Number.isNaN(fix.time)) return 'nothing';
  const bytes = fromHex(found[1]);
  for (let at = 0; at < bytes.length;) {
    const size = SIZES.get(bytes[at]);
    if (size === undefined || at + 1 + size > bytes.length) return fix.attributes.size > 0 ? 'partly' : 'nothing';
    READINGS[bytes[at]]?.(fix, bytes, at + 1);
    at += 1 + size;
  }
  return 'report';
}
