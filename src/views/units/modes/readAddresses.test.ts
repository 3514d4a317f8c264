import { expect, it } from 'vitest';
import type { Calls } from '../../shared/services/callsContext.ts';
import type { Place } from '../../../domain/unitEvent/index.ts';
import { readAddresses } from './readAddresses.ts';

const PLACES: Place[] = [35.1, 35.2, 35.3].map((latitude) => ({ latitude, longitude: 51 }));

/** A geocoder that finds so many more points with each call; what it has not found yet is a town. */
function geocoder(perCall: number, onCall: (calls: number) => void = () => undefined) {
  let calls = 0;
  const asked: number[] = [];
  const found = new Set<number>();
  const call = (async (_: string, { points }: { points: Place[] }) => {
    asked.push(points.length);
    onCall(++calls);
    for (const { latitude } of points.filter((point) => !found.has(point.latitude)).slice(0, perCall))
      found.add(latitude);
    return {
      ok: true,
      value: {
        addresses: points.map(({ latitude }) => (found.has(latitude) ? `Street ${latitude}` : 'Town')),
        pending: points.flatMap(({ latitude }, index) => (found.has(latitude) ? [] : [index])),
      },
    };
  }) as unknown as Calls['call'];
  return { call, asked };
}
const signal = new AbortController().signal;

it('asks again for what the geocoder still looks for, and says how far it is', async () => {
  const { call, asked } = geocoder(1);
  const done: number[] = [];
  const addressOf = await readAddresses(call, [...PLACES, PLACES[0], null], {
    signal,
    hurry: signal,
    onProgress: (progress) => void done.push(progress.done),
  });
  expect(PLACES.map(addressOf)).toEqual(['Street 35.1', 'Street 35.2', 'Street 35.3']);
  expect([asked, done]).toEqual([
    [3, 2, 1],
    [0, 1, 2],
  ]);
});

it('takes the towns of a geocoder that does not answer, and of one for which nobody waits', async () => {
  const away = geocoder(0);
  const ofAway = await readAddresses(away.call, PLACES, { signal, hurry: signal, onProgress: () => undefined });
  expect([PLACES.map(ofAway), away.asked]).toEqual([['Town', 'Town', 'Town'], [3]]);
  const hurry = new AbortController();
  const slow = geocoder(1, () => hurry.abort());
  const ofSlow = await readAddresses(slow.call, PLACES, { signal, hurry: hurry.signal, onProgress: () => undefined });
  expect([PLACES.map(ofSlow), slow.asked]).toEqual([['Street 35.1', 'Town', 'Town'], [3]]);
});
