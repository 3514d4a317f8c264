import { DAY, HOUR, MINUTE, SECOND, toIso, type Instant } from '../../src/domain/base/index.ts';
import { eventOf } from '../../src/domain/events/index.ts';
import { GEOFENCE_COLOURS } from '../../src/domain/geofence/index.ts';
import { lineLength, simplified, type LonLat } from '../../src/domain/geometry/index.ts';
import { clockAt, planRuns, routeSchema, type RouteForm } from '../../src/domain/route/index.ts';
import type { Database, Transaction } from '../store/database.types.ts';
import { insertSchedules, reserveIds } from '../store/index.ts';
import { addGroups } from './groups.ts';
import { Vehicle } from './driving/index.ts';
import { loadNetworks, type Network } from './geography/index.ts';
import { rosterEntry, type RosterEntry } from './roster.ts';
import { MARK } from './scribe.ts';

/** Routes of the demo, each of one unit that drives it. */
const ROUTES = 10;
/** The counter that says that they were made: whoever deletes one does not get it back. */
const SEEDED = 'demo_route';
/** Days of runs that were driven, and that will be: as far as the units' history goes, and the product plans ahead. */
const BACK = 13;
const AHEAD = 40;
/** Drives of a working day that make a route. */
const DRIVES = 4;
/** Every third unit is planned to start this much earlier than it does. */
const EARLIER = 14 * MINUTE;
/** On the clock of the account. */
const NOON = '12:00';
/** Not buses: theirs go round from and to one stop. */
const MOVING = ['truck', 'van', 'car'];

/**
 * Adds routes along what units of a company really drive, once: their usual stops are the checkpoints. Some are planned
 * too early, so that their units come late; of some the corridor is drawn straight from stop to stop, so that they
 * leave it.
 */
export async function addDemoRoutes(database: Database, units: number, now: Instant): Promise<void> {
  const [company] = await database.query<{ id: number }>(
    `select id from account where settings ->> '${MARK}' = 'pars'`,
  );
  if (!company) return;
  const account = company.id;
  const [seeded] = await database.query('select value from counter where name = $1', [SEEDED]);
  if (seeded) return;
  const entries = Array.from({ length: Math.min(units, 400) }, (_, index) => rosterEntry(index))
    .filter(
      ({ company, everReports, silentBefore, vehicle }) =>
        company.key === 'pars' &&
        everReports &&
        silentBefore === null &&
        MOVING.includes(vehicle.kind) &&
        vehicle.rounds > 0,
    )
    .slice(0, ROUTES);
  const networks = loadNetworks(entries.map(({ region }) => region));
  await database.transaction(async (transaction) => {
    await transaction.query('insert into counter (name, value) values ($1, $2) on conflict (name) do nothing', [
      SEEDED,
      entries.length,
    ]);
    const rows = await transaction.query<{ id: number; key: string }>(
      `select u.id, d.unique_identifier as key from device d join unit_device ud on ud.device_id = d.id join unit u on u.id = ud.unit_id
       where u.account_id = $1 and d.unique_identifier = any($2::text[])`,
      [account, entries.map(({ identifier }) => identifier)],
    );
    const [{ zone }] = await transaction.query<{ zone: string | null }>(
      "select settings ->> 'timezone' as zone from account where id = $1",
      [account],
    );
    const timeZone = zone ?? 'UTC';
    const idOf = new Map(rows.map(({ id, key }) => [key, id]));
    for (const [place, entry] of entries.entries()) {
      const unitId = idOf.get(entry.identifier);
      const network = networks.get(entry.region);
      if (unitId !== undefined && network)
        await addRoute(transaction, account, routeOf(entry, network, unitId, place, now, timeZone), timeZone, now);
    }
  });
}

