import { DAY, LENGTH, SECOND, toIso, type Instant } from '../../src/domain/base/index.ts';
import { eventOf } from '../../src/domain/events/index.ts';
import { geofences } from '../../src/domain/geofence/index.ts';
import { areaOf, boxOf, lengthOf, simplified, type LonLat, type Shape } from '../../src/domain/geometry/index.ts';
import type { Database, Transaction } from '../store/database.types.ts';
import { reserveIds } from '../store/index.ts';
import { COMPANIES } from './companies.ts';
import { Vehicle } from './driving/index.ts';
import { loadNetworks, type Network } from './geography/index.ts';
import { rosterEntry, type RosterEntry } from './roster.ts';
import { MARK } from './scribe.ts';

/** The counter that says that they were made: whoever deletes one does not get it back. */
const SEEDED = 'demo_geofence';
/** Units of a company whose usual stops become geofences, and stops of each. */
const UNITS = 4;
const STOPS = 2;
/** Metres. */
const RADIUS = { depot: 220, customer: 130 } as const;
const CORRIDOR = 300;
/** Corners of a town's outline. */
const CORNERS = 14;
const WITH_UNITS = COMPANIES.filter(({ share }) => share > 0);

interface DemoGeofence {
  readonly name: string;
  readonly colour: string;
  readonly label: string;
  readonly shape: Shape;
}

/** Adds depots, customers, a town and a corridor to each company, where its units really drive; once. */
export async function addDemoGeofences(database: Database, units: number, now: Instant): Promise<void> {
  const [seeded] = await database.query('select value from counter where name = $1', [SEEDED]);
  if (seeded) return;
  const entries = Array.from({ length: Math.min(units, 400) }, (_, index) => rosterEntry(index)).filter(
    ({ everReports, silentBefore, vehicle }) => everReports && silentBefore === null && vehicle.rounds > 0,
  );
  const chosen = WITH_UNITS.map(({ key }) => entries.filter(({ company }) => company.key === key).slice(0, UNITS));
  const networks = loadNetworks(chosen.flat().map(({ region }) => region));
  const accounts = await database.query<{ id: number; key: string }>(
    `select id, settings ->> '${MARK}' as key from account where settings ->> '${MARK}' = any($1::text[])`,
    [WITH_UNITS.map(({ key }) => key)],
  );
  await database.transaction(async (transaction) => {
    await transaction.query('insert into counter (name, value) values ($1, 1) on conflict (name) do nothing', [SEEDED]);
    for (const of of chosen) {
      const account = accounts.find(({ key }) => key === of[0]?.company.key);
      const network = of[0] && networks.get(of[0].region);
      if (!account || !network) continue;
      const own = of.filter(({ region }) => region === network.region.key);
      for (const geofence of geofencesOf(own, network, now)) await insert(transaction, account.id, geofence, now);
    }
  });
}

function geofencesOf(entries: readonly RosterEntry[], network: Network, now: Instant): DemoGeofence[] {
  const found = new Map<string, DemoGeofence>();
  const add = (geofence: DemoGeofence): void => void found.set(geofence.name.toLowerCase(), geofence);
  const [town] = network.towns;
  if (town) add({ name: named(town.name), colour: 'purple', label: 'city', shape: townShape(town, network) });
  let customers = 0;
  for (const [place, entry] of entries.entries()) {
    const vehicle = new Vehicle(entry.vehicle, network);
    const today = vehicle.planAt(now);
    const at = (instant: Instant): LonLat => {
      const { x, y } = vehicle.locate(instant);
      return onGlobe(network, x, y);
    };
    const circle = (instant: Instant, radius: number): Shape => ({ type: 'circle', center: at(instant), radius });
    const number = place + 1;
    add({ name: `Depot ${number}`, colour: 'blue', label: 'depot', shape: circle(today.departures[0], RADIUS.depot) });
    for (const arrival of today.arrivals.slice(0, STOPS))
      add({
        name: `Customer ${++customers}`,
        colour: 'green',
        label: 'customer',
        shape: circle(arrival + SECOND, RADIUS.customer),
      });
  }
  if (entries.length > 0)
    add({ name: 'Approved road', colour: 'orange', label: 'corridor', shape: approvedRoad(entries, network, now) });
  return [...found.values()];
}

/** Along the drive of today that takes longest: the first of a unit is often no more than across a yard. */
function approvedRoad(entries: readonly RosterEntry[], network: Network, now: Instant): Shape {
  const drives = entries.flatMap((entry) => {
    const vehicle = new Vehicle(entry.vehicle, network);
    const { departures, arrivals } = vehicle.planAt(now);
    return Array.from(departures, (from, leg) => ({ vehicle, from, to: arrivals[leg], time: arrivals[leg] - from }));
  });
  const { vehicle, from, to } = drives.reduce((longest, drive) => (drive.time > longest.time ? drive : longest));
  const track: LonLat[] = [];
  for (let instant = from; instant <= to; instant += 20 * SECOND) {
    const { x, y } = vehicle.locate(instant);
    track.push(onGlobe(network, x, y));
  }
  return { type: 'corridor', coordinates: simplified(track, 40), width: CORRIDOR };
}

/** A name within its bounds, whatever the town is called. */
const named = (town: string): string => `${town} town`.slice(0, LENGTH.geofenceName.max).trim();

function onGlobe({ projection }: Network, x: number, y: number): LonLat {
  projection.toGlobe(x, y);
  return [projection.longitude, projection.latitude];
}

/** The outline of a town, uneven as outlines are. */
function townShape({ x, y, radius, seed }: Network['towns'][number], network: Network): Shape {
  const ring = Array.from({ length: CORNERS }, (_, corner) => {
    const angle = (corner / CORNERS) * 2 * Math.PI;
    const reach = radius * (0.85 + 0.3 * Math.abs(Math.sin(seed + corner * 2.4)));
    return onGlobe(network, x + reach * Math.cos(angle), y + reach * Math.sin(angle));
  });
  return { type: 'polygon', coordinates: [ring] };
}

async function insert(
  transaction: Transaction,
  account: number,
  { label, ...fields }: DemoGeofence,
  now: Instant,
): Promise<void> {
  const [id] = await reserveIds(transaction, 'geofence', 1);
  const form = geofences.schema.validateSync({ ...fields, labels: [label] });
  const { shape } = form;
  const { west, south, east, north } = boxOf(shape);
  const made = toIso(now - 30 * DAY);
  const added = await transaction.query(
    `insert into geofence (id, account_id, name, shape, colour, description, labels, area, length, west, south, east, north, created_at)
     values ($1, $2, $3, $4, $5, '', $6, $7, $8, $9, $10, $11, $12, $13) on conflict do nothing returning 1 as added`,
    [
      id,
      account,
      form.name,
      shape,
      form.colour,
      JSON.stringify(form.labels),
      areaOf(shape),
      lengthOf(shape),
      west,
      south,
      east,
      north,
      made,
    ],
  );
  if (added.length === 0) return;
  await transaction.appendEvent(
    eventOf(
      { kind: 'geofenceCreated', data: { name: form.name, after: form } },
      { account_id: account, subject_id: id, user_id: null, time: made },
    ),
  );
}
