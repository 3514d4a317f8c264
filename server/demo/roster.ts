import { HOUR, type Instant } from '../../src/domain/base/index.ts';
import { COMPANIES, type Company } from './companies.ts';
import {
  CREW,
  type Crew,
  type DeviceAlarm,
  type DrivenKind,
  type Equipment,
  type VehicleIdentity,
} from './driving/index.ts';
import { REGIONS, type RegionKey } from './geography/index.ts';
import { imei, phoneIdentifier } from './identifiers.ts';
import { unitName } from './names.ts';
import { chance, hash, Random, seedOf } from './random.ts';

/** Protocols that the demo's devices speak. */
export const DEMO_PROTOCOLS = ['teltonika', 'gt06', 'wialon_ips', 'osmand'] as const;
export type DemoProtocol = (typeof DEMO_PROTOCOLS)[number];

/** One unit of the demo: all that is fixed about it. It follows from the index alone. */
export interface RosterEntry {
  readonly index: number;
  readonly company: Company;
  readonly region: RegionKey;
  readonly name: string;
  readonly protocol: DemoProtocol;
  readonly identifier: string;
  readonly device: { readonly model: string; readonly manufacturer: string };
  readonly vehicle: VehicleIdentity;
  readonly equipment: Equipment;
  /** How long before the world was made the device fell silent for ever; null: it works. */
  readonly silentBefore: number | null;
  /** False for a device that was never switched on. */
  readonly everReports: boolean;
}

type Quota<Value> = readonly (readonly [value: Value, perHundred: number])[];

const KINDS: Quota<DrivenKind> = [
  ['truck', 31],
  ['van', 26],
  ['car', 17],
  ['bus', 15],
  ['motorcycle', 6],
  ['machine', 3],
  ['asset', 2],
];
const PROTOCOLS: Quota<DemoProtocol> = [
  ['teltonika', 45],
  ['gt06', 25],
  ['wialon_ips', 15],
  ['osmand', 15],
];
const OWNERS: Quota<Company> = COMPANIES.filter(({ share }) => share > 0).map((company) => [company, company.share]);

/** Model, maker and type allocation code of the devices by protocol. */
const DEVICES: Readonly<
  Record<DemoProtocol, readonly (readonly [model: string, manufacturer: string, typeAllocation: string])[]>
> = {
  teltonika: [
    ['FMB920', 'Teltonika', '35209308'],
    ['FMC130', 'Teltonika', '86027204'],
    ['FMB640', 'Teltonika', '35759908'],
  ],
  gt06: [
    ['GT06N', 'Concox', '86812003'],
    ['JM-VL03', 'Jimi IoT', '86905803'],
  ],
  wialon_ips: [
    ['ADM333', 'Neomatica', '86479304'],
    ['FMS500 Light', 'BCE', '35988105'],
  ],
  osmand: [['Traccar Client', 'Traccar', '']],
};

/** Alarms that devices raise; those of Teltonika report hard braking as a value, and have no button. */
const ALARMS: Readonly<Record<DemoProtocol, readonly DeviceAlarm[]>> = {
  teltonika: ['power_cut', 'tow'],
  gt06: ['sos', 'power_cut', 'tow', 'hard_braking'],
  wialon_ips: ['sos', 'power_cut', 'tow', 'hard_braking'],
  osmand: ['sos'],
};

/** Of every two hundred devices one died hours before the beginning, one days before, and one was never switched on. */
const SILENT: ReadonlyMap<number, number> = new Map([
  [31, 7 * HOUR],
  [77, 75 * HOUR],
]);
const NEVER_REPORTED = 143;
const SALT = 20_260;
/** Units before this have several working days; the others one, which takes a third of the time to plan. */
const MANY_ROUNDS = 400;

