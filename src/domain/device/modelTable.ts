import type { ProtocolName } from '../telemetry/index.ts';

/** What a model reports, from which sensors follow. */
export type ModelFeature =
  | 'gps'
  | 'ignition'
  | 'power'
  | 'battery'
  | 'batteryLevel'
  | 'signal'
  | 'odometer'
  | 'hdop'
  | 'can'
  | 'fuel'
  | 'oneWire'
  | 'driver'
  | 'temperature'
  | 'door'
  | 'alarm';

export interface ModelRow {
  readonly code: string;
  /** Where it differs from the code. */
  readonly name?: string;
  readonly manufacturer: string;
  readonly protocol: ProtocolName;
  /** Digital inputs, analog inputs, outputs. */
  readonly ports: readonly [digital: number, analog: number, outputs: number];
  readonly features: readonly ModelFeature[];
  /** Codes of commands where the model takes other ones than its protocol and outputs let expect. */
  readonly commands?: readonly string[];
}

type Ports = ModelRow['ports'];

/** Models of one maker that report the same, one after another. */
function family(
  manufacturer: string,
  protocol: ProtocolName,
  features: readonly ModelFeature[],
  models: Readonly<Record<string, Ports>>,
  commands?: readonly string[],
): ModelRow[] {
  return Object.entries(models).map(([code, ports]) => ({
    code,
    manufacturer,
    protocol,
    ports,
    features,
    ...(commands && { commands }),
  }));
}

const WIRED = ['gps', 'ignition', 'power', 'battery', 'signal', 'odometer'] as const satisfies readonly ModelFeature[];
const SIMPLE = ['gps', 'ignition', 'batteryLevel', 'signal', 'alarm'] as const satisfies readonly ModelFeature[];
const CARRIED = ['gps', 'batteryLevel', 'signal', 'alarm'] as const satisfies readonly ModelFeature[];

const TELTONIKA: readonly ModelRow[] = [
  ...family('Teltonika', 'teltonika', WIRED, {
    FMB900: [1, 1, 1],
    FMB910: [1, 1, 1],
    FMB920: [2, 1, 1],
    FMC920: [2, 1, 1],
    FMM920: [2, 1, 1],
    FMT100: [1, 0, 0],
    FMB930: [1, 0, 1],
  }),
  ...family('Teltonika', 'teltonika', [...WIRED, 'oneWire'], {
    FMB110: [3, 2, 2],
    FMB120: [3, 2, 2],
    FMB122: [3, 2, 2],
    FMB125: [3, 2, 2],
    FMB130: [3, 2, 3],
    FMC125: [3, 2, 2],
    FMC130: [3, 2, 3],
    FMM125: [3, 2, 2],
    FMM130: [3, 2, 3],
    FMU130: [3, 2, 3],
  }),
  ...family('Teltonika', 'teltonika', [...WIRED, 'oneWire', 'can'], {
    FMB140: [2, 1, 2],
    FMC150: [2, 1, 2],
    FMM150: [2, 1, 2],
    FMB640: [4, 4, 4],
    FMC640: [4, 4, 4],
    FMC650: [4, 4, 4],
    FMM640: [4, 4, 4],
    FMM650: [4, 4, 4],
    FMB641: [4, 4, 4],
  }),
  ...family('Teltonika', 'teltonika', [...WIRED, 'can'], {
    FMB001: [0, 0, 0],
    FMB003: [0, 0, 0],
    FMC001: [0, 0, 0],
    FMC003: [0, 0, 0],
    FMM003: [0, 0, 0],
  }),
  ...family('Teltonika', 'teltonika', CARRIED, { TMT250: [0, 0, 0], GH5200: [0, 0, 0], TAT100: [0, 0, 0] }),
];

const CONCOX: readonly ModelRow[] = [
  ...family('Concox', 'gt06', SIMPLE, {
    GT06: [1, 0, 1],
    GT06N: [1, 0, 1],
    GT06E: [2, 1, 1],
    GT08: [1, 0, 1],
    TR06: [1, 0, 1],
    ET25: [1, 0, 1],
    X3: [2, 1, 1],
    WeTrack2: [1, 0, 1],
    BW08: [1, 0, 1],
  }),
  ...family('Concox', 'gt06', ['gps', 'batteryLevel', 'signal', 'alarm'], {
    AT4: [0, 0, 0],
    AT6: [0, 0, 0],
    Qbit: [0, 0, 0],
  }),
  ...family('Jimi IoT', 'gt06', [...SIMPLE, 'power'], {
    'JM-VL01': [2, 0, 1],
    'JM-VL02': [1, 0, 1],
    'JM-VL03': [1, 0, 1],
    'JM-VL04': [1, 0, 1],
    'JM-VG03': [1, 0, 1],
    'JM-VL103': [1, 0, 1],
  }),
  ...family('Jimi IoT', 'gt06', CARRIED, { 'JM-LL01': [0, 0, 0] }),
];

