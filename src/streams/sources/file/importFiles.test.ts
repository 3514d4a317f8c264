import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COORDINATE_SCALE, MINUTE } from '../../../domain/base/index.ts';
import { stateSpeed } from '../../../domain/telemetry/index.ts';
import type { FileProblemKey } from './fileProblem.ts';
import { openTrackFile } from './openTrackFile.ts';
import type { TrackFile } from './trackFile.ts';

/** Files of real tools, many of them with what the tool itself made of them in another format. */
const FOLDER = join(
  process.env.WAYLINE_REAL_DATA ?? resolve(import.meta.dirname, '../../../../../shared/data'),
  'traces/import',
);
const isThere = existsSync(FOLDER);
const names = isThere
  ? readdirSync(FOLDER, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(FOLDER.length + 1))
      .toSorted()
  : [];

const read = (name: string) => {
  const data = readFileSync(join(FOLDER, name));
  return openTrackFile(
    basename(name),
    data.buffer.slice(data.byteOffset, data.byteOffset + data.length) as ArrayBuffer,
  );
};
const opened = (name: string): TrackFile => {
  const file = read(name);
  if (!file.ok) throw new Error(`${name}: ${JSON.stringify(file.error)}`);
  return file.value;
};

/** By the ending of a name: the format that a refusal names. */
const OTHER_FORMATS: Readonly<Record<string, RegExp>> = {
  kml: /^KML$/,
  tcx: /^TCX$/,
  fit: /^FIT$/,
  geojson: /^GeoJSON$/,
  json: /^JSON$/,
  igc: /^IGC$/,
  plt: /^OziExplorer$/,
  wpt: /^OziExplorer$/,
  srt: /^SubRip$/,
  nmea: /^NMEA$/,
  txt: /^NMEA$/,
  trk: /^NMEA$/,
  nmea_utf16: /^NMEA$/,
  nmea_utf16_dos: /^NMEA$/,
};

/** Tables and GPX files without a track that could be played, and what is said of them. */
const REFUSED: Readonly<Record<string, FileProblemKey>> = {
  'fitparse/compressed-speed-distance-records.csv': 'file.noColumn',
  'gpsbabel/heightcheck.csv': 'file.noColumn',
  'gpsbabel/heightcheck_out.csv': 'file.noColumn',
  'gpsbabel/unicsv_encoding.csv': 'file.noColumn',
  'gpsbabel/track/trackfilter_segment.csv': 'file.utmCoordinates',
  // A tool's error message under the name of a track.
  'gpsbabel/track/trackfilter_discard_err.gpx': 'file.unknownFormat',
  // A barometer's record: every point is at 0°, 0°.
  'gpsbabel/igc1_baro.gpx': 'file.zeroPosition',
  // A logger that never knew the time.
  'gpxpy/Mojstrovka.gpx': 'file.badTime',
  'togeojson/bad.gpx': 'file.badCoordinate',
};

const countOf = (text: string, pattern: RegExp): number => (text.match(pattern) ?? []).length;

describe.skipIf(!isThere)('every file of real tools', () => {
  it('is there', () => expect(names.length).toBeGreaterThan(200));

  it.each(names.filter((name) => /\.(gpx|csv)$/i.test(name)))('%s is read whole or refused by its reason', (name) => {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    const points = countOf(text, /<trkpt\b/g);
    const file = read(name);
    if (!file.ok) {
      const expected = REFUSED[name] ?? (name.endsWith('.gpx') && points === 0 ? 'file.gpxNoTrack' : 'accepted');
      expect(file.error.key).toBe(expected);
      return;
    }
    expect(REFUSED[name]).toBeUndefined();
    const isUntimed = points > 0 && countOf(text, /<trkpt\b(?:(?!<\/trkpt>)[^])*?<time>/g) === 0;
    expect(file.value.isStill).toBe(isUntimed);
    const rows = file.value.units.reduce((sum, unit) => sum + (unit.line ?? unit.rows).times.length, 0);
    expect(file.value.reasons.reduce((sum, { count }) => sum + count, 0)).toBe(file.value.skipped);
    if (!name.endsWith('.gpx')) return;
    // A fix that is neither shown nor counted repeats the one before.
    const fixes = [...text.matchAll(/<trkpt\b([^>]*)>((?:(?!<\/trkpt>)[^])*)/g)].map(
      ([, place, inner]) => `${place.trim()} ${/<time>([^<]*)/.exec(inner)?.[1] ?? Math.random()}`,
    );
    expect(rows + file.value.skipped).toBeGreaterThanOrEqual(new Set(fixes).size);
    expect(rows + file.value.skipped).toBeLessThanOrEqual(points);
  });

  it.each(names.filter((name) => !/\.(gpx|csv)$/i.test(name)))('%s is refused by its name', (name) => {
    const ending = basename(name).toLowerCase().split('.').at(-1) ?? '';
    expect(read(name)).toEqual({
      ok: false,
      error: {
        key: 'file.otherFormat',
        values: { name: basename(name), format: expect.stringMatching(OTHER_FORMATS[ending]) as string },
      },
    });
  });
});

