import { describe, expect, it } from 'vitest';
import { destination } from '../../../src/domain/base/index.ts';
import { createProblems, loadMessages } from '../../call/index.ts';
import { Gazetteer } from '../../places/index.ts';
import { packPlaces } from '../../places/placeTable.ts';
import { withTestDatabase } from '../../../tests/support/postgres.ts';
import type { CallContext } from '../../call/types.ts';
import { addressOf } from '../shared/index.ts';
import { createAddressHandlers, purgeAddresses, type NamedGeocoder } from './index.ts';

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

describe('with a geocoder', () => {
  const test = withTestDatabase();
  const NOW = Date.UTC(2026, 5, 1, 12);
  // No part of the context but these is read.
  const context = { lang: 'en', now: NOW } as CallContext;
  const points = [
    { latitude: 55.79, longitude: 49.12 },
    { latitude: 55.8, longitude: 49.13 },
  ];
  const towns = ['Kazan, Russia', 'Kazan, Russia'];

  function opened(reverse: NamedGeocoder['reverse'], source = 'pelias+https://geo.example') {
    const works: Promise<void>[] = [];
    const handlers = createAddressHandlers({
      places: { gazetteer: () => Promise.resolve(gazetteer), close: () => Promise.resolve() },
      problems,
      database: test.database,
      geocoder: { source, reverse, search: () => Promise.reject(new Error('down')) },
      background: { run: (work) => void works.push(work()) },
      wait: () => Promise.resolve(),
    });
    const ask = async () => {
      const answer = await handlers.getAddresses({ points }, context);
      await Promise.all(works);
      return answer;
    };
    return { handlers, ask };
  }
  const quick = (latitude: number) => Promise.resolve(`Street ${latitude}`);

  it('answers with the town until the address has come, then with the address', async () => {
    const waiting: ((words: string | null) => void)[] = [];
    const { ask } = opened(() => new Promise((resolve) => waiting.push(resolve)));
    expect(await ask()).toMatchObject({ value: { addresses: towns, pending: [0, 1] } });
    for (const resolve of waiting) resolve('Street 1');
    await expect.poll(ask).toMatchObject({ value: { addresses: ['Street 1', 'Street 1'], pending: [] } });
  });

  it('asks once for a point: another server knows what was found, by language and by geocoder', async () => {
    const refuse = () => Promise.reject(new Error('asked again'));
    await opened(quick, 'a').ask();
    expect(await opened(refuse, 'a').ask()).toMatchObject({
      value: { addresses: ['Street 55.79', 'Street 55.8'], pending: [] },
    });
    expect(await opened(refuse, 'b').ask()).toMatchObject({ value: { addresses: towns, pending: [] } });
    expect(await purgeAddresses(test.database, NOW)).toBe(0);
    expect(await purgeAddresses(test.database, NOW + 1)).toBeGreaterThanOrEqual(2);
    expect(await opened(refuse, 'a').ask()).toMatchObject({ value: { addresses: towns } });
  });

  it('keeps that nothing is known of a point, and gives the town', async () => {
    await opened(() => Promise.resolve(null), 'c').ask();
    expect(await opened(quick, 'c').ask()).toMatchObject({ value: { addresses: towns, pending: [] } });
  });

  it('finds towns by their words where it does not answer, and says so', async () => {
    const { handlers } = opened(quick);
    expect(await handlers.findAddresses({ text: 'kaz', near: undefined }, context)).toMatchObject({
      value: { found: [{ kind: 'place', title: 'Kazan', detail: 'Russia' }], towns_only: true },
    });
  });
});
