import { act, cleanup, screen } from '@testing-library/react';
import { useEffect, type ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { plainUnit, type UnitSummary } from '../../../domain/unit/index.ts';
import { FleetContext } from '../../shared/services/fleet.ts';
import { fakeFleet, still, unitsState } from '../../shared/testing/fleet.ts';
import { renderInWorld } from '../../shared/testing/world.tsx';
import { FilterNote } from './FilterNote.tsx';
import { useMapFilter, type FilterValues, type MapFilter } from './useMapFilter.ts';

afterEach(cleanup);

const unit = (id: number, name: string, part: Partial<UnitSummary>): UnitSummary => ({
  ...plainUnit(id, name),
  ...part,
});
const UNITS = [
  unit(1, 'Berlin 1', { kind: 'truck', labels: ['North'] }),
  unit(2, 'Berlin 2', { kind: 'bus', labels: ['North'] }),
  unit(3, 'Dubai 3', { kind: 'truck' }),
];

async function filtered(linked: FilterValues) {
  const dimOthers = vi.fn();
  const fleet = fakeFleet({ units: still(unitsState(UNITS)), dimOthers });
  const shown = vi.fn<(filter: MapFilter) => void>();
  function Screen(): ReactNode {
    const filter = useMapFilter(linked);
    useEffect(() => shown(filter));
    return <FilterNote filter={filter} />;
  }
  await renderInWorld(
    <FleetContext value={fleet}>
      <Screen />
    </FleetContext>,
  );
  return { dimOthers, filter: (): MapFilter => shown.mock.lastCall![0] };
}

describe('the one filter of the map', () => {
  it('begins with what the address says, and leaves the units that pass all of it', async () => {
    const { filter } = await filtered({ search: 'berlin', kind: 'truck' });
    expect(filter().unitIds).toEqual([1]);
    expect(screen.getByRole('status').textContent).toBe('1 of 3 units 2 hidden');
    act(() => filter().set({ kind: '' }));
    expect(filter().unitIds).toEqual([1, 2]);
    expect(filter().values).toMatchObject({ search: 'berlin', kind: '' });
    act(() => filter().clear());
    expect(filter().unitIds).toBeNull();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('knows that nothing passes from that nothing is filtered', async () => {
    const { filter } = await filtered({ label: 'South' });
    expect(filter().unitIds).toEqual([]);
  });

  it('filters by what units do at the shown instant', async () => {
    const { filter } = await filtered({ state: 'moving' });
    expect(filter().unitIds).toEqual([]);
    act(() => filter().set({ state: 'neverReported' }));
    expect(filter().unitIds).toEqual([1, 2, 3]);
  });

  it('dims the others where that is chosen', async () => {
    const { filter, dimOthers } = await filtered({ label: 'North' });
    expect(dimOthers).toHaveBeenLastCalledWith(null);
    act(() => filter().setDims(true));
    expect(dimOthers).toHaveBeenLastCalledWith([1, 2]);
    expect(screen.getByRole('status').textContent).toBe('2 of 3 units 1 dimmed');
  });
});
