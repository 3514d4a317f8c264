import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { distance } from '../../src/domain/base/index.ts';
import { createPlaces, Gazetteer } from './index.ts';
import { foldText, packPlaces, type Place } from './placeTable.ts';

const places = createPlaces();
let world: Gazetteer;
beforeAll(async () => {
  world = await places.gazetteer();
}, 60_000);
afterAll(() => places.close());

const place = (name: string, latitude: number, longitude: number, population = 5_000): Place => ({
  name,
  country: 'XX',
  population,
  latitude,
  longitude,
});

describe('the nearest town', () => {
  it('is known by name, distance and direction', () => {
    const found = world.nearest(55.95, 49.3);
    expect(found?.place.country).toBe('RU');
    const centre = world.nearest(55.7887, 49.1221);
    expect(centre).toMatchObject({ place: { name: expect.stringContaining('Kazan') as string, country: 'RU' } });
    expect(centre?.metres).toBeLessThan(3_000);
  });

  it('is the same that comparing all would find, wherever the point lies', () => {
    const few = Array.from({ length: 400 }, (_, index) =>
      place(`P${index}`, ((index * 37) % 170) - 85 + (index % 7) / 10, ((index * 61) % 360) - 180 + (index % 11) / 10),
    );
    const gazetteer = new Gazetteer(packPlaces(few));
    for (let index = 0; index < 2_000; index++) {
      const [latitude, longitude] = [((index * 13) % 1_600) / 10 - 80, ((index * 29) % 3_600) / 10 - 180];
      const all = few.map((each) => distance(each.latitude, each.longitude, latitude, longitude));
      const least = Math.min(...all);
      const found = gazetteer.nearest(latitude, longitude);
      if (least < 300_000 && Math.abs(latitude) < 70) expect([index, found?.metres]).toEqual([index, least]);
      else if (least >= 300_000) expect([index, found]).toEqual([index, null]);
    }
  });

  it('is found over the date line, and nothing far out at sea', () => {
    const gazetteer = new Gazetteer(packPlaces([place('East', 10, 179.9)]));
    expect(gazetteer.nearest(10, -179.9)).toMatchObject({
      place: { name: 'East' },
      bearing: expect.closeTo(90, 0) as number,
    });
    expect(world.nearest(-48.88, -123.39)).toBeNull();
    for (const [latitude, longitude] of [
      [90, 0],
      [-90, 180],
      [0, -180],
      [89.9, 179.9],
    ] as const)
      expect(() => world.nearest(latitude, longitude)).not.toThrow();
  });
});

describe('towns by their beginning', () => {
  it('come with the greater first, without case, marks and apostrophes', () => {
    expect(world.find('kazan', 3)[0]).toMatchObject({ country: 'RU' });
    expect(world.find('zurich', 1)[0]).toMatchObject({ name: expect.stringMatching(/^Z/) as string, country: 'CH' });
    const populations = world.find('san', 8).map(({ population }) => population);
    expect(populations).toHaveLength(8);
    expect(populations).toEqual(populations.toSorted((a, b) => b - a));
  });

  it('are found by their names in the languages of the screens, however these are typed', () => {
    const first = (text: string) => world.find(text, 1)[0]?.name;
    expect(['اصفهان', 'Исфахан', 'исфа', 'اصفه'].map(first)).toEqual(Array.from({ length: 4 }, () => 'Isfahan'));
    // With the letters of an Arabic keyboard, and with a space or nothing between the parts of a word.
    expect(['كرج', 'شيراز'].map(first)).toEqual(['Karaj', 'Shiraz']);
    expect(['خرم‌آباد', 'خرم آباد', 'خرماباد'].map(first)).toEqual(Array.from({ length: 3 }, () => 'Khorramabad'));
    // The list of towns does not know how many people it has.
    expect(first('Кашан')).toBe('Kāshān');
    expect(first('новгород')).toBe('Nizhniy Novgorod');
  });

  it('are found by a later word of their name', () => {
    const gazetteer = new Gazetteer(
      packPlaces([
        place('Nizhniy Novgorod', 56.3, 44, 9),
        place('Novgorod', 58.5, 31.3, 5),
        place('Stara Novina', 1, 1, 7),
      ]),
    );
    expect(gazetteer.find('NOVGO', 9).map(({ name }) => name)).toEqual(['Nizhniy Novgorod', 'Novgorod']);
    expect(gazetteer.find('ovgorod', 9)).toEqual([]);
    expect(gazetteer.find('  ', 9)).toEqual([]);
    expect(foldText(' Kazan’ ')).toBe('kazan');
  });
});
