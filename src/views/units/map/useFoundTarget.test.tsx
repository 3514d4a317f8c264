import { act, cleanup, render, screen } from '@testing-library/react';
import { useCallback, useEffect, useRef } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import type { FleetMap } from '../../../map/index.ts';
import { FleetContext } from '../../shared/services/fleet.ts';
import { createFleet, type FleetFrame } from '../../../streams/pipeline/index.ts';
import { fakeFleet } from '../../shared/testing/fleet.ts';
import { WORLD_NOW } from '../../shared/testing/services.ts';
import { readPlace, useFoundTarget } from './useFoundTarget.ts';
import { useAddress } from './useViewState.ts';

afterEach(cleanup);

const columns = createFleet({ epoch: WORLD_NOW });
columns.ensure(12);
const fleet = fakeFleet({ fleet: columns });
const map = {} as FleetMap;
const CAMERA = { latitude: 35, longitude: 51, zoom: 9, bearing: 0 };
const UNITS = [12];

interface ScreenProps {
  readonly shown: number[];
  /** Asks the same once more before the address without the question is rendered. */
  readonly impatient: boolean;
}

function Screen({ shown, impatient }: ScreenProps) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const show = useCallback((unitId: number) => void shown.push(unitId), [shown]);
  useFoundTarget({ map, show, rank: () => undefined });
  useAddress({ units: UNITS, camera: CAMERA, trails: null, refused: false, charts: null, beside: null, filter: {} });
  const asked = useRef(0);
  useEffect(() => {
    if (!impatient || !search.includes('show') || asked.current++ > 0) return;
    void navigate('/units/map?show=12');
  }, [impatient, search, navigate]);
  return (
    <>
      <button type="button" onClick={() => void navigate('/units/map?show=12')}>
        Find
      </button>
      <output>{search}</output>
    </>
  );
}

function found(impatient: boolean, services = fleet) {
  const shown: number[] = [];
  render(
    <MemoryRouter initialEntries={['/units/map']}>
      <FleetContext value={services}>
        <Screen shown={shown} impatient={impatient} />
      </FleetContext>
    </MemoryRouter>,
  );
  act(() => screen.getByRole('button').click());
  return { shown, address: new URLSearchParams(screen.getByRole('status').textContent) };
}

it.each([
  ['once', false],
  ['twice, where the address in between is never rendered', true],
])('shows the unit that was found %s, and then writes the view where the question stood', (_, impatient) => {
  const { shown, address } = found(impatient);
  expect(shown.length).toBeGreaterThanOrEqual(impatient ? 2 : 1);
  expect(Object.fromEntries(address)).toEqual({ units: '12', camera: '35.00000,51.00000,9.00' });
});

it('waits until the fleet is drawn: before that no unit has a place', () => {
  const late = createFleet({ epoch: WORLD_NOW });
  const listeners: ((frame: FleetFrame) => void)[] = [];
  const onFrame = (listener: (frame: FleetFrame) => void) => {
    listeners.push(listener);
    return () => undefined;
  };
  const { shown } = found(false, fakeFleet({ fleet: late, onFrame }));
  expect(shown).toEqual([]);
  late.ensure(12);
  const frame: FleetFrame = { instant: WORLD_NOW, mode: 'live', fleet: late, moving: false, ranges: [] };
  act(() => listeners.forEach((listener) => listener(frame)));
  expect(shown).toContain(12);
});

it.each([
  ['35.7,51.4,Tehran', { latitude: 35.7, longitude: 51.4, name: 'Tehran' }],
  ['35.7,51.4,A, B', { latitude: 35.7, longitude: 51.4, name: 'A, B' }],
  ['95,51.4,Nowhere', null],
  [',,', null],
  [null, null],
])('reads the place %s', (text, place) => {
  expect(readPlace(text)).toEqual(place);
});
