import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Found } from '../../../api/contract/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import { refusal, type FakeAnswers } from '../testing/services.ts';
import { renderScreen } from '../testing/screenWorld.tsx';
import { PlaceSearch } from './PlaceSearch.tsx';

afterEach(cleanup);

const place = (title: string, latitude: number): Found => ({
  kind: 'place',
  id: 0,
  title,
  detail: 'Germany',
  latitude,
  longitude: 13,
});

async function search(answers: FakeAnswers) {
  const onPlace = vi.fn<(place: { title: string; latitude: number; longitude: number }) => void>();
  const { server } = await renderScreen(<PlaceSearch onPlace={onPlace} />, { answers });
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find a place' }), { target: { value: 'Gate 4' } });
  return { onPlace, server };
}
const ask = async () => fireEvent.click(await screen.findByRole('button', { name: 'Search addresses for “Gate 4”' }));

it('offers addresses where the server has a geocoder, and asks for them at a press only', async () => {
  const { onPlace, server } = await search({
    searchAll: { found: [place('Gatehouse', 51)], addresses: true },
    findAddresses: { found: [place('Gate 4, Harbour', 53)], towns_only: false },
  });
  expect(await screen.findByRole('button', { name: /Gatehouse/ })).toBeTruthy();
  expect(server.of('findAddresses')).toEqual([]);
  await ask();
  fireEvent.click(await screen.findByRole('button', { name: /Gate 4, Harbour/ }));
  expect(server.of('findAddresses')).toEqual([{ text: 'Gate 4' }]);
  expect(onPlace).toHaveBeenCalledWith(expect.objectContaining({ title: 'Gate 4, Harbour', latitude: 53 }));
});

it('says where the address service does not answer, and where nothing is found', async () => {
  await search({ searchAll: { found: [], addresses: true }, findAddresses: { found: [], towns_only: true } });
  await ask();
  expect(await screen.findByText(/The address service does not answer/)).toBeTruthy();
  cleanup();
  await search({ searchAll: { found: [], addresses: false } });
  expect(await screen.findByText('No place found')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Search addresses/ })).toBeNull();
  cleanup();
  await search({ searchAll: refusal(ERROR.network, 'Away.') });
  expect(await screen.findByText('Places could not be searched')).toBeTruthy();
});

it('says that it searches until the first answer comes', async () => {
  const { promise, resolve } = Promise.withResolvers<{ found: Found[]; addresses: boolean }>();
  await search({ searchAll: () => promise });
  expect(await screen.findByText('Searching…')).toBeTruthy();
  expect(screen.queryByText('No place found')).toBeNull();
  resolve({ found: [place('Gate 4', 51)], addresses: false });
  expect(await screen.findByRole('button', { name: /Gate 4/ })).toBeTruthy();
  expect(screen.queryByText('Searching…')).toBeNull();
});
