import { act, cleanup } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { FleetMap } from '../../../map/index.ts';
import { FleetContext, type ShownFile } from '../../shared/services/fleet.ts';
import { changing, fakeFleet } from '../../shared/testing/fleet.ts';
import { renderScreen } from '../../shared/testing/screenWorld.tsx';
import { useShownFile } from './useShownFile.ts';

afterEach(cleanup);

const line = (unitId: number, longitudes: number[], latitudes: number[]) => ({
  unitId,
  times: Float64Array.from(longitudes, (_, index) => index),
  longitudes: Float64Array.from(longitudes),
  latitudes: Float64Array.from(latitudes),
});

it('brings the map to all lines of a file when it is opened, and to nothing when it is closed', async () => {
  const shownFile = changing<ShownFile | null>(null);
  const fit = vi.fn<FleetMap['fit']>(() => true);
  function Shown({ map }: { map: Pick<FleetMap, 'fit'> }): ReactNode {
    return <p>{useShownFile(map)?.tracks.length ?? 'none'}</p>;
  }
  const map = { fit };
  const { container } = await renderScreen(
    <FleetContext value={fakeFleet({ shownFile })}>
      <Shown map={map} />
    </FleetContext>,
  );
  expect(container.textContent).toBe('none');
  act(() => shownFile.set({ tracks: [line(1, [10, 11], [50, 49]), line(2, [9], [51])], isStill: false }));
  expect(container.textContent).toBe('2');
  expect(fit.mock.calls).toEqual([[{ west: 9, south: 49, east: 11, north: 51 }]]);
  act(() => shownFile.set(null));
  expect(fit).toHaveBeenCalledOnce();
});
