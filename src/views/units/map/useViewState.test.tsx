import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { AddressBarContext, type Address } from '../../shared/address/addressBar.ts';
import { FleetContext } from '../../shared/services/fleet.ts';
import { fakeFleet } from '../../shared/testing/fleet.ts';
import type { Camera } from '../../shared/unit/viewState.ts';
import { useAddress } from './useViewState.ts';

afterEach(cleanup);

const fleet = fakeFleet();

function Screen({ camera }: { camera: Camera | null }) {
  useAddress({ units: [], camera, trails: null, refused: false, charts: null, beside: null, filter: {} });
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate('/units/map?show=12')}>
      {useLocation().search}
    </button>
  );
}

it('does not write over what a search has just asked for, and writes it beside when that has come', () => {
  let bar: Address = { path: '/units/map', search: '' };
  const world = (camera: Camera | null) => (
    <MemoryRouter initialEntries={['/units/map']}>
      <AddressBarContext value={() => bar}>
        <FleetContext value={fleet}>
          <Screen camera={camera} />
        </FleetContext>
      </AddressBarContext>
    </MemoryRouter>
  );
  const { rerender } = render(world(null));
  const address = (): string => screen.getByRole('button').textContent;
  bar = { path: '/units/map', search: '?show=12' };
  rerender(world({ latitude: 35, longitude: 51, zoom: 9, bearing: 0 }));
  expect(address()).toBe('');
  act(() => screen.getByRole('button').click());
  const parameters = new URLSearchParams(address());
  expect(parameters.get('show')).toBe('12');
  expect(parameters.get('camera')).toBe('35.00000,51.00000,9.00');
});
