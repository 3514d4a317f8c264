import type { ProtocolName } from '../telemetry/index.ts';
import { DEVICE_MODELS, deviceModel } from './models.ts';

/**
 * What a tracker that nobody has claimed lets on of its make, as far as its protocol could read it:
 * - `model`: its own word, such as the name in a Queclink report or the type in a JT/T 808 registration
 * - `type`: the code of its type, in lowercase hex (Queclink, GT06)
 * - `codec`: of its packets, in hex (Teltonika)
 * - `message`: the number of a message that it sent, in hex (GT06)
 * - `parameter`: the name of a value in its reports
 */
type ClueKind = 'model' | 'type' | 'codec' | 'message' | 'parameter';

/** A clue as it is kept: `model:GV500`. */
export type Clue = `${ClueKind}:${string}`;

/** Most clues of one tracker, and the longest: what comes from the network is not to fill the memory. */
export const CLUES = { most: 64, longest: 40 } as const;

/** Type codes of Queclink's protocol versions, their first two digits. */
const QUECLINK_TYPES: ReadonlyMap<string, string> = new Map([
  ['02', 'GL200'],
  ['04', 'GV200'],
  ['06', 'GV300'],
  ['08', 'GMT100'],
  ['0f', 'GV55'],
  ['10', 'GV55'],
  ['11', 'GL500'],
  ['1a', 'GL300'],
  ['1f', 'GV500'],
  ['25', 'GV300'],
  ['27', 'GV300'],
  ['2c', 'GL300'],
  ['2f', 'GV55'],
  ['30', 'GL300'],
  ['35', 'GV200'],
  ['36', 'GV500'],
  ['3f', 'GMT100'],
  ['40', 'GL500'],
  ['50', 'GV55'],
  ['5e', 'GV500'],
  ['de', 'GL500'],
  ['f1', 'GV350MG'],
  ['fc', 'GV600'],
]);

/** Messages that some of the GT06 family send and others do not; the first that came decides. */
const GT06_MESSAGES: readonly (readonly [message: string, model: string])[] = [
  // Locations with 4G cells.
  ['a0', 'JM-VL03'],
  ['a4', 'JM-VL03'],
  // Wi-Fi networks: battery trackers without wires.
  ['2c', 'AT4'],
  ['a2', 'JM-LL01'],
  ['22', 'GT06N'],
  ['26', 'GT06N'],
  ['12', 'GT06'],
  ['16', 'GT06'],
];

/** The most common model of each protocol, for trackers that let on nothing. */
const COMMON: ReadonlyMap<string, string> = new Map<ProtocolName, string>([
  ['teltonika', 'FMB920'],
  ['gt06', 'GT06N'],
  ['queclink', 'GV300'],
  ['gps103', 'TK303'],
  ['tk103', 'TK103'],
  ['h02', 'ST-901'],
  ['jt808', 'JT808'],
  ['wialon_ips', 'Wialon IPS'],
  ['osmand', 'Traccar Client'],
  ['nmea', 'NMEA 0183'],
]);

/** The model that a tracker most likely is, of those that speak its protocol; empty where nothing speaks for one. */
export function guessModel(protocol: string, clues: readonly string[]): string {
  const of = (kind: ClueKind): string[] =>
    clues.filter((clue) => clue.startsWith(`${kind}:`)).map((clue) => clue.slice(kind.length + 1));
  // A Traccar server forwards devices of any protocol.
  const speaks = (code: string): boolean => protocol === 'traccar' || deviceModel(code)?.protocol === protocol;
  const named = of('model')
    .map((text) => deviceModel(text)?.code ?? familyOf(text, protocol))
    .find((code) => code !== undefined && speaks(code));
  if (named !== undefined) return named;
  const parameters = new Set(of('parameter'));
  return known(protocol, of, parameters) ?? COMMON.get(protocol) ?? '';
}

function known(
  protocol: string,
  of: (kind: ClueKind) => string[],
  parameters: ReadonlySet<string>,
): string | undefined {
  if (protocol === 'teltonika') return teltonika(of('codec'), parameters);
  if (protocol === 'queclink')
    return of('type')
      .map((type) => QUECLINK_TYPES.get(type))
      .find((code) => code !== undefined);
  if (protocol === 'gt06') return GT06_MESSAGES.find(([message]) => of('message').includes(message))?.[1];
  if (protocol === 'osmand' && parameters.has('hdop') && !parameters.has('battery_level')) return 'OsmAnd';
  return undefined;
}

/**
 * A tracker's own word often says more than the model's name: `GV300W` is a GV300. The longest name that it begins
 * with.
 */
function familyOf(text: string, protocol: string): string | undefined {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const said = plain(text);
  const fitting = DEVICE_MODELS.filter(
    ({ code, protocol: own }) =>
      (own === protocol || protocol === 'traccar') && plain(code).length >= 3 && said.startsWith(plain(code)),
  );
  return fitting.toSorted((a, b) => b.code.length - a.code.length).at(0)?.code;
}

/**
 * Elements that only a family has: its own readings of the vehicle's computer, tachographs, cells of 4G, alarms of who
 * carries it.
 */
const TELTONIKA_ELEMENTS = {
  dongle: ['io389', 'io390'],
  truck: ['io191', 'io192', 'io193', 'analog_3', 'analog_4'],
  fourthGeneration: ['io636'],
  carriedByPeople: ['io236', 'io242'],
} as const;
/** Codec 16 is of the first trackers for trucks. */
const TRUCK_CODEC = '10';

/**
 * By what the family alone sends, and by what is wired to it: a CAN bus, one-wire probes and keys, a second analog
 * input. The newer codec, and cells of 4G, are of 4G models.
 */
function teltonika(codecs: readonly string[], parameters: ReadonlySet<string>): string | undefined {
  const has = (...names: readonly string[]): boolean => names.some((name) => parameters.has(name));
  if (codecs.includes(TRUCK_CODEC)) return 'FMB640';
  if (parameters.size === 0) return undefined;
  const isNewer = codecs.includes('8e') || has(...TELTONIKA_ELEMENTS.fourthGeneration);
  if (has(...TELTONIKA_ELEMENTS.truck)) return isNewer ? 'FMC640' : 'FMB640';
  if (has(...TELTONIKA_ELEMENTS.dongle)) return isNewer ? 'FMC003' : 'FMB003';
  if (has('fuel_level', 'engine_speed', 'can_speed', 'coolant_temperature')) {
    if (!has('ignition', 'external_voltage')) return isNewer ? 'FMC001' : 'FMB001';
    return isNewer ? 'FMC150' : 'FMB140';
  }
  if (has('temperature_1', 'driver_key', 'analog_2')) return isNewer ? 'FMC130' : 'FMB120';
  if (!has('external_voltage', 'ignition') && has('battery_level', 'battery_voltage')) return carried(isNewer, has);
  return isNewer ? 'FMC920' : 'FMB920';
}

/** Trackers without wires: of people, who press a button or fall, or of goods. */
function carried(isNewer: boolean, has: (...names: readonly string[]) => boolean): string {
  if (!isNewer) return 'TMT250';
  return has(...TELTONIKA_ELEMENTS.carriedByPeople) ? 'GH5200' : 'TAT100';
}

/** The fields of a form with the guessed model in them; empty ones where there is no guess. */
export function guessedModel(code: string): { device_model: string; manufacturer: string } {
  return { device_model: code, manufacturer: deviceModel(code)?.manufacturer ?? '' };
}