async function addRoute(
  transaction: Transaction,
  account: number,
  form: RouteForm,
  timeZone: string,
  now: Instant,
): Promise<void> {
  const [id] = await reserveIds(transaction, 'route', 1);
  const made = toIso(now - BACK * DAY);
  await transaction.query(
    `insert into route (id, account_id, name, description, colour, labels, order_rule, checkpoints, corridor, length, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
    [
      id,
      account,
      form.name,
      form.description,
      form.colour,
      JSON.stringify(form.labels),
      form.order_rule,
      JSON.stringify(form.checkpoints),
      JSON.stringify(form.corridor),
      lineLength(form.corridor?.coordinates ?? []),
      made,
    ],
  );
  await insertSchedules(transaction, { routeId: id, accountId: account }, form.schedules);
  await addGroups(transaction, account, 'route', form.labels, made);
  const groups = new Set(form.schedules.flatMap(({ labels }) => labels));
  await addGroups(transaction, account, 'schedules', [...groups], made);
  const runs = planRuns({ ...form, shapes: {} }, timeZone, { from: now - BACK * DAY, to: now + 7 * DAY });
  for (const { plan, unitId, scheduleKey, day } of runs)
    await transaction.query(
      `insert into route_run (account_id, route_id, unit_id, schedule_key, day, start_at, end_at, from_at, until_at, plan, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing`,
      [
        account,
        id,
        unitId,
        scheduleKey,
        day,
        toIso(plan.start),
        toIso(Math.max(plan.start, ...plan.checkpoints.map(({ due }) => due ?? plan.start))),
        toIso(plan.from),
        toIso(plan.until),
        JSON.stringify(plan),
        made,
      ],
    );
  await transaction.appendEvent(
    eventOf(
      { kind: 'routeCreated', data: { name: form.name, after: form } },
      { account_id: account, subject_id: id, user_id: null, time: made },
    ),
  );
}

/** What the unit drives first on a day like today, and on which days it does. */
function routeOf(
  entry: RosterEntry,
  network: Network,
  unitId: number,
  place: number,
  now: Instant,
  timeZone: string,
): RouteForm {
  const vehicle = new Vehicle(entry.vehicle, network);
  const today = vehicle.planAt(now);
  const drives = Math.min(DRIVES, today.departures.length);
  const start = today.departures[0];
  const end = today.arrivals[drives - 1];
  const at = (instant: Instant): LonLat => {
    const { x, y } = vehicle.locate(instant);
    network.projection.toGlobe(x, y);
    return [Number(network.projection.longitude.toFixed(6)), Number(network.projection.latitude.toFixed(6))];
  };
  const track: LonLat[] = [];
  for (let instant = start; instant <= end; instant += 20 * SECOND) track.push(at(instant));
  const stops = [start, ...Array.from({ length: drives }, (_, drive) => today.arrivals[drive] + SECOND)];
  const checkpoints = stops.map((instant, index) => {
    const [longitude, latitude] = at(instant);
    const name = index === 0 ? 'Depot' : `Stop ${index}`;
    return { key: index + 1, name, latitude, longitude, radius: 150, geofence_id: null };
  });
  const isStraight = place % 4 === 3;
  const coordinates = isStraight
    ? checkpoints.map(({ longitude, latitude }): LonLat => [longitude, latitude])
    : simplified(track, 30);
  const earlier = place % 3 === 1 ? EARLIER : 0;
  return routeSchema.validateSync({
    name: `${entry.name.slice(0, 36)} · ${place + 1}`,
    description: isStraight ? 'Corridor drawn from stop to stop' : '',
    colour: GEOFENCE_COLOURS[place % GEOFENCE_COLOURS.length],
    labels: [place % 2 === 0 ? 'morning' : 'regional'],
    order_rule: 'skips',
    checkpoints,
    corridor: { type: 'corridor', coordinates, width: 400 },
    schedules: schedulesOf(vehicle, today.variant, stops, unitId, earlier, now, timeZone),
  });
}

/** A schedule for each week: the days on which the unit drives the same round, at its usual start. */
function schedulesOf(
  vehicle: Vehicle,
  variant: number,
  stops: readonly Instant[],
  unitId: number,
  earlier: number,
  now: Instant,
  timeZone: string,
): object[] {
  const noon = Math.floor(now / DAY) * DAY + 12 * HOUR;
  const driven = Array.from({ length: BACK + AHEAD + 1 }, (_, day) => noon + (day - BACK) * DAY)
    .map((at) => ({ at, plan: vehicle.planAt(at) }))
    .filter(({ plan }) => plan.variant === variant);
  // It leaves some minutes earlier or later every day.
  const usual = driven.reduce((sum, { at, plan }) => sum + plan.departures[0] - at, 0) / driven.length - earlier;
  const starts = driven.map(({ at }) => clockAt(at + Math.round(usual / (5 * MINUTE)) * 5 * MINUTE, timeZone));
  const weeks = Map.groupBy(starts, ({ date }) => mondayOf(date));
  return [...weeks.values()].map((days, index) => ({
    key: index + 1,
    name: `Week of ${days[0].date}`,
    labels: [days[0].clock < NOON ? 'mornings' : 'afternoons'],
    unit_ids: [unitId],
    repeat: 'weekly',
    days: days.map(({ date }) => weekdayOf(date)).toSorted((a, b) => a - b),
    from: days[0].date,
    until: days[days.length - 1].date,
    start: days[0].clock,
    tolerance: 10,
    times: stops
      .slice(1)
      .map((stop, place) => ({ checkpoint: place + 2, minutes: Math.round((stop - stops[0]) / MINUTE) })),
  }));
}

/** 1 is Monday. */
const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

/** The Monday of its week, which all days of the week share. */
const mondayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) - (weekdayOf(date) - 1) * DAY;
