import { describe, expect, it } from 'vitest';
import { placeNames, type NamedGround } from './placeNames.ts';

const point = (longitude: number, latitude: number) => ({ type: 'Point', coordinates: [longitude, latitude] });

function ground(
  layers: readonly string[],
  features: ReturnType<NamedGround['queryRenderedFeatures']>,
): NamedGround & { asked: string[][] } {
  const asked: string[][] = [];
  return {
    asked,
    getLayer: (id) => (layers.includes(id) ? {} : undefined),
    queryRenderedFeatures: ({ layers: wanted }) => {
      asked.push(wanted);
      return features;
    },
  };
}

describe('names on the ground', () => {
  it('are those that the layers of the style show', () => {
    const world = ground(['ground', 'places', 'countries'], []);
    expect(placeNames(world)).toEqual([]);
    expect(world.asked).toEqual([['places', 'countries']]);
    const pictures = ground(['photos'], []);
    expect(placeNames(pictures)).toEqual([]);
    expect(pictures.asked).toEqual([]);
  });

  it('take room above their dot, or around their place', () => {
    const layout = { 'text-size': 10, 'text-field': 'Brno', 'text-anchor': 'bottom', 'text-offset': [0, -0.5] };
    const [town, country] = placeNames(
      ground(
        ['places'],
        [
          { geometry: point(16.6, 49.2), layer: { layout } },
          {
            geometry: point(15, 50),
            layer: { layout: { 'text-size': 10, 'text-field': 'Brno', 'text-letter-spacing': 0.1 } },
          },
        ],
      ),
    );
    expect(town).toMatchObject({ longitude: 16.6, latitude: 49.2 });
    expect([town?.top, town?.bottom]).toEqual([-17, -5]);
    expect((town?.right ?? 0) + (town?.left ?? 0)).toBeCloseTo(0);
    expect([country?.top, country?.bottom]).toEqual([-6, 6]);
    expect(country?.right).toBeGreaterThan(town?.right ?? Infinity);
  });

  it('break into lines between words only', () => {
    const of = (text: string) =>
      placeNames(
        ground(
          ['places'],
          [
            {
              geometry: point(0, 0),
              layer: { layout: { 'text-size': 10, 'text-field': text, 'text-anchor': 'bottom' } },
            },
          ],
        ),
      )[0];
    expect(of('Frankfurt am Main Höchst')?.top).toBe(-24);
    expect(of('Llanfairpwllgwyngyll')?.top).toBe(-12);
    expect(of('Llanfairpwllgwyngyll')?.right).toBeGreaterThan(of('Frankfurt am Main Höchst')?.right ?? Infinity);
  });

  it('are none of what is no point or has no text', () => {
    const layout = { 'text-size': 10, 'text-field': 'Rhine' };
    const lines = [
      { geometry: { type: 'LineString', coordinates: [[0, 0]] }, layer: { layout } },
      { geometry: point(1, 1), layer: { layout: { 'text-size': 10 } } },
      { geometry: { type: 'GeometryCollection' }, layer: {} },
    ];
    expect(placeNames(ground(['places'], lines))).toEqual([]);
  });
});
