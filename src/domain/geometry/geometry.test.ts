import { describe, expect, it } from 'vitest';
import { object } from 'yup';
import { destination, distance, SHAPE } from '../base/index.ts';
import {
  areaOf,
  boxesTouch,
  boxOf,
  findShapeFault,
  lengthOf,
  probeOf,
  shapeField,
  tidyShape,
  type LonLat,
  type Shape,
} from './index.ts';

/** A square of a tenth of a degree at Vaduz, with a hole in its middle. */
const SQUARE: LonLat[] = [
  [9.5, 47.1],
  [9.6, 47.1],
  [9.6, 47.2],
  [9.5, 47.2],
  [9.5, 47.1],
];
const HOLE: LonLat[] = [
  [9.54, 47.14],
  [9.56, 47.14],
  [9.56, 47.16],
  [9.54, 47.16],
  [9.54, 47.14],
];
const polygon = (...coordinates: LonLat[][]): Shape => ({ type: 'polygon', coordinates });
const circle: Shape = { type: 'circle', center: [9.5, 47.1], radius: 500 };
const corridor: Shape = {
  type: 'corridor',
  width: 100,
  coordinates: [
    [9.5, 47.1],
    [9.6, 47.1],
    [9.6, 47.2],
  ],
};
const fiji: Shape = polygon([
  [179.5, -17],
  [-179.5, -17],
  [-179.5, -16],
  [179.5, -16],
  [179.5, -17],
]);

