import { describe, expect, it } from 'vitest';
import { distance } from '../../domain/base/index.ts';
import { probeOf, findShapeFault, type LonLat, type Shape } from '../../domain/geometry/index.ts';
import { circleOf, geometryOf } from './geometry.ts';
import { circleRing, ringsAround } from './outline.ts';
import { SnapLines, type SnapView } from './snapping.ts';

/** A hundred pixels a degree, north up. */
const view: SnapView = {
  project: (longitude, latitude) => ({ x: longitude * 100, y: -latitude * 100 }),
  unproject: (x, y) => ({ lng: x / 100, lat: -y / 100 }),
};
const SQUARE: LonLat[] = [
  [1, 1],
  [2, 1],
  [2, 2],
  [1, 2],
  [1, 1],
];

describe('snapping', () => {
  const lines = new SnapLines([SQUARE]);

  it('takes the vertex that is near, also where an edge is nearer', () => {
    expect(lines.near({ x: 106, y: -101 }, view)).toEqual([1, 1]);
  });

  it('takes the place on an edge where no vertex is near', () => {
    expect(lines.near({ x: 150, y: -105 }, view)).toEqual([expect.closeTo(1.5, 9), expect.closeTo(1, 9)]);
  });

  it('takes nothing far away', () => {
    expect(lines.near({ x: 150, y: -150 }, view)).toBeUndefined();
    expect(new SnapLines([]).near({ x: 100, y: -100 }, view)).toBeUndefined();
  });
});

describe('shapes as the ground draws them', () => {
  it('a circle is a ring at its radius, and is read back as it was', () => {
    const ring = circleRing([9.5, 47.1], 500);
    for (const [longitude, latitude] of ring) expect(distance(47.1, 9.5, latitude, longitude)).toBeCloseTo(500, 1);
    expect(ring.at(-1)).toEqual(ring[0]);
    const read = circleOf(ring.map(([longitude, latitude]) => [longitude, latitude]));
    expect(read).toMatchObject({ type: 'circle', center: [expect.closeTo(9.5, 5), expect.closeTo(47.1, 5)] });
    expect(read).toMatchObject({ radius: expect.closeTo(500, 0) });
  });

  const corridor = (width: number, ...coordinates: LonLat[]): Shape => ({ type: 'corridor', width, coordinates });
  /** Metres from the outline of a shape to a ring, the most of all points. */
  const off = (shape: Shape, ring: readonly LonLat[]): number =>
    Math.max(...ring.map(([longitude, latitude]) => Math.abs(probeOf(shape).depth(latitude, longitude, 1_000))));

  it('a corridor is the ground within half its width, also where it is wider than its bends are apart', () => {
    const straight = corridor(200, [24.7, 59.4], [24.72, 59.41], [24.74, 59.4]);
    const yard = corridor(400, [51.3, 35.7], [51.3012, 35.7002], [51.3002, 35.7008], [51.3008, 35.6996]);
    for (const shape of [straight, yard]) {
      const rings = ringsAround(shape);
      expect(rings).toHaveLength(1);
      expect(rings[0][0]).toEqual(rings[0].at(-1));
      expect(off(shape, rings[0])).toBeLessThan(3);
      expect(findShapeFault({ type: 'polygon', coordinates: rings })).toBeNull();
    }
  });

  it('a corridor around a place leaves it out', () => {
    const around = corridor(60, [9.5, 47], [9.52, 47], [9.52, 47.01], [9.5, 47.01], [9.5, 47]);
    const rings = ringsAround(around);
    expect(rings).toHaveLength(2);
    expect(Math.max(...rings[0].map(([longitude]) => longitude))).toBeGreaterThan(9.52);
    expect(Math.max(...rings[1].map(([longitude]) => longitude))).toBeLessThan(9.52);
    expect(Math.max(...rings.map((ring) => off(around, ring)))).toBeLessThan(1);
  });

  it('a shape across the date line stays in one piece', () => {
    const geometry = geometryOf({
      type: 'polygon',
      coordinates: [
        [
          [179, 0],
          [-179, 0],
          [-179, 1],
          [179, 0],
        ],
      ],
    });
    expect(geometry).toMatchObject({
      coordinates: [
        [
          [179, 0],
          [181, 0],
          [181, 1],
          [179, 0],
        ],
      ],
    });
  });
});
