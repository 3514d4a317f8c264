import { describe, expect, it } from 'vitest';
import { distance } from '../../domain/base/index.ts';
import type { LonLat } from '../../domain/geometry/index.ts';
import { circleOf, circleRing, geometryOf, shapeFeature } from './geometry.ts';
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

  it('a corridor is as wide on the ground at every zoom', () => {
    const { properties } = shapeFeature({
      type: 'corridor',
      coordinates: [
        [9.5, 60],
        [9.6, 60],
      ],
      width: 100,
    });
    // At 60° a metre takes twice the pixels that it takes at the equator: 512 px are half of the globe's girth there.
    expect(properties?.['width']).toBeCloseTo((100 * 512) / (40_075_016.686 / 2), 9);
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