/** Numbers from 0 to 1 that are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

describe('what is inside', () => {
  it('a polygon with a hole: between outline and hole, and on the edge', () => {
    const probe = probeOf(polygon(SQUARE, HOLE));
    expect(probe.contains(47.11, 9.51)).toBe(true);
    expect(probe.contains(47.15, 9.55)).toBe(false);
    expect(probe.contains(47.1, 9.55)).toBe(true);
    expect(probe.contains(47.0999, 9.55)).toBe(false);
  });

  it('depth is the distance to the nearest edge, holes included, and ends at the reach', () => {
    const probe = probeOf(polygon(SQUARE, HOLE));
    const south = distance(47.1, 9.55, 47.105, 9.55);
    expect(probe.depth(47.105, 9.55, 5_000)).toBeCloseTo(south, 0);
    expect(probe.depth(47.095, 9.55, 5_000)).toBeCloseTo(-south, 0);
    expect(probe.depth(47.15, 9.55, 5_000)).toBeLessThan(0);
    expect(probe.depth(47.105, 9.55, 100)).toBe(100);
    expect(probe.depth(48, 9.55, 100)).toBe(-100);
  });

  it('a circle by the distance on the sphere', () => {
    const probe = probeOf(circle);
    const [latitude, longitude] = destination(47.1, 9.5, 37, 480);
    expect(probe.depth(latitude, longitude, 1_000)).toBeCloseTo(20, 3);
    expect(probe.contains(...destination(47.1, 9.5, 200, 501))).toBe(false);
  });

  it('a corridor within half its width, round at its ends', () => {
    const probe = probeOf(corridor);
    expect(probe.contains(...destination(47.1, 9.55, 0, 49))).toBe(true);
    expect(probe.contains(...destination(47.1, 9.55, 180, 51))).toBe(false);
    expect(probe.contains(...destination(47.1, 9.5, 270, 49))).toBe(true);
    expect(probe.depth(...destination(47.1, 9.5, 225, 60), 1_000)).toBeCloseTo(-10, 0);
  });

  it('a shape across the date line, asked from both sides', () => {
    const probe = probeOf(fiji);
    expect(probe.contains(-16.5, 179.8)).toBe(true);
    expect(probe.contains(-16.5, -179.8)).toBe(true);
    expect(probe.contains(-16.5, 179.2)).toBe(false);
    expect(probe.insideOf(-16.5, 179, -16.5, -179)).toEqual([expect.closeTo(0.25, 6), expect.closeTo(0.75, 6)]);
    expect(boxesTouch(boxOf(fiji), { west: -180, east: -179.9, south: -17, north: -16 })).toBe(true);
    expect(boxesTouch(boxOf(fiji), { west: 0, east: 1, south: -17, north: -16 })).toBe(false);
  });

  it('a star of 10,000 vertices as a plain one does: many edges are found by latitude', () => {
    const star: LonLat[] = Array.from({ length: 9_999 }, (_, index) => {
      const angle = (index / 9_999) * 2 * Math.PI;
      const radius = index % 2 === 0 ? 0.1 : 0.08;
      return [9.5 + radius * Math.cos(angle), 47.1 + radius * Math.sin(angle)];
    });
    star.push(star[0]);
    expect(findShapeFault(polygon(star))).toBeNull();
    const probe = probeOf(polygon(star));
    expect(probe.contains(47.1, 9.579)).toBe(true);
    expect(probe.contains(47.1, 9.601)).toBe(false);
    expect(probe.contains(47.1 + 0.079 * Math.SQRT1_2, 9.5 + 0.079 * Math.SQRT1_2)).toBe(true);
  });
});

describe('the part of a way that is inside', () => {
  const spans = (shape: Shape, from: LonLat, to: LonLat) => probeOf(shape).insideOf(from[1], from[0], to[1], to[0]);

  it('through a polygon with a hole: before it and behind it', () => {
    expect(spans(polygon(SQUARE, HOLE), [9.45, 47.15], [9.65, 47.15])).toEqual(
      [0.25, 0.45, 0.55, 0.75].map((share) => expect.closeTo(share, 6)),
    );
  });

  it('into, out of, wholly within and past', () => {
    expect(spans(polygon(SQUARE), [9.45, 47.15], [9.55, 47.15])).toEqual([expect.closeTo(0.5, 6), 1]);
    expect(spans(polygon(SQUARE), [9.55, 47.15], [9.65, 47.15])).toEqual([0, expect.closeTo(0.5, 6)]);
    expect(spans(polygon(SQUARE), [9.51, 47.11], [9.52, 47.12])).toEqual([0, 1]);
    expect(spans(polygon(SQUARE), [9.4, 47.05], [9.7, 47.05])).toEqual([]);
  });

  it('a corridor with a bend is one part', () => {
    expect(spans(corridor, [9.55, 47.1], [9.6, 47.1])).toEqual([0, 1]);
    expect(spans(corridor, [9.55, 47.05], [9.55, 47.15])).toHaveLength(2);
  });

  it.each([
    ['circle', circle],
    ['polygon', polygon(SQUARE, HOLE)],
    ['corridor', corridor],
  ])('of a %s agrees with asking point after point', (_, shape) => {
    const probe = probeOf(shape);
    const next = numbers(7);
    for (let round = 0; round < 200; round++) {
      const [a, b] = [0, 1].map((): LonLat => [9.48 + 0.14 * next.next().value, 47.08 + 0.14 * next.next().value]);
      const inside = probe.insideOf(a[1], a[0], b[1], b[0]);
      for (let step = 0; step <= 50; step++) {
        const share = step / 50;
        const depth = probe.depth(a[1] + (b[1] - a[1]) * share, a[0] + (b[0] - a[0]) * share, 1_000);
        if (Math.abs(depth) < 5) continue;
        const isIn = inside.some((from, index) => index % 2 === 0 && from <= share && share <= inside[index + 1]);
        expect(isIn, `${JSON.stringify([a, b])} at ${share}: ${depth} m`).toBe(depth > 0);
      }
    }
  });
});

describe('how large it is', () => {
  it('in square metres and metres', () => {
    expect(areaOf(circle)).toBeCloseTo(Math.PI * 500 * 500, -2);
    expect(lengthOf(circle)).toBeCloseTo(Math.PI * 1_000, 0);
    const height = distance(47.1, 9.5, 47.2, 9.5);
    const width = distance(47.15, 9.5, 47.15, 9.6);
    expect(areaOf(polygon(SQUARE)) / (height * width)).toBeCloseTo(1, 4);
    expect(areaOf(polygon(SQUARE, HOLE)) / (height * width)).toBeCloseTo(0.96, 3);
    expect(lengthOf(corridor)).toBeCloseTo(height + distance(47.1, 9.5, 47.1, 9.6), 3);
  });
});

describe('what is no shape is named with its place', () => {
  const fault = (shape: Shape) => findShapeFault(tidyShape(shape));

  it('a ring that crosses itself', () => {
    const bow = polygon([
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
    ]);
    expect(fault(bow)).toEqual({ code: 'crossing', ring: 1, point: 1, place: [1, 1] });
  });

  it('holes outside, in one another, and across the outline', () => {
    const moved = (line: LonLat[], by: number): LonLat[] =>
      line.map(([longitude, latitude]) => [longitude + by, latitude]);
    expect(fault(polygon(SQUARE, HOLE))).toBeNull();
    expect(fault(polygon(SQUARE, moved(HOLE, 1)))).toMatchObject({ code: 'holeOutside', ring: 2 });
    expect(fault(polygon(SQUARE, moved(HOLE, 0.05)))).toMatchObject({ code: 'crossing' });
    const inner = HOLE.map(([longitude, latitude]): LonLat => [
      9.55 + (longitude - 9.55) / 2,
      47.15 + (latitude - 47.15) / 2,
    ]);
    expect(fault(polygon(SQUARE, HOLE, inner))).toMatchObject({ code: 'holeInHole', ring: 3 });
  });

  it('over a pole, beyond the map, off the globe', () => {
    const around = [-120, 0, 120].map((longitude): LonLat => [longitude, 80]);
    expect(fault(polygon(around))).toEqual({ code: 'pole', ring: 1 });
    expect(fault({ type: 'circle', center: [0, 86], radius: 100 })).toMatchObject({ code: 'latitude', point: 1 });
    expect(findShapeFault({ type: 'circle', center: [190, 0], radius: 100 })).toMatchObject({ code: 'position' });
    expect(fault(fiji)).toBeNull();
  });

  it('too few points, no area, too many points, too small or large', () => {
    expect(fault({ type: 'corridor', coordinates: [[9, 47]], width: 50 })).toEqual({ code: 'tooFewPoints' });
    expect(
      fault(
        polygon([
          [9, 47],
          [9.1, 47],
        ]),
      ),
    ).toEqual({ code: 'tooFewPoints', ring: 1 });
    expect(
      fault(
        polygon([
          [9, 47],
          [9.1, 47],
          [9.2, 47],
        ]),
      ),
    ).toEqual({ code: 'noArea', ring: 1 });
    const long = Array.from({ length: SHAPE.points + 1 }, (_, index): LonLat => [index / 1_000, 10]);
    expect(fault({ type: 'corridor', coordinates: long, width: 50 })).toEqual({ code: 'tooManyPoints' });
    expect(fault({ ...circle, radius: 1 } as Shape)).toEqual({ code: 'radius' });
    expect(fault({ ...corridor, width: 30_000 } as Shape)).toEqual({ code: 'width' });
  });

  it('in a form: by key, with figures; what is valid is tidied', () => {
    const schema = object({ shape: shapeField });
    const refusal = (shape: unknown): unknown => {
      try {
        return schema.validateSync({ shape });
      } catch (error) {
        return error;
      }
    };
    expect(refusal({ type: 'circle', center: [1, 2] })).toMatchObject({ errors: ['validation.shape.invalid'] });
    expect(refusal(undefined)).toMatchObject({ errors: ['validation.shape.required'] });
    expect(refusal({ type: 'circle', center: [0, 0], radius: 1 })).toMatchObject({
      errors: ['validation.shape.radius'],
      params: { min: 5, max: 100_000 },
    });
    expect(refusal({ type: 'circle', center: [189.123456789, 1], radius: 10.04 })).toEqual({
      shape: { type: 'circle', center: [-170.8765432, 1], radius: 10 },
    });
    expect(refusal(polygon(SQUARE.slice(0, 4)))).toEqual({ shape: polygon(SQUARE) });
  });
});