/** The unit with the index, counted from 0. The same index is the same unit for ever. */
export function rosterEntry(index: number): RosterEntry {
  const seed = hash(index, SALT);
  const company = share(OWNERS, index, 1);
  const kind = share(KINDS, index, 2);
  const region = regionOf(company, index, seed);
  const protocol = protocolFor(kind, share(PROTOCOLS, index, 3));
  const [model, manufacturer, typeAllocation] = DEVICES[protocol][(seed >>> 8) % DEVICES[protocol].length];
  return {
    index,
    company,
    region,
    name: unitName(REGIONS[region].nameStyle, kind, index, seed),
    protocol,
    identifier: protocol === 'osmand' ? phoneIdentifier(index) : imei(typeAllocation, index),
    device: { model, manufacturer },
    vehicle: { seed, kind, rounds: index < MANY_ROUNDS ? 3 : 1 },
    equipment: equipmentOf(seed, kind, protocol, crewOf(index)),
    silentBefore: SILENT.get(index % 200) ?? null,
    everReports: index % 200 !== NEVER_REPORTED,
  };
}

/** Of a company's units, so many of a hundred drive along real streets, as long as there is room on them. */
const ON_STREETS = 24;

function regionOf({ regions }: Company, index: number, seed: number): RegionKey {
  const drawn = regions.filter((region) => region !== 'liechtenstein');
  const isOnStreets = regions.length > drawn.length && index < MANY_ROUNDS && hash(seed, 7) % 100 < ON_STREETS;
  return isOnStreets ? 'liechtenstein' : drawn[seed % drawn.length];
}

/** Trailers and machines carry boxes, not phones. */
function protocolFor(kind: DrivenKind, drawn: DemoProtocol): DemoProtocol {
  return drawn === 'osmand' && (kind === 'asset' || kind === 'machine' || kind === 'bus') ? 'teltonika' : drawn;
}

const crews = new Map<number, readonly Crew[]>();

/** Vehicles of one company in one region, of the same hundred, have a crew together by threes. */
function crewOf(index: number): Crew {
  const hundred = Math.floor(index / 100);
  let all = crews.get(hundred);
  if (!all) {
    const counts = new Map<string, number>();
    all = Array.from({ length: 100 }, (_, place) => {
      const each = hundred * 100 + place;
      const company = share(OWNERS, each, 1);
      const yard = `${company.key} ${regionOf(company, each, hash(each, SALT))}`;
      const number = counts.get(yard) ?? 0;
      counts.set(yard, number + 1);
      return { seed: hash(seedOf(yard), hundred, Math.floor(number / CREW)), slot: number % CREW };
    });
    crews.set(hundred, all);
  }
  return all[index % 100];
}

function equipmentOf(seed: number, kind: DrivenKind, protocol: DemoProtocol, crew: Crew): Equipment {
  const wired = protocol === 'teltonika' || protocol === 'wialon_ips';
  const cooled = wired && (kind === 'truck' || kind === 'van') && chance(seed, 101) < 0.34;
  return {
    seed,
    fuelProbe: wired && kind !== 'motorcycle' && chance(seed, 102) < 0.8,
    setPoint: cooled ? (chance(seed, 103) < 0.5 ? -18 : 4) : Number.NaN,
    garage: (kind === 'car' || kind === 'van') && chance(seed, 104) < 0.08,
    clockBehind: chance(seed, 105) < 0.02 ? 1_000 * (20 + (seed % 70)) : 0,
    phone: protocol === 'osmand',
    alarms: ALARMS[protocol],
    crew,
  };
}

/** When the device fell silent, given when the world was made; `Infinity` while it works. */
export function silentFrom(entry: RosterEntry, worldMade: Instant): Instant {
  return entry.silentBefore === null ? Number.POSITIVE_INFINITY : worldMade - entry.silentBefore;
}

const shuffled = new Map<number, Uint8Array>();

/** Gives every hundred units exactly the quotas, in an order drawn for each hundred by itself. */
function share<Value>(quota: Quota<Value>, index: number, salt: number): Value {
  const hundred = Math.floor(index / 100);
  const key = hundred * 8 + salt;
  let order = shuffled.get(key);
  if (!order) {
    order = Uint8Array.from({ length: 100 }, (_, place) => place);
    const random = new Random(hash(key, SALT));
    for (let place = 99; place > 0; place--) {
      const other = random.integer(0, place);
      [order[place], order[other]] = [order[other], order[place]];
    }
    shuffled.set(key, order);
  }
  let place = order[index % 100];
  for (const [value, count] of quota) {
    place -= count;
    if (place < 0) return value;
  }
  throw new RangeError(`Quotas do not add up to a hundred: ${quota.reduce((sum, [, count]) => sum + count, 0)}`);
}
