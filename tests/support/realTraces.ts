import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createPoint, type DetectionPoint } from '../../src/domain/detection/index.ts';

/**
 * Traces that others recorded. Set WAYLINE_REAL_DATA to the folder that holds them; tests that want them are skipped
 * without.
 */
const TRACES = join(process.env.WAYLINE_REAL_DATA ?? resolve(import.meta.dirname, '../../../shared/data'), 'traces');
export const hasTraces = existsSync(TRACES);

/** The lines of a CSV file under its first line's names, gzipped or not. */
function readRows(path: string): Record<string, string>[] {
  const bytes = readFileSync(join(TRACES, path));
  const [head, ...lines] = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString()
    .trim()
    .split(/\r?\n/)
    .map((line) => line.replaceAll('"', '').split(','));
  return lines.map((cells) => Object.fromEntries(head.map((name, column) => [name, cells[column]?.trim() ?? ''])));
}

const oldestFirst = (points: DetectionPoint[]): DetectionPoint[] => points.toSorted((a, b) => a.time - b.time);

const fix = (time: number, latitude: number, longitude: number, speed: number): DetectionPoint => ({
  ...createPoint(),
  time,
  hasPosition: true,
  valid: true,
  latitude,
  longitude,
  speed,
});

/** One route of Liverpool by vehicle, without speeds. */
export function liverpool(): Map<string, DetectionPoint[]> {
  const grouped = Map.groupBy(readRows('bus-liverpool/route14_outbound.csv'), ({ vehicle_id }) => vehicle_id);
  return new Map(
    [...grouped].map(([id, own]) => [
      id,
      oldestFirst(
        own.map((row) =>
          fix(
            Date.parse(`${row.timestamp.replace(' ', 'T')}Z`),
            Number(row.latitude),
            Number(row.longitude),
            Number.NaN,
          ),
        ),
      ),
    ]),
  );
}

/** A day of Austin's buses by vehicle, a report every few minutes, speeds in m/s. */
export function austin(day: string): Map<string, DetectionPoint[]> {
  const rows = readRows(`multiday-austin/${day}.csv.gz`);
  const grouped = Map.groupBy(rows, ({ vehicle_id }) => vehicle_id);
  return new Map(
    [...grouped].map(([id, own]) => [
      id,
      oldestFirst(
        own.map((row) =>
          fix(Date.parse(row.timestamp), Number(row.latitude), Number(row.longitude), Number(row.speed) * 3.6),
        ),
      ),
    ]),
  );
}

/** All buses of Warsaw by vehicle, a report every 11–15 s without speeds. */
export function warsaw(session: string): Map<string, DetectionPoint[]> {
  const grouped = Map.groupBy(readRows(`fleet-warsaw/${session}.csv.gz`), ({ vehicle }) => vehicle);
  return new Map(
    [...grouped].map(([id, own]) => [
      id,
      oldestFirst(own.map((row) => fix(Date.parse(row.time_utc), Number(row.lat), Number(row.lon), Number.NaN))),
    ]),
  );
}

/** A drive with its tank in per cent, sloshing at 1 Hz; no positions. */
export function carTank(drive: string): { seconds: number; speed: number; percent: number }[] {
  return readRows(`fuel-carobd/${drive}.csv.gz`).map((row) => ({
    seconds: Number(row['ENGINE_RUN_TINE ()']),
    speed: Number(row['VEHICLE_SPEED ()']),
    percent: Number(row['FUEL_TANK ()']),
  }));
}

interface EnviroCarTrack {
  properties: { length: number; begin: string; end: string };
  features: {
    geometry: { coordinates: [number, number] };
    properties: { time: string; phenomenons: Record<string, { value: number } | undefined> };
  }[];
}

/** Recorded trips of two cars with what their recorder says of them. */
export function enviroCars(): { name: string; kilometres: number; points: DetectionPoint[] }[] {
  return readdirSync(join(TRACES, 'obd-envirocar'))
    .filter((name) => name.endsWith('.geojson'))
    .map((name) => {
      const track = JSON.parse(readFileSync(join(TRACES, 'obd-envirocar', name), 'utf8')) as EnviroCarTrack;
      const points = track.features.map(
        ({
          geometry: {
            coordinates: [longitude, latitude],
          },
          properties: { time, phenomenons },
        }) =>
          fix(
            Date.parse(time),
            latitude,
            longitude,
            phenomenons['GPS Speed']?.value ?? phenomenons.Speed?.value ?? Number.NaN,
          ),
      );
      return { name, kilometres: track.properties.length, points: oldestFirst(points) };
    });
}
