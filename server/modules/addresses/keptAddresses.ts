import type { Instant } from '../../../src/domain/base/index.ts';
import type { Queryable } from '../../store/database.types.ts';

/** A point as finely as addresses distinguish places: ten-thousandths of a degree. */
export interface RoundedPoint {
  readonly latitude: number;
  readonly longitude: number;
}

const FINENESS = 10_000;
export const roundPoint = ({ latitude, longitude }: RoundedPoint): RoundedPoint => ({
  latitude: Math.round(latitude * FINENESS) / FINENESS,
  longitude: Math.round(longitude * FINENESS) / FINENESS,
});
export const pointKey = ({ latitude, longitude }: RoundedPoint): string =>
  `${Math.round(latitude * FINENESS)} ${Math.round(longitude * FINENESS)}`;
const columnOf = (points: readonly RoundedPoint[], name: keyof RoundedPoint): number[] =>
  points.map((point) => Math.round(point[name] * FINENESS));

/** Addresses that a geocoder gave, by {@link pointKey}; empty where it knows nothing of the point. */
export async function readKeptAddresses(
  database: Queryable,
  source: string,
  lang: string,
  points: readonly RoundedPoint[],
): Promise<Map<string, string>> {
  const rows = await database.query<{ latitude: number; longitude: number; words: string }>(
    `select a.latitude, a.longitude, a.words from unnest($3::int4[], $4::int4[]) as p (latitude, longitude)
     join address a on a.source = $1 and a.lang = $2 and a.latitude = p.latitude and a.longitude = p.longitude`,
    [source, lang, columnOf(points, 'latitude'), columnOf(points, 'longitude')],
  );
  return new Map(rows.map(({ latitude, longitude, words }) => [`${latitude} ${longitude}`, words]));
}

/** Keeps an address; a newer one takes the place of an older. */
export async function keepAddress(
  database: Queryable,
  {
    source,
    lang,
    point,
    words,
    now,
  }: { source: string; lang: string; point: RoundedPoint; words: string; now: Instant },
): Promise<void> {
  await database.query(
    `insert into address (source, lang, latitude, longitude, words, read_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (source, lang, latitude, longitude) do update set words = excluded.words, read_at = excluded.read_at`,
    [source, lang, ...columnOf([point], 'latitude'), ...columnOf([point], 'longitude'), words, new Date(now)],
  );
}

/** Forgets addresses that were read before an instant: streets are renamed. Answers how many. */
export async function purgeAddresses(database: Queryable, before: Instant): Promise<number> {
  const rows = await database.query('delete from address where read_at < $1 returning 1 as gone', [new Date(before)]);
  return rows.length;
}
