import { expect, it } from 'vitest';
import { destination } from '../../../domain/base/index.ts';
import type { LonLat } from '../../../domain/geometry/index.ts';
import { corridorOf } from './routeDraft.ts';

/** A day of a track whose every fix jumps from one side to the other, as under high buildings. */
const jagged = (points: number): LonLat[] =>
  Array.from({ length: points }, (_, place) => {
    const [south, west] = destination(35.7, 51.4, 45, place * 20);
    const [latitude, longitude] = destination(south, west, 135, (place % 2 === 0 ? 1 : -1) * (30 + (place % 7) * 5));
    return [longitude, latitude];
  });

it('makes a corridor of a jagged track of 100,000 points, with no more points than one may have', () => {
  const line = jagged(100_000);
  const corridor = corridorOf(line);
  const { length } = corridor?.coordinates ?? [];
  expect(length).toBeGreaterThan(50);
  expect(length).toBeLessThanOrEqual(2_000);
  const round = ([longitude, latitude]: LonLat) => [Number(longitude.toFixed(6)), Number(latitude.toFixed(6))];
  expect(corridor?.coordinates[0]).toEqual(round(line[0]));
  expect(corridor?.coordinates.at(-1)).toEqual(round(line[line.length - 1]));
});

it('ends for what is no line at all', () => {
  expect(corridorOf(Array.from({ length: 50_000 }, (): LonLat => [51, 35]))).toBeNull();
  expect(corridorOf([])).toBeNull();
});
