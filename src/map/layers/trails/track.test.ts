import { describe, expect, it } from 'vitest';
import { layOutTracks, LINK, TRACK_WORDS } from './track.ts';

describe('track layout', () => {
  const track = (times: number[], longitudes: number[]) => ({
    unitId: 1,
    times: Float64Array.from(times),
    longitudes: Float64Array.from(longitudes),
    latitudes: new Float64Array(times.length).fill(50),
  });
  const links = (points: ReturnType<typeof layOutTracks>) =>
    Array.from({ length: points.count }, (_, i) => points.words[i * TRACK_WORDS + 5]);

  it('links fixes, marks silence and ends each track', () => {
    const points = layOutTracks([track([0, 10_000, 400_000], [10, 10.1, 10.2]), track([5_000, 6_000], [20, 20.1])]);
    expect(links(points)).toEqual([LINK.driven, LINK.silent, LINK.none, LINK.driven, LINK.none]);
    expect(points.words[4 * TRACK_WORDS + 4]).toBe(6);
    expect(points.words).toHaveLength(6 * TRACK_WORDS);
  });

  it('keeps a centimetre by high and low part', () => {
    const points = layOutTracks([track([0, 1_000], [11.5755741, 11.5755742])]);
    expect((points.words[0] ?? 0) + (points.words[2] ?? 0)).toBeCloseTo(11.5755741, 9);
  });

  it('leaves out the fixes of a unit that stands, but not its last', () => {
    const points = layOutTracks([track([0, 1_000, 2_000, 3_000, 4_000], [10, 10, 10, 10.1, 10.1])]);
    expect(points.count).toBe(3);
    expect(layOutTracks([]).count).toBe(0);
  });
});
