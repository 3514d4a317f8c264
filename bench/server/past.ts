import type pg from 'pg';
import { NO_FILTERS } from '../../server/call/historyFilters.ts';
import { searchVisits } from '../../server/call/visits.ts';
import { dayBlocksOf, insertBlocks, openPositionStore } from '../../server/store/index.ts';
import { COORDINATE_SCALE, DAY, destination, HOUR, MINUTE, SECOND, SPEED_SCALE } from '../../src/domain/base/index.ts';
import type { Shape } from '../../src/domain/geometry/index.ts';
import { TrackBuilder, type TrackColumns } from '../../src/domain/telemetry/index.ts';
import { withDatabase, quiet, type BenchDatabase } from '../support/cluster.ts';
import { START } from '../support/drivingFleet.ts';
import { median } from '../support/median.ts';
import { type Row, type Table } from '../support/table.ts';
import { hasPostgis, withPostgis } from '../usual/postgis.ts';

const UNITS = 1_000;
const DAYS = 31;
const COPIES = 10;
const TIMES = 5;
/** The homes lie within a degree around this place. */
const MIDDLE: readonly [latitude: number, longitude: number] = [50.5, 10.5];
const PARKED_EVERY = 5 * MINUTE;
const DRIVING_EVERY = 10 * SECOND;
const TRIP = 15 * MINUTE;
const SPEED = 40;

const SHAPES: readonly { readonly name: string; readonly shape: Shape }[] = [
  { name: 'a circle of 1 km', shape: { type: 'circle', center: [MIDDLE[1], MIDDLE[0]], radius: 1_000 } },
  { name: 'a town (a polygon 20 km wide)', shape: { type: 'polygon', coordinates: [around(MIDDLE, 10_000, 24)] } },
];

/** Who was here in a month: track blocks with boxes beside a table of points with spatial and time indexes. */
export async function serverPast(): Promise<Table[]> {
  const usual = hasPostgis() ? await withPostgis(measurePoints) : null;
  const { rows, points } = await withDatabase((bench) => measureBlocks(bench, usual));
  const peer = usual === null ? 'PostGIS is not installed and left out' : 'beside PostGIS 3 on Postgres 15';
  return [
    { title: `Who was here: ${UNITS} units, 31 days, ${(points / 1e6).toFixed(1)} million points; ${peer}`, rows },
  ];
}

function around(center: readonly [number, number], radius: number, corners: number): [number, number][] {
  const ring = Array.from({ length: corners }, (_, corner): [number, number] => {
    const [latitude, longitude] = destination(...center, (corner * 360) / corners, radius);
    return [longitude, latitude];
  });
  return [...ring, ring[0]];
}

/**
 * A unit's day: a quarter of an hour out in the morning, back in the evening, parked every five minutes. The same in
 * every run.
 */
function dayOf(unit: number, day: number, builder: TrackBuilder): TrackColumns {
  const home = homeOf(unit);
  const start = START + day * DAY;
  builder.reset(unit + 1);
  const drift = (place: number): number => (((unit * 7_919 + day * 104_729 + place * 1_299_721) % 1_000) - 500) / 100;
  const report = (time: number, metres: number, speed: number): void => {
    const [latitude, longitude] = destination(...home, (unit * 137) % 360, metres);
    const [lat, lon] = speed === 0 ? [latitude, longitude] : destination(latitude, longitude, 0, drift(time / SECOND));
    builder.add(
      time,
      Math.round(lon * COORDINATE_SCALE),
      Math.round(lat * COORDINATE_SCALE),
      Math.round(speed * SPEED_SCALE),
      0,
      100,
      11,
      3,
      2,
      0,
    );
  };
  const away = (SPEED / 3.6) * (TRIP / SECOND);
  const out = start + 7 * HOUR + (unit % 120) * MINUTE;
  const back = start + 16 * HOUR + ((unit * 7) % 120) * MINUTE;
  for (let time = start; time < start + DAY;) {
    const trip =
      time >= out && time < out + TRIP ? time - out : time >= back && time < back + TRIP ? back + TRIP - time : -1;
    if (trip >= 0) report(time, (SPEED / 3.6) * (trip / SECOND), SPEED + drift(time));
    else report(time, time < out || time >= back ? 0 : away, 0);
    time += trip >= 0 ? DRIVING_EVERY : PARKED_EVERY;
  }
  return builder.finish();
}

function homeOf(unit: number): [number, number] {
  const spread = (factor: number): number => ((unit * factor) % 9_973) / 9_973 - 0.5;
  return [MIDDLE[0] + spread(3_571), MIDDLE[1] + spread(7_103)];
}

interface Found {
  readonly milliseconds: number;
  readonly visits: number;
}

