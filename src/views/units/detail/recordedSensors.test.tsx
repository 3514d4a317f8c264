import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE, type DeviceId, type SensorId } from '../../../domain/base/index.ts';
import { sensorWith } from '../../../domain/sensor/testing/index.ts';
import { TRACK_FLAG, TrackBuilder, type TrackColumns } from '../../../domain/telemetry/index.ts';
import type { UnitDevice } from '../../../domain/unit/index.ts';
import { FleetContext, type FleetServices } from '../../shared/services/fleet.ts';
import { fakeFleet } from '../../shared/testing/fleet.ts';
import { renderScreen } from '../../shared/testing/screenWorld.tsx';
import { WORLD_NOW } from '../../shared/testing/services.ts';
import { RecordedSensors } from './RecordedSensors.tsx';
import { recordedReadings } from './sensorReadings.ts';

afterEach(cleanup);

const START = WORLD_NOW - 2 * HOUR;

/** A report a minute: the tank is reported in every one, the door in the first only. */
function track(): TrackColumns {
  const builder = new TrackBuilder();
  builder.reset(1);
  for (let row = 0; row < 30; row++) {
    builder.add(START + row * MINUTE, 0, 0, 0, 0, 0, 9, TRACK_FLAG.valid | TRACK_FLAG.hasPosition, 1, 0);
    builder.addWhole(200, 'fuel_raw', 1, 900 - row);
    if (row === 0) builder.addWhole(201, 'door', 1, 1);
  }
  return builder.finish();
}

const sensor = (id: number, name: string, parameter: string) =>
  sensorWith({ sensor_id: id as SensorId, device_id: 7 as DeviceId, name, parameter });
const DEVICES = [{ sensors: [sensor(1, 'Tank', 'fuel_raw'), sensor(2, 'Door', 'door')] }] as unknown as UnitDevice[];
const ALL = (): boolean => true;

describe('sensors at an instant of the past', () => {
  const at = (instant: number, earliest = START) => recordedReadings(DEVICES, track(), instant, earliest, ALL);

  it('are those of the last report up to it, and an earlier one where that has none', () => {
    const readings = at(START + 10 * MINUTE + 30_000);
    expect(readings.map(({ value }) => value)).toEqual([890, 1]);
    expect(readings.map(({ said }) => (said - START) / MINUTE)).toEqual([10, 0]);
    expect(at(START + 10 * MINUTE)[0].value).toBe(890);
  });

  it('are none before the first report, and none of what is too long ago', () => {
    expect(at(START - 1)).toEqual([]);
    expect(at(START + HOUR, START + 40 * MINUTE)).toEqual([]);
    expect(at(START + 10 * MINUTE, START + 5 * MINUTE)[1].value).toBeNull();
  });
});

async function show(instant: number, reports: FleetServices['reports']): Promise<void> {
  await renderScreen(
    <FleetContext value={fakeFleet({ reports, now: () => WORLD_NOW })}>
      <RecordedSensors unitId={1} devices={DEVICES} instant={instant} />
    </FleetContext>,
  );
}

it('the card shows each with the age that it had then', async () => {
  await show(START + 10 * MINUTE + 30_000, () => Promise.resolve({ ok: true, value: track() }));
  await waitFor(() => expect(screen.getByText('30 sec before')).toBeTruthy());
  expect(screen.getByText('10 min 30 sec before')).toBeTruthy();
  expect(screen.getByText('Tank')).toBeTruthy();
});

it('the card says that there was no report, and why history cannot be had', async () => {
  await show(START - 1, () => Promise.resolve({ ok: true, value: track() }));
  await waitFor(() => expect(screen.getByText(/^No report in the 6 hr/)).toBeTruthy());
  cleanup();
  const problem = { code: 'NETWORK', message: 'The server cannot be reached.', correlationId: null };
  await show(START, () => Promise.resolve({ ok: false, problem }));
  await waitFor(() => expect(screen.getByText(/cannot be reached/)).toBeTruthy());
});
