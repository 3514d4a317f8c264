import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { emptyTrack } from '../../../domain/telemetry/index.ts';
import { CallsContext } from '../../shared/services/calls.ts';
import { FleetContext, type TrackSeries } from '../../shared/services/fleet.ts';
import { fakeFleet } from '../../shared/testing/fleet.ts';
import { WORLD_NOW, fakeCalls } from '../../shared/testing/services.ts';
import { useTracks } from './useTracks.ts';

afterEach(cleanup);

/** A track of so many fixes. */
const shownTripOf = (unitId: number, fixes: number): TrackSeries => ({
  unitId,
  times: Float64Array.from({ length: fixes }, (_, row) => WORLD_NOW + row),
  longitudes: new Float64Array(fixes),
  latitudes: new Float64Array(fixes),
  speeds: new Float64Array(fixes),
  valid: new Uint8Array(fixes).fill(1),
  attributes: new Map(),
  refused: [],
  reports: emptyTrack(unitId, fixes),
});

function drawn() {
  const world = { fixes: 3, reads: 0 };
  const fleet = fakeFleet({
    track: async (unitId) => (world.reads++, { ok: true, value: shownTripOf(unitId, world.fixes) }),
  });
  const calls = fakeCalls({});
  const wrapper = ({ children }: { children: ReactNode }): ReactNode => (
    <CallsContext value={calls}>
      <FleetContext value={fleet}>{children}</FleetContext>
    </CallsContext>
  );
  const hook = renderHook(({ wanted }) => useTracks(SELECTED, null, wanted), {
    wrapper,
    initialProps: { wanted: true },
  });
  return { world, calls, ...hook, lengths: () => hook.result.current.map(({ times }) => times.length) };
}

const SELECTED = [7];

describe('drawn ways', () => {
  it("are filtered again as soon as a device's filters change, and stay in sight meanwhile", async () => {
    const { world, calls, lengths } = drawn();
    await waitFor(() => expect(lengths()).toEqual([3]));
    world.fixes = 2;
    act(() => calls.change('device'));
    expect(lengths()).toEqual([3]);
    await waitFor(() => expect(lengths()).toEqual([2]));
    world.fixes = 1;
    act(() => calls.change('unit'));
    await waitFor(() => expect(lengths()).toEqual([1]));
  });

  it('are not read for what is no matter of theirs, nor while nobody wants them', async () => {
    const { world, calls, lengths, rerender } = drawn();
    await waitFor(() => expect(lengths()).toEqual([3]));
    act(() => calls.change('role'));
    rerender({ wanted: false });
    act(() => calls.change('device'));
    expect(lengths()).toEqual([]);
    expect(world.reads).toBe(1);
  });
});