/** Whole seconds and places in ten-millionths of a degree, of all tracks. */
const placesOf = (file: TrackFile): Map<number, readonly [number, number]> =>
  new Map(
    file.units.flatMap(({ rows }) =>
      Array.from(
        rows.times,
        (time, row) => [Math.floor(time / 1_000), [rows.latitudes[row], rows.longitudes[row]]] as const,
      ),
    ),
  );

describe.skipIf(!isThere)('what a tool made of the same track', () => {
  it.each([
    ['garminconnect.csv', 'garminconnect.gpx'],
    ['garmin_g1000.csv', 'garmin_g1000~gpx.gpx'],
    ['mtk_logger_m241.csv', 'mtk_logger_m241.gpx'],
  ])('%s agrees with %s', (table, xml) => {
    const [one, other] = [placesOf(opened(`gpsbabel/track/${table}`)), placesOf(opened(`gpsbabel/track/${xml}`))];
    const common = [...one].filter(([time]) => other.has(time));
    expect(common.length).toBeGreaterThan(0.9 * one.size);
    for (const [time, [latitude, longitude]] of common) {
      expect(Math.abs((other.get(time)?.[0] ?? 0) - latitude)).toBeLessThanOrEqual(20);
      expect(Math.abs((other.get(time)?.[1] ?? 0) - longitude)).toBeLessThanOrEqual(20);
    }
  });

  it.each(['blue_hills.gpx', 'run_gpxtpx.gpx'])('%s agrees with its GeoJSON', (name) => {
    const places = placesOf(opened(`togeojson-mapbox/${name}`));
    const { features } = JSON.parse(readFileSync(join(FOLDER, `togeojson-mapbox/${name}.geojson`), 'utf8')) as {
      features: { geometry: { coordinates: unknown[] }; properties: { coordTimes?: unknown[] } }[];
    };
    let compared = 0;
    for (const { geometry, properties } of features) {
      const times = (properties.coordTimes ?? []).flat() as string[];
      const flat = (
        Array.isArray((geometry.coordinates[0] as unknown[] | undefined)?.[0])
          ? geometry.coordinates.flat()
          : geometry.coordinates
      ) as number[][];
      for (const [at, time] of times.entries()) {
        const place = places.get(Math.floor(Date.parse(time) / 1_000));
        if (!place) continue;
        compared++;
        expect([place[0] / COORDINATE_SCALE, place[1] / COORDINATE_SCALE]).toEqual([
          expect.closeTo(flat[at][1], 5),
          expect.closeTo(flat[at][0], 5),
        ]);
      }
    }
    expect(compared).toBeGreaterThan(1_000);
  });

  it.each(['bike', 'run', 'walk'])('speeds of a watch (%s), whose table names no unit, are m/s', (ride) => {
    const name = `fitparse/garmin-fenix-5-${ride}-records.csv`;
    const [header, ...lines] = readFileSync(join(FOLDER, name), 'utf8')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','));
    const { rows } = opened(name).units[0];
    const written = lines.map((line) => Number(line[header.indexOf('speed')]) * 3.6);
    expect(Array.from(rows.states, stateSpeed)).toEqual(written.map((speed) => expect.closeTo(speed, 0) as number));
    // Times of these are local, of a zone that is written: the watch's own file begins within the hour.
    expect(new Date(rows.times[0]).toISOString().slice(0, 10)).toMatch(/^2017-06-1[12]$/);
    expect(rows.times[rows.times.length - 1] - rows.times[0]).toBeLessThan(30 * MINUTE);
  });

  it('speeds of an aircraft are the knots of the comment that names its units', () => {
    const { rows } = opened('gpsbabel/track/garmin_g1000.csv').units[0];
    expect(stateSpeed(rows.states[0])).toBeCloseTo(3.5 * 1.852, 0);
  });
});