async function measureBlocks(bench: BenchDatabase, usual: readonly Found[] | null) {
  const { database } = bench;
  const builder = new TrackBuilder();
  let points = 0;
  for (let unit = 0; unit < UNITS; unit++) {
    const blocks = [];
    for (let day = 0; day < DAYS; day++) {
      const track = dayOf(unit, day, builder);
      points += track.count;
      blocks.push(...dayBlocksOf(track));
    }
    await insertBlocks(database, blocks, 1);
  }
  await database.query('vacuum analyze track_block');
  const store = await openPositionStore({ database, logger: quiet, time: { now: () => START + 40 * DAY } });
  const search = async (units: number, shape: Shape): Promise<Found> => {
    const started = performance.now();
    let visits = 0;
    const question = {
      positions: store,
      filters: NO_FILTERS,
      units: { whole: Array.from({ length: units }, (_, index) => index + 1), spans: new Map() },
      interval: { from: START, to: START + DAYS * DAY },
      shape,
    };
    for await (const found of searchVisits(question)) visits += found.visits.length;
    return { milliseconds: performance.now() - started, visits };
  };
  try {
    const rows: Row[] = [];
    for (const [index, { name, shape }] of SHAPES.entries()) {
      const runs: Found[] = [];
      for (let run = 0; run < TIMES; run++) runs.push(await search(UNITS, shape));
      const peer = usual?.[index];
      rows.push({
        measure: `${name}, ${UNITS.toLocaleString('en')} units, a month`,
        usual: peer?.milliseconds ?? null,
        ours: median(runs.map(({ milliseconds }) => milliseconds)),
        unit: 'ms',
        bar: { atMost: 1_000 },
        note: `${runs[0].visits} visits${peer ? `; of fixes alone ${peer.visits}, tracks between them are not in theirs` : ''}`,
      });
    }
    await copyUnits(bench);
    for (const { name, shape } of SHAPES) {
      const { milliseconds, visits } = await search(UNITS * COPIES, shape);
      rows.push({
        measure: `${name}, ${(UNITS * COPIES).toLocaleString('en')} units, a month`,
        usual: null,
        ours: milliseconds / 1_000,
        unit: 's',
        bar: { atMost: 10 },
        note: `${visits} visits in ${((points * COPIES) / 1e6).toFixed(0)} million points`,
      });
    }
    return { rows, points };
  } finally {
    await store.close();
  }
}

/** The same past for nine times as many units more: a block carries its unit's number in bytes 4 to 7. */
async function copyUnits({ database }: BenchDatabase): Promise<void> {
  for (let copy = 1; copy < COPIES; copy++) {
    await database.query(
      `insert into track_block
       select unit_id + $1, span, t0, t1, part, n, codec,
         overlay(data placing decode(lpad(to_hex((unit_id + $1) & 255), 2, '0') || lpad(to_hex((unit_id + $1) >> 8), 2, '0'), 'hex') from 5 for 2),
         west, south, east, north
       from track_block where unit_id <= $2`,
      [copy * UNITS, UNITS],
    );
  }
  await database.query('vacuum analyze track_block');
}

async function measurePoints(client: pg.Client): Promise<Found[]> {
  await loadPoints(client);
  const found: Found[] = [];
  for (const { shape } of SHAPES) {
    const ring = shape.type === 'circle' ? around([shape.center[1], shape.center[0]], shape.radius, 64) : null;
    const polygon = ring ?? (shape.type === 'polygon' ? shape.coordinates[0] : []);
    const runs: Found[] = [];
    for (let run = 0; run < TIMES; run++) {
      const started = performance.now();
      const { rows } = await client.query(STAYS, [
        new Date(START),
        new Date(START + DAYS * DAY),
        `SRID=4326;POLYGON((${polygon.map(([longitude, latitude]) => `${longitude} ${latitude}`).join(',')}))`,
      ]);
      runs.push({ milliseconds: performance.now() - started, visits: rows.length });
    }
    found.push({ milliseconds: median(runs.map(({ milliseconds }) => milliseconds)), visits: runs[0].visits });
  }
  return found;
}

/**
 * Fixes inside by the spatial index, and a new stay where one follows the other after more than the reporting interval.
 */
const STAYS = `
  with inside as (
    select unit_id, time, speed,
      time - lag(time) over (partition by unit_id order by time) > interval '301 seconds' as is_new
    from point where time >= $1 and time < $2 and st_intersects(geom, $3::geometry)
  ), numbered as (
    select *, count(*) filter (where is_new is not false) over (partition by unit_id order by time) as stay from inside
  )
  select unit_id, min(time) as entered_at, max(time) as left_at, max(speed) as max_speed from numbered group by unit_id, stay`;

async function loadPoints(client: pg.Client): Promise<void> {
  await client.query(`create table point (unit_id int not null, time timestamptz not null, geom geometry(point, 4326) not null,
    speed real not null) partition by range (time)`);
  const builder = new TrackBuilder();
  for (let day = 0; day < DAYS; day++) {
    const [from, to] = [START + day * DAY, START + (day + 1) * DAY].map((time) => new Date(time).toISOString());
    await client.query(`create table point_${day} partition of point for values from ('${from}') to ('${to}')`);
    for (let first = 0; first < UNITS; first += 50) {
      const tracks = Array.from({ length: 50 }, (_, index) => copyOf(dayOf(first + index, day, builder)));
      await insertPoints(client, tracks);
    }
  }
  await client.query('create index on point using gist (geom)');
  await client.query('create index on point (time)');
  await client.query('create index on point (unit_id, time)');
  await client.query('vacuum analyze point');
}

const copyOf = ({ unitId, count, times, longitudes, latitudes, speeds }: TrackColumns) => ({
  units: Array.from({ length: count }, () => unitId),
  times: Array.from(times.subarray(0, count), (time) => time / SECOND),
  longitudes: Array.from(longitudes.subarray(0, count), (value) => value / COORDINATE_SCALE),
  latitudes: Array.from(latitudes.subarray(0, count), (value) => value / COORDINATE_SCALE),
  speeds: Array.from(speeds.subarray(0, count), (value) => value / SPEED_SCALE),
});

async function insertPoints(client: pg.Client, tracks: readonly ReturnType<typeof copyOf>[]): Promise<void> {
  await client.query(
    `insert into point select u, to_timestamp(t), st_setsrid(st_makepoint(x, y), 4326), s
     from unnest($1::int[], $2::float8[], $3::float8[], $4::float8[], $5::float4[]) as p (u, t, x, y, s)`,
    (['units', 'times', 'longitudes', 'latitudes', 'speeds'] as const).map((column) =>
      tracks.flatMap((track) => track[column]),
    ),
  );
}
