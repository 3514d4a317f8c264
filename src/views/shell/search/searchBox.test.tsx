import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Found } from '../../../api/contract/index.ts';
import type { AccountId, UnitId } from '../../../domain/base/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { FleetContext } from '../../shared/services/fleet.ts';
import { fakeFleet, still, unitsState } from '../../shared/testing/fleet.ts';
import { renderScreen } from '../../shared/testing/screenWorld.tsx';
import { refusal, type FakeAnswers } from '../../shared/testing/services.ts';
import { SearchBox } from './SearchBox.tsx';

afterEach(cleanup);

const unit: UnitSummary = {
  unit_id: 7 as UnitId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name: 'Tehran van',
  kind: 'van',
  status: 'active',
  labels: [],
  identifiers: [],
  device_model: '',
  allocated_to: null,
  drivers: [],
  location: null,
};
const fleet = fakeFleet({ units: still(unitsState([unit])) });
const tehran: Found = { kind: 'place', id: 0, title: 'Tehran', detail: 'Iran', latitude: 35.7, longitude: 51.4 };
const all = (): boolean => true;

async function open(path: string, answers: FakeAnswers) {
  const onClose = vi.fn();
  const world = await renderScreen(
    <FleetContext value={fleet}>
      <SearchBox onClose={onClose} canOpen={all} />
    </FleetContext>,
    { path, answers },
  );
  const field = screen.getByRole('combobox', { name: 'Search everything' });
  return { ...world, onClose, field, type: (value: string) => fireEvent.change(field, { target: { value } }) };
}

describe('the search box', () => {
  it('lists units of the page at once and what the server finds after, and goes where Enter says', async () => {
    const { type, field, address, onClose, server } = await open('/devices', {
      searchAll: { found: [tehran], addresses: false },
    });
    type('tehr');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Tehran vanNorth']);
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
    expect(server.of('searchAll')).toEqual([{ text: 'tehr' }]);
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    expect(screen.getByRole('option', { name: /Iran/ }).getAttribute('aria-selected')).toBe('true');
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(onClose).toHaveBeenCalledOnce();
    await waitFor(() => expect(address()).toBe('/units/map?place=35.7%2C51.4%2CTehran'));
  });

  it('stays in the mode of the map that stands', async () => {
    const { type, field, address } = await open('/units/trips', { searchAll: { found: [], addresses: false } });
    type('van');
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(address()).toBe('/units/trips?show=7'));
  });

  it('goes to what is found first when Enter was pressed before the answer, unless the words changed', async () => {
    const { type, field, address, onClose } = await open('/devices', {
      searchAll: { found: [tehran], addresses: false },
    });
    type('iran');
    fireEvent.keyDown(field, { key: 'Enter' });
    type('teh');
    type('iran city');
    await screen.findByRole('option', { name: /Iran/ });
    expect(onClose).not.toHaveBeenCalled();
    type('iran');
    expect(screen.queryAllByRole('option')).toEqual([]);
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(address()).toBe('/units/map?place=35.7%2C51.4%2CTehran'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('asks a geocoder for addresses on request, and not at every letter', async () => {
    const street: Found = { ...tehran, title: 'Azadi Street 5', detail: 'Tehran', latitude: 35.71 };
    const { type, field, address, onClose, server } = await open('/devices', {
      searchAll: { found: [], addresses: true },
      findAddresses: { found: [street], towns_only: false },
    });
    type('azadi');
    await screen.findByRole('option', { name: 'Search addresses for “azadi”' });
    expect(server.of('findAddresses')).toEqual([]);
    fireEvent.keyDown(field, { key: 'Enter' });
    await screen.findByRole('option', { name: /Azadi Street 5/ });
    expect(screen.getAllByRole('option')).toHaveLength(1);
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(address()).toBe('/units/map?place=35.71%2C51.4%2CAzadi+Street+5'));
    expect(server.of('findAddresses')).toEqual([{ text: 'azadi' }]);
  });

  it('says that towns are all there is while the geocoder does not answer', async () => {
    const { type } = await open('/devices', {
      searchAll: { found: [], addresses: true },
      findAddresses: { found: [tehran], towns_only: true },
    });
    type('teh');
    fireEvent.click(await screen.findByRole('option', { name: /Search addresses/ }));
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/does not answer/));
    expect(screen.getByRole('option', { name: /Iran/ })).toBeTruthy();
  });

  it('asks for nothing below two characters, and says when the server does not answer', async () => {
    const { type, server } = await open('/devices', {
      searchAll: refusal(ERROR.network, 'The server cannot be reached.'),
    });
    type('t');
    expect(screen.getByRole('status').textContent).toBe('Type at least 2 characters');
    type('te');
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/Search is unavailable/));
    expect(server.of('searchAll')).toEqual([{ text: 'te' }]);
  });
});
