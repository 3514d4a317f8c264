import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SECOND } from '../../../domain/base/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import { createFleet, type FleetFrame } from '../../../streams/pipeline/index.ts';
import type { Presence } from '../../../streams/types.ts';
import { FleetContext } from '../../shared/services/fleet.ts';
import { changing, fakeFleet, unitsState } from '../../shared/testing/fleet.ts';
import { WORLD_NOW } from '../../shared/testing/services.ts';
import { useFirstFit, usePlace } from './useFirstFit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** A feed that is being joined: units come, and frames are drawn, when the test says so. */
function joining() {
  const fleet = createFleet({ epoch: WORLD_NOW });
  const presence = changing<Presence>({ state: 'connecting' });
  const listeners = new Set<(frame: FleetFrame) => void>();
  const units = changing(unitsState([]));
  const services = fakeFleet({
    fleet,
    presence,
    units,
    onFrame: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  });
  return {
    fleet,
    presence,
    units,
    listeners,
    frame: () =>
      act(() =>
        listeners.forEach((listener) =>
          listener({ instant: WORLD_NOW, mode: 'live', fleet, moving: false, ranges: [] }),
        ),
      ),
    wrapper: ({ children }: { children: ReactNode }) => <FleetContext value={services}>{children}</FleetContext>,
  };
}

/** A map that notes what is brought into sight; only these units have a place. */
function mapOf(placed: readonly number[]) {
  const fitted: [number[], string | undefined][] = [];
  const fit: FleetMap['fit'] = (target, how) => {
    const units = 'west' in target ? [] : [...target];
    if (!units.some((unitId) => placed.includes(unitId))) return false;
    fitted.push([units, how]);
    return true;
  };
  return { fitted, map: { fit } as FleetMap };
}

it('waits with the map until the first units say where it looks', () => {
  const { wrapper, fleet, frame } = joining();
  const { result } = renderHook(() => usePlace(false), { wrapper });
  frame();
  expect(result.current).toBe(false);
  fleet.ensure(7);
  frame();
  expect(result.current).toBe(true);
});

it('waits for nothing where the address has a camera, or the units are there', () => {
  const { wrapper, fleet } = joining();
  expect(renderHook(() => usePlace(true), { wrapper }).result.current).toBe(true);
  fleet.ensure(7);
  expect(renderHook(() => usePlace(false), { wrapper }).result.current).toBe(true);
});

it('waits no longer for a feed that was joined and has no unit', () => {
  const { wrapper, presence } = joining();
  const { result } = renderHook(() => usePlace(false), { wrapper });
  act(() => presence.set({ state: 'live' }));
  expect(result.current).toBe(true);
});

it('shows the world after a second without an answer, and keeps the map whatever comes then', () => {
  const { wrapper, presence } = joining();
  const { result } = renderHook(() => usePlace(false), { wrapper });
  act(() => void vi.advanceTimersByTime(SECOND - 1));
  expect(result.current).toBe(false);
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current).toBe(true);
  act(() => presence.set({ state: 'connecting' }));
  expect(result.current).toBe(true);
});

it('brings all units of the fleet into sight at once, before the list of them has come, and only the first time', () => {
  const { wrapper, fleet, frame, listeners } = joining();
  const { map, fitted } = mapOf([7, 8]);
  renderHook(() => useFirstFit(map, [], true), { wrapper });
  frame();
  expect(fitted).toEqual([]);
  [7, 8].forEach((unitId) => fleet.ensure(unitId));
  frame();
  expect(fitted).toEqual([[[7, 8], 'jump']]);
  expect(listeners.size).toBe(0);
});

it('prefers the units of the address, where one of them has a place', () => {
  const { wrapper, fleet, frame } = joining();
  const [near, nowhere] = [mapOf([7, 8]), mapOf([7])];
  renderHook(() => useFirstFit(near.map, [8], true), { wrapper });
  renderHook(() => useFirstFit(nowhere.map, [8], true), { wrapper });
  [7, 8].forEach((unitId) => fleet.ensure(unitId));
  frame();
  expect(near.fitted).toEqual([[[8], 'jump']]);
  expect(nowhere.fitted).toEqual([[[7, 8], 'jump']]);
});

it('waits for the list, where the units of the address have not reported: it says where they were put by hand', () => {
  const { wrapper, fleet, units, frame } = joining();
  const placed = [7];
  const { map, fitted } = mapOf(placed);
  units.set({ ...units.getSnapshot(), loading: true });
  renderHook(() => useFirstFit(map, [8], true), { wrapper });
  [7, 8].forEach((unitId) => fleet.ensure(unitId));
  frame();
  expect(fitted).toEqual([]);
  placed.push(8);
  frame();
  expect(fitted).toEqual([[[8], 'jump']]);
});

it('leaves the camera of the address alone', () => {
  const { wrapper, fleet, frame } = joining();
  const { map, fitted } = mapOf([7]);
  renderHook(() => useFirstFit(map, [], false), { wrapper });
  fleet.ensure(7);
  frame();
  expect(fitted).toEqual([]);
});