const QUECLINK: readonly ModelRow[] = [
  ...family('Queclink', 'queclink', ['gps', 'power', 'batteryLevel', 'odometer', 'hdop'], {
    GL200: [1, 1, 0],
    GL300: [0, 0, 0],
    GL500: [0, 0, 0],
    GL505: [0, 0, 0],
  }),
  ...family('Queclink', 'queclink', ['gps', 'ignition', 'power', 'batteryLevel', 'odometer', 'hdop', 'driver'], {
    GV55: [2, 1, 1],
    GV200: [4, 3, 3],
    GV300: [4, 3, 3],
    GV500: [0, 0, 0],
    GV600: [4, 3, 3],
    GMT100: [1, 0, 1],
  }),
  ...family('Queclink', 'queclink', ['gps', 'ignition', 'power', 'batteryLevel', 'odometer', 'hdop', 'can'], {
    GV300CAN: [4, 3, 3],
    GV350MG: [3, 1, 2],
  }),
];

const SMALL: readonly ModelRow[] = [
  ...family('Coban', 'gps103', ['gps', 'ignition', 'fuel', 'temperature', 'door', 'alarm'], {
    GPS103A: [1, 0, 1],
    GPS103B: [2, 1, 1],
    TK303: [2, 1, 1],
    TK303G: [2, 1, 1],
    GPS303F: [2, 1, 1],
    GPS403A: [2, 1, 1],
  }),
  ...family('Coban', 'gps103', ['gps', 'batteryLevel', 'alarm'], { TK102B: [0, 0, 0], TK104: [0, 0, 0] }),
  ...family('Xexun', 'tk103', ['gps', 'ignition', 'odometer', 'alarm'], { TK103: [1, 0, 1], 'TK103-2': [1, 0, 1] }),
  ...family('Sinotrack', 'h02', ['gps', 'ignition', 'alarm'], {
    'ST-901': [1, 0, 1],
    'ST-901L': [1, 0, 1],
    'ST-906': [1, 0, 1],
    'ST-907': [1, 0, 1],
    'ST-915': [1, 0, 0],
  }),
  ...family('Micodus', 'h02', ['gps', 'ignition', 'alarm'], { MV710: [1, 0, 1], MV720: [1, 0, 1], MV730: [1, 0, 1] }),
];

const JT808: readonly ModelRow[] = [
  ...family('Howen', 'jt808', ['gps', 'ignition', 'odometer', 'fuel', 'signal', 'driver', 'alarm'], {
    'Hero-ME40-02': [8, 2, 2],
    'Hero-MC30': [4, 1, 1],
  }),
  ...family('Streamax', 'jt808', ['gps', 'ignition', 'odometer', 'fuel', 'signal', 'driver', 'alarm'], {
    'X3-H0402': [8, 2, 2],
    C6D: [2, 0, 1],
  }),
  ...family('Jimi IoT', 'jt808', ['gps', 'ignition', 'odometer', 'signal', 'alarm'], {
    JC400: [1, 0, 1],
    JC450: [2, 0, 1],
    JC371: [1, 0, 1],
  }),
  {
    code: 'JT808',
    name: 'MDVR (JT/T 808)',
    manufacturer: 'Generic',
    protocol: 'jt808',
    ports: [8, 2, 2],
    features: ['gps', 'ignition', 'odometer', 'fuel', 'signal', 'driver', 'alarm'],
  },
];

const IPS = ['gps', 'ignition', 'power', 'battery'] as const satisfies readonly ModelFeature[];

const OTHERS: readonly ModelRow[] = [
  ...family('Neomatica', 'wialon_ips', IPS, {
    ADM007: [1, 1, 1],
    ADM100: [2, 2, 2],
    ADM300: [3, 3, 2],
    ADM333: [3, 3, 2],
  }),
  ...family('BCE', 'wialon_ips', [...IPS, 'can'], { 'FMS500 Light': [4, 4, 2], 'FMS500 StCAN': [4, 4, 2] }),
  {
    code: 'Wialon IPS',
    name: 'Tracker (Wialon IPS)',
    manufacturer: 'Generic',
    protocol: 'wialon_ips',
    ports: [4, 4, 2],
    features: IPS,
  },
  {
    code: 'Traccar Client',
    manufacturer: 'Traccar',
    protocol: 'osmand',
    ports: [0, 0, 0],
    features: ['gps', 'batteryLevel'],
  },
  {
    code: 'OsmAnd',
    manufacturer: 'OsmAnd',
    protocol: 'osmand',
    ports: [0, 0, 0],
    features: ['gps', 'batteryLevel', 'hdop'],
  },
  {
    code: 'NMEA 0183',
    name: 'Receiver (NMEA 0183)',
    manufacturer: 'Generic',
    protocol: 'nmea',
    ports: [0, 0, 0],
    features: ['gps', 'hdop'],
  },
];

/** Models by maker. Ports are those of the makers' data sheets; one that serves as both counts in both. */
export const MODEL_TABLE: readonly ModelRow[] = [...TELTONIKA, ...CONCOX, ...QUECLINK, ...SMALL, ...JT808, ...OTHERS];
