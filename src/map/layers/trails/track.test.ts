import { describe, expect, it } from 'vitest';
import { layOutTracks, LINK, NO_BAND, TRACK_WORDS, type TrackPalette } from './track.ts';

const palette: TrackPalette = {
  selection: [1, 2, 3],
  series: [
    [10, 0, 0],
    [0, 20, 0],
  ],
  bands: [
    [0, 0, 1],
    [0, 0, 2],
    [0, 0, 3],
    [0, 0, 4],
    [0, 0, 5],
  ],
};

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
    const points = layOutTracks(
      [track([0, 10_000, 400_000], [10, 10.1, 10.2]), track([5_000, 6_000], [20, 20.1])],
      palette,
    );
    expect(links(points)).toEqual([LINK.driven, LINK.silent, LINK.none, LINK.driven, LINK.none]);
    expect(points.words[4 * TRACK_WORDS + 4]).toBe(6);
    expect(points.words).toHaveLength(6 * TRACK_WORDS);
  });

  it('keeps a centimetre by high and low part', () => {
    const points = layOutTracks([track([0, 1_000], [11.5755741, 11.5755742])], palette);
    expect((points.words[0] ?? 0) + (points.words[2] ?? 0)).toBeCloseTo(11.5755741, 9);
  });

  it('leaves out the fixes of a unit that stands, but not its last', () => {
    const points = layOutTracks([track([0, 1_000, 2_000, 3_000, 4_000], [10, 10, 10, 10.1, 10.1])], palette);
    expect(points.count).toBe(3);
    expect(layOutTracks([], palette).count).toBe(0);
  });

  it('gives each unit the colour of its series, or each point that of its value', () => {
    const one = { ...track([0, 1_000], [10, 10.1]), series: 2 };
    const two = { ...track([0, 1_000, 2_000], [10, 10.1, 10.2]), bands: Uint8Array.of(4, 0, NO_BAND) };
    const { words } = layOutTracks([one, two, track([0, 1_000], [10, 10.1])], palette);
    const colors = Array.from({ length: 7 }, (_, record) => words[record * TRACK_WORDS + 6]);
    expect(colors).toEqual([0x001400, 0x001400, 5, 1, 0x010203, 0x010203, 0x010203]);
  });
});
