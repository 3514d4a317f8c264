import { describe, expect, it } from 'vitest';
import { destination } from '../../../src/domain/base/index.ts';
import { createProblems, loadMessages } from '../../call/index.ts';
import { Gazetteer } from '../../places/index.ts';
import { packPlaces } from '../../places/placeTable.ts';
import { addressOf } from './index.ts';

const KAZAN = { name: 'Kazan', country: 'RU', population: 1_100_000, latitude: 55.79, longitude: 49.12 };
const gazetteer = new Gazetteer(packPlaces([KAZAN]));
const problems = createProblems(loadMessages());
/** So many kilometres from the town. */
function address(kilometres: number, course: number, lang = 'en'): string {
  const [latitude, longitude] = destination(KAZAN.latitude, KAZAN.longitude, course, kilometres * 1_000);
  return addressOf(gazetteer, latitude, longitude, lang, problems);
}

describe('an address', () => {
  it('names the town alone within it: the greater the town, the further', () => {
    expect(address(3, 200)).toBe('Kazan, Russia');
    expect(address(14, 200)).toBe('Kazan, Russia');
    expect(address(16, 200)).not.toBe('Kazan, Russia');
  });

  it('says how far and in which direction beyond it', () => {
    expect(address(42, 45)).toBe('42 km north-east of Kazan, Russia');
    expect(address(42, 359)).toBe('42 km north of Kazan, Russia');
    expect(address(17.6, 268)).toBe('18 km west of Kazan, Russia');
  });

  it('is worded in the language of the call', () => {
    expect(address(42, 45, 'ru')).toBe('42 км северо-восточнее Kazan, Россия');
    expect(address(42, 180, 'fa')).toBe('۴۲ کیلومتری جنوب Kazan، روسیه');
  });

  it('gives the coordinates where no town is near', () => {
    expect(addressOf(gazetteer, -48.5, -123.25, 'en', problems)).toBe('-48.5000°, -123.2500°');
  });
});
