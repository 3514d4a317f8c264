import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { SatelliteRefusal } from '../../../api/contract/index.ts';
import type { Permissions } from '../../../domain/access/index.ts';
import type { DeviceId, UnitId } from '../../../domain/base/index.ts';
import { DEFAULT_TRIP_DETECTOR } from '../../../domain/detection/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import { refusal as refused, type FakeAnswers } from '../testing/services.ts';
import { renderScreen } from '../testing/screenWorld.tsx';
import { SatelliteNotice } from './SatelliteNotice.tsx';

afterEach(cleanup);

const row = (id: number, part: Partial<SatelliteRefusal> = {}): SatelliteRefusal => ({
  unit_id: id as UnitId,
  unit_name: `Van ${id}`,
  device_id: (id * 10) as DeviceId,
  trip_detector: DEFAULT_TRIP_DETECTOR,
  account_name: 'North',
  bound: 20,
  fixes: 100,
  refused: 97,
  fitting: 4,
  may_change: true,
  ...part,
});
const MAY: Permissions = { units: ['r', 'u'], devices: ['u'] };
const mended: number[] = [];

function show(refusals: readonly SatelliteRefusal[], answers: FakeAnswers = {}, permissions: Permissions = MAY) {
  mended.length = 0;
  return renderScreen(<SatelliteNotice unitIds={[7]} onMended={() => mended.push(1)} />, {
    session: { permissions },
    answers: {
      getSatelliteRefusals: { refusals: [...refusals] },
      updateDeviceSettings: { trip_detector: null, fuel: null, filters: null },
      recomputeDetection: { trips: 3, fuel_events: 0 },
      ...answers,
    },
  });
}
const press = async (name: string): Promise<void> => void fireEvent.click(await screen.findByRole('button', { name }));

describe('the notice of a satellites setting', () => {
  it('says what is refused, saves a setting that fits, and detects the past again', async () => {
    const world = await show([row(7)]);
    expect(
      await screen.findByText(
        /Van 7: the trip detector requires 20 satellites and rejects 97 of the last 100 positions/,
      ),
    ).toBeTruthy();
    expect(world.server.of('getSatelliteRefusals')).toEqual([{ unit_ids: [7] }]);
    await press('Require 4 satellites');
    expect(
      await screen.findByText(/Van 7: 4 satellites required\. Trips since .* were recalculated; changed: 3/),
    ).toBeTruthy();
    expect(world.server.of('updateDeviceSettings')).toEqual([
      {
        device_id: 70,
        trip_detector: { ...DEFAULT_TRIP_DETECTOR, min_satellites: 4 },
        expected: { trip_detector: DEFAULT_TRIP_DETECTOR },
      },
    ]);
    expect(world.server.of('recomputeDetection')).toMatchObject([{ unit_id: 7 }]);
    expect(mended).toHaveLength(1);
  });

  it('takes it back', async () => {
    const world = await show([row(7)]);
    await press('Require 4 satellites');
    await press('Undo');
    expect(await screen.findByText(/the previous satellites setting applies again/)).toBeTruthy();
    expect(world.server.of('updateDeviceSettings').at(1)).toMatchObject({
      trip_detector: DEFAULT_TRIP_DETECTOR,
      expected: { trip_detector: { min_satellites: 4 } },
    });
    expect(world.server.of('recomputeDetection')).toHaveLength(2);
  });

  it('goes on where it failed: what is saved is not saved again', async () => {
    let tries = 0;
    const world = await show([row(7)], {
      recomputeDetection: () =>
        tries++ === 0 ? refused(ERROR.unavailable, 'The database is away.') : { trips: 1, fuel_events: 0 },
    });
    await press('Require 4 satellites');
    expect(await screen.findByText('The database is away.')).toBeTruthy();
    await press('Require 4 satellites');
    await screen.findByText(/were recalculated/);
    expect(world.server.of('updateDeviceSettings')).toHaveLength(1);
  });

  it('says whom to ask where the setting is not theirs to change', async () => {
    await show([row(7, { may_change: false, device_id: null, trip_detector: null })], {}, { units: ['r'] });
    expect(await screen.findByText(/Ask an administrator of North/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('names three of many, and a tracker whose count says nothing', async () => {
    await show([row(1, { fitting: 0 }), row(2), row(3), row(4), row(5)]);
    expect(await screen.findByText('2 more units are affected.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Accept any number of satellites' })).toBeTruthy();
    expect(screen.queryByText(/Van 4/)).toBeNull();
  });

  it('asks nothing without the permission to see units, and shows nothing while all is well', async () => {
    const without = await show([row(7)], {}, {});
    await waitFor(() => expect(without.server.of('getSatelliteRefusals')).toEqual([]));
    cleanup();
    await show([]);
    expect(screen.queryByRole('status')).toBeNull();
  });
});
