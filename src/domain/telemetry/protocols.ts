/**
 * Device protocols that the product speaks. The code is stored with every position,
 * so a number, once given, is never used for another protocol.
 */
export const PROTOCOL_CODES = {
  osmand: 1,
  teltonika: 2,
  gt06: 3,
  wialon_ips: 4,
  traccar: 5,
  h02: 6,
  gps103: 7,
  tk103: 8,
  queclink: 9,
  nmea: 10,
  jt808: 11,
  import: 100,
} as const;

export type ProtocolName = keyof typeof PROTOCOL_CODES;

const NAMES = new Map<number, ProtocolName>(
  Object.entries(PROTOCOL_CODES).map(([name, code]) => [code, name as ProtocolName]),
);

/** The protocol's name for a stored code; `import` for a code this version does not know. */
export function protocolName(code: number): ProtocolName {
  return NAMES.get(code) ?? 'import';
}

/** The protocol of this name, or null where this version knows none. */
export function protocolNamed(name: string): ProtocolName | null {
  return Object.hasOwn(PROTOCOL_CODES, name) ? (name as ProtocolName) : null;
}
