import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { CallsContext } from '../services/calls.ts';
import { FleetContext } from '../services/fleet.ts';
import { fakeFleet, keepWatched } from '../testing/fleet.ts';
import { fakeCalls } from '../testing/services.ts';
import { useUnitReadings } from './useUnitReadings.ts';

afterEach(cleanup);

function look(...first: number[]) {
  const watched: (readonly number[])[] = [];
  const fleet = fakeFleet({ watch: keepWatched(watched) });
  const server = fakeCalls({
    getUnitSensors: ({ unit_ids = [] }) => ({ units: unit_ids.map((unit_id) => ({ unit_id, sensors: [] })) }),
  });
  const wrapper = ({ children }: { children: ReactNode }): ReactNode => (
    <CallsContext value={server}>
      <FleetContext value={fleet}>{children}</FleetContext>
    </CallsContext>
  );
  const { result, rerender } = renderHook(({ ids }) => useUnitReadings(ids), { initialProps: { ids: first }, wrapper });
  return {
    server,
    watched,
    known: () => [...result.current.keys()].sort(),
    see: (...ids: number[]) => rerender({ ids }),
  };
}

it('units are asked for once, and watched for as long as they are looked at', async () => {
  const { server, watched, known, see } = look(1);
  await waitFor(() => expect(known()).toEqual([1]));
  see(1, 2);
  await waitFor(() => expect(known()).toEqual([1, 2]));
  expect(server.of('getUnitSensors')).toEqual([{ unit_ids: [1] }, { unit_ids: [2] }]);
  expect(watched.at(-1)).toEqual([1, 2]);
});

it('whoever was asked for and not waited for is asked for again', async () => {
  const { server, known, see } = look(1);
  see(1, 2);
  await waitFor(() => expect(known()).toEqual([1, 2]));
  expect(server.of('getUnitSensors')).toEqual([{ unit_ids: [1] }, { unit_ids: [1, 2] }]);
});

it('nobody is asked for where nobody is looked at', () => {
  const { server, watched } = look();
  expect([server.of('getUnitSensors'), watched]).toEqual([[], []]);
});
