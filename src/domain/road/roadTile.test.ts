import { describe, expect, it } from 'vitest';
import { RoadTile } from './index.ts';

/** A motorway to the north with a street beside it and one across, ten units a metre. */
const METRE = 10;
const tile = new RoadTile([
  {
    roadClass: 'motorway',
    points: [
      [2_000, 5_000],
      [2_000, 100],
      [2_000, -60],
    ],
  },
  {
    roadClass: 'residential',
    points: [
      [2_250, 4_000],
      [2_250, 0],
    ],
  },
  {
    roadClass: 'secondary',
    points: [
      [0, 1_000],
      [4_096, 1_000],
    ],
  },
]);
const at = (x: number, y: number, course = Number.NaN) => tile.classAt(x, y, course, METRE);
const [NORTH, SOUTH, WEST] = [0, 180, 270];

describe('the road under a fix', () => {
  it('is the nearest one within reach, whichever way one drives along it', () => {
    expect([at(2_020, 3_000), at(2_020, 3_000, NORTH), at(2_020, 3_000, SOUTH + 12)]).toEqual([
      'motorway',
      'motorway',
      'motorway',
    ]);
    expect(at(2_240, 3_000, SOUTH)).toBe('residential');
  });

  it('is further off where it leads the way the unit drives', () => {
    expect([at(1_720, 3_000, NORTH), at(1_720, 3_000, 30), at(1_720, 3_000)]).toEqual(['motorway', null, null]);
    expect([at(1_690, 3_000, NORTH), at(1_860, 3_000, 30), at(1_860, 3_000)]).toEqual([null, 'motorway', 'motorway']);
  });

  it('is not one that is only crossed', () => {
    expect([at(2_000, 1_010, NORTH), at(2_000, 1_010, WEST)]).toEqual(['motorway', 'secondary']);
    expect([at(300, 1_010, WEST), at(300, 1_010, NORTH)]).toEqual(['secondary', null]);
  });

  it('is none where no road is, and goes on beyond the edges of its tile', () => {
    expect([at(3_500, 3_000), new RoadTile([]).classAt(10, 10, 0, METRE)]).toEqual([null, null]);
    expect([at(2_010, -40, NORTH), at(2_010, 4_500, NORTH)]).toEqual(['motorway', 'motorway']);
  });
});
