import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ceilingOf } from '../../../domain/access/index.ts';
import {
  MINUTE,
  SECOND,
  destination,
  toIso,
  type DeviceId,
  type SensorId,
  type UnitId,
} from '../../../domain/base/index.ts';
import { createPoint, type DetectionPoint } from '../../../domain/detection/index.ts';
import { trackOf } from '../../../domain/detection/testing/index.ts';
import type { DeviceDetails } from '../../../domain/device/index.ts';
import type { Sensor } from '../../../domain/sensor/index.ts';
import type { Position, TrackColumns } from '../../../domain/telemetry/index.ts';
import { FleetContext, type FleetServices } from '../../shared/services/fleet.ts';
import type { ReadableStore } from '../../shared/services/store.ts';
import { fakeFleet } from '../../shared/testing/fleet.ts';
import { renderScreen, type ScreenWorld } from '../../shared/testing/screenWorld.tsx';
import { WORLD_NOW, refusal } from '../../shared/testing/services.ts';
import { settingsOf, tripFormSchema } from './settings.ts';
import { FiltersForm, FuelForm, TripDetectorForm, type DetectionFormProps } from './index.ts';

// The drawing itself needs a canvas; journeys look at it in a browser.
vi.mock('./tuning/plot.ts', () => ({
  createTuningPlot: () => ({
    show: () => undefined,
    resize: () => undefined,
    redraw: () => undefined,
    destroy: () => undefined,
  }),
}));

afterEach(cleanup);

const START = WORLD_NOW - 3 * 60 * MINUTE;

/** Ten minutes on the way, three of standing, ten on the way, forty of standing, in which half of the fuel goes. */
function day(): DetectionPoint[] {
  const points: DetectionPoint[] = [];
  let [time, metres] = [START, 0];
  for (const [minutes, speed] of [
    [10, 60],
    [3, 0],
    [10, 60],
    [40, 0],
  ]) {
    for (let second = 0; second < minutes * 60; second += 10) {
      const [latitude, longitude] = destination(50, 10, 90, metres);
      const fuel = time < START + 40 * MINUTE ? 80 : 40;
      points.push({
        ...createPoint(),
        time,
        hasPosition: true,
        valid: true,
        latitude,
        longitude,
        speed,
        satellites: second % 60 === 0 ? 5 : 9,
        fuelLevels: [fuel],
      });
      time += 10 * SECOND;
      metres += speed / 0.36;
    }
  }
  return points;
}

const device = (settings: Partial<DeviceDetails['settings']> = {}): DeviceDetails => ({
  device_id: 3 as DeviceId,
  account_id: 1 as DeviceDetails['account_id'],
  account_name: 'Couriers',
  name: 'Tracker',
  device_model: 'Generic',
  manufacturer: '',
  version: '',
  unique_identifier: 'T1',
  status: 'ACTIVE',
  clock_offset: 'protocol',
  protocol_lock: 'model',
  networks: [],
  sim_number_1: '',
  sim_operator_1: '',
  sim_number_2: '',
  sim_operator_2: '',
  labels: [],
  unit_id: 7 as UnitId,
  unit_name: 'Van',
  allocated_to: null,
  created_at: '2026-01-01T00:00:00Z',
  has_password: false,
  default_satellites: 4,
  sensors: 0,
  commands: 0,
  settings: { trip_detector: null, fuel: null, filters: null, ...settings },
});

interface Shown {
  form?: (props: DetectionFormProps) => ReactNode;
  unitId?: UnitId | null;
  track?: TrackColumns;
  permissions?: ReturnType<typeof ceilingOf>;
  settings?: Partial<DeviceDetails['settings']>;
  /** What the device said last, newest first; answered again whenever it is asked. */
  messages?: () => Position[];
  sensors?: Sensor[];
  fleet?: Partial<FleetServices>;
}

function show(shown: Shown = {}): Promise<ScreenWorld> {
  const {
    form: Form = TripDetectorForm,
    unitId = 7 as UnitId,
    track = trackOf(day()),
    permissions = ceilingOf('OWNER'),
    settings = { trip_detector: { min_satellites: 4 } },
  } = shown;
  const { messages = () => [], sensors = [] } = shown;
  const fleet = fakeFleet({ reports: async () => ({ ok: true, value: track }), ...shown.fleet });
  return renderScreen(
    <FleetContext value={fleet}>
      <Form device={device(settings)} unitId={unitId} />
    </FleetContext>,
    {
      session: { stage: 'signedIn', permissions },
      answers: {
        getSensors: { sensors },
        getDeviceMessages: () => ({
          rows: messages(),
          total: messages().length,
          newer: 0,
          mounted_at: null,
          stored: unitId !== null,
        }),
        getRecordedSpans: { spans: [] },
        getLastPositions: { positions: [] },
        recomputeDetection: { trips: 2, fuel_events: 0 },
        updateDeviceSettings: ({ trip_detector = null }) => ({ trip_detector, fuel: null, filters: null }),
      },
    },
  );
}

const field = (name: string): Promise<HTMLInputElement> => screen.findByRole('textbox', { name });
const type = async (name: string, text: string): Promise<void> =>
  void fireEvent.change(await field(name), { target: { value: text } });
const bars = (side: string, kind: RegExp): HTMLElement[] =>
  within(screen.getByRole('region', { name: side })).queryAllByRole('button', { name: kind });
const trips = (side: string): number => bars(side, /^Trip,/).length;
const save = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Save' }));

describe("the trip detector's form", () => {
  it('shows at once what other settings make of the day, and saves nothing by it', async () => {
    const { server } = await show();
    await screen.findByRole('region', { name: 'Edited' });
    expect([trips('Saved'), trips('Edited')]).toEqual([1, 1]);
    await type('Parking time', '120');
    await waitFor(() => expect(trips('Edited')).toBe(2));
    expect(trips('Saved')).toBe(1);
    const findings = within(screen.getByRole('list', { name: 'Results' })).getAllByRole('button');
    expect(findings.map((finding) => finding.textContent)).toEqual([
      expect.stringContaining('parking time 2 min'),
      expect.stringMatching(/new.*parking time 2 min/),
    ]);
    expect(server.of('updateDeviceSettings')).toEqual([]);
  });

  it('keeps the last good settings in sight while something else is typed', async () => {
    await show();
    await screen.findByRole('region', { name: 'Edited' });
    await type('Parking time', '۱۲۰');
    await waitFor(() => expect(trips('Edited')).toBe(2));
    await type('Parking time', '1');
    await type('Minimum trip distance', 'far');
    expect(trips('Edited')).toBe(2);
    save();
    expect(await screen.findByText('Parking time must be at least 10')).toBeTruthy();
    expect(screen.getByText('Minimum trip distance is not valid')).toBeTruthy();
  });

  it('warns by the fixes of the day, and of nothing where the settings suit them', async () => {
    await show();
    await screen.findByRole('region', { name: 'Edited' });
    expect(screen.queryByText(/This rejects/)).toBeNull();
    await type('Minimum satellites', '6');
    expect(await screen.findByText('This rejects 17% of the 378 fixes of the selected day.')).toBeTruthy();
    await type('Minimum satellites', '20');
    expect(await screen.findByText('This rejects 100% of the 378 fixes of the selected day.')).toBeTruthy();
  });

  it('offers the past once it is saved', async () => {
    const { server, notices } = await show();
    await type('Parking time', '120');
    save();
    await waitFor(() => expect(notices()).toEqual(['Settings saved']));
    expect(server.of('updateDeviceSettings')).toEqual([
      {
        device_id: 3,
        trip_detector: expect.objectContaining({ min_park_time: 120, min_satellites: 4 }),
        expected: { trip_detector: { min_satellites: 4 } },
      },
    ]);
    fireEvent.click(await screen.findByRole('button', { name: 'Apply to past data' }));
    expect(await screen.findByText('Recalculated: 2 trips, 0 fuel events.')).toBeTruthy();
    expect(server.of('recomputeDetection')).toEqual([{ unit_id: 7, from: '2026-05-25T00:00:00.000Z' }]);
  });

  it('keeps what was typed when the server refuses it', async () => {
    const { server } = await show();
    server.answer(
      'updateDeviceSettings',
      refusal('validation', 'Not now.', [{ field: 'trip_detector.min_park_time', message: 'Too short' }]),
    );
    await type('Parking time', '120');
    save();
    expect(await screen.findByText('Not now.')).toBeTruthy();
    expect((await field('Parking time')).value).toBe('120');
  });

  it('sends what it expects, so that no window overwrites another: what was seen, then what was refused', async () => {
    const { server } = await show();
    server.answer(
      'updateDeviceSettings',
      refusal('conflict', 'Changed meanwhile.', [
        { field: 'trip_detector', message: 'Changed', current: { min_satellites: 6 } },
      ]),
    );
    await type('Parking time', '120');
    save();
    expect(await screen.findByText('Changed meanwhile.')).toBeTruthy();
    server.answer('updateDeviceSettings', ({ trip_detector = null }) => ({ trip_detector, fuel: null, filters: null }));
    save();
    await waitFor(() => expect(server.of('updateDeviceSettings')).toHaveLength(2));
    expect(server.of('updateDeviceSettings')).toMatchObject([
      { expected: { trip_detector: { min_satellites: 4 } } },
      { expected: { trip_detector: { min_satellites: 6 } } },
    ]);
    await type('Parking time', '130');
    save();
    await waitFor(() => expect(server.of('updateDeviceSettings')).toHaveLength(3));
    expect(server.of('updateDeviceSettings').at(-1)).toMatchObject({
      expected: { trip_detector: { min_park_time: 120 } },
    });
  });

  it('is not held back by what is out of sight while detection is off', () => {
    const written = { ...settingsOf(device()).trips, min_park_time: 'abc', min_trip_time: 90 };
    expect(() => tripFormSchema.validateSync({ ...written, m_source: 'auto' }, { abortEarly: false })).toThrow(
      'validation.invalid',
    );
    expect(tripFormSchema.validateSync({ ...written, m_source: 'off' }, { abortEarly: false })).toMatchObject({
      m_source: 'off',
      min_park_time: 300,
      min_trip_time: 90,
    });
  });

  it('says why there is nothing to try settings on', async () => {
    await show({ unitId: null });
    expect(await screen.findByText(/The device is not assigned to a unit/)).toBeTruthy();
    cleanup();
    await show({ permissions: { units: ['r'], devices: ['r'] } });
    expect(await screen.findByText(/requires the permission to see history/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    cleanup();
    await show({ track: trackOf([]) });
    expect(await screen.findByText('No reports on this day. Choose another one.')).toBeTruthy();
  });
});

describe('the fuel form', () => {
  it('finds the theft by the bound, and leaves out levels beyond the older thresholds', async () => {
    await show({ form: FuelForm });
    await waitFor(() => expect(bars('Edited', /^Theft, 40/)).toHaveLength(1));
    // How long it took is its own figure, and not the time within which the bound has to be reached.
    expect(screen.getByRole('list', { name: 'Results' }).textContent).toContain(
      'Dropped by 40.0 l more than the expected consumption of 0.0 l, in 10 sec; threshold 10.0 l within 5 min.',
    );
    // The map shows both sides once they are not the same.
    const map = within(screen.getByRole('region', { name: 'Map of the day' }));
    expect(map.queryAllByRole('radio')).toEqual([]);
    await type('Minimum theft', '41');
    await waitFor(() => expect(bars('Edited', /^Theft/)).toHaveLength(0));
    expect(bars('Saved', /^Theft.*removed/)).toHaveLength(1);
    expect(map.getByRole<HTMLInputElement>('radio', { name: 'Edited' }).checked).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Older settings' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Ignore levels outside the thresholds' }));
    await type('Minimum theft', '10');
    await type('Highest level', '60');
    await waitFor(() => expect(bars('Edited', /^Theft/)).toHaveLength(0));
  });
});

describe("the filters' form", () => {
  it('counts which fixes other filters refuse', async () => {
    await show({ form: FiltersForm });
    await screen.findByRole('region', { name: 'Edited' });
    await type('Minimum satellites', '6');
    await waitFor(() =>
      expect(screen.getByText('Too few satellites', { selector: 'dt' }).parentElement?.textContent).toMatch(
        /Saved: 0.*Edited: 63/,
      ),
    );
    expect(bars('Edited', /Too few satellites · 1 fix/)).toHaveLength(63);
  });
});

/** A report so many seconds ago. */
const report = (seconds: number, speed: number, part: Partial<Position> = {}): Position => {
  const time = toIso(WORLD_NOW - seconds * SECOND);
  return {
    unit_id: 7,
    time,
    received_at: time,
    latitude: 52.5,
    longitude: 13.4,
    speed,
    course: 0,
    altitude: 0,
    satellites: 9,
    valid: true,
    protocol: 'osmand',
    attributes: {},
    ...part,
  };
};

/** The device's reports, newest first, and the live feed that reports a new one. */
function heard(...first: Position[]) {
  let rows = first;
  const listeners = new Set<() => void>();
  const byUnit = (): ReadonlyMap<number, Position> => new Map(rows.length === 0 ? [] : [[7, rows[0]]]);
  let figures = byUnit();
  const details: ReadableStore<ReadonlyMap<number, Position>> = {
    subscribe: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    getSnapshot: () => figures,
  };
  return {
    messages: () => rows,
    fleet: { details },
    report(next: Position): void {
      rows = [next, ...rows];
      figures = byUnit();
      act(() => listeners.forEach((listener) => listener()));
    },
  };
}

const sensor = (type: Sensor['type'], name: string, parameter: string, part: Partial<Sensor> = {}): Sensor => ({
  sensor_id: 1 as SensorId,
  device_id: 3 as DeviceId,
  type,
  name,
  description: '',
  parameter,
  field: type,
  visible: true,
  data_type: 'number',
  multiplier: 1,
  minimum: null,
  maximum: null,
  table: { kind: 'none' },
  ...part,
});

/** What is below a setting of what it checks now. */
const nowOf = async (name: string): Promise<string> => {
  const setting = (await field(name)).closest('.setting');
  return setting?.querySelector('.setting-now')?.textContent ?? '';
};

describe('what the settings find now', () => {
  it('moves when a report comes, and turns when the setting is edited, without being called out', async () => {
    const world = heard(report(10, 2));
    await show(world);
    await waitFor(async () => expect(await nowOf('Minimum moving speed')).toBe('Now 2 km/h · stopped'));
    expect(await nowOf('Minimum satellites')).toBe('Now 9 · accepted');
    world.report(report(0, 74, { satellites: 5 }));
    await waitFor(async () => expect(await nowOf('Minimum moving speed')).toBe('Now 74 km/h · moving'));
    expect(await nowOf('Maximum gap between messages')).toBe('Now 10 sec · the trip continues');
    expect(await nowOf('Minimum satellites')).toBe('Now 5 · accepted');
    await type('Minimum moving speed', '80');
    await waitFor(async () => expect(await nowOf('Minimum moving speed')).toBe('Now 74 km/h · stopped'));
    await type('Minimum satellites', '6');
    await waitFor(async () => expect(await nowOf('Minimum satellites')).toBe('Now 5 · ignored'));
    expect(await nowOf('Minimum moving speed')).toBe('Now 74 km/h · skipped (invalid position)');
    expect(
      (await field('Minimum moving speed')).closest('.setting')?.querySelector('[aria-live], output, [role=status]'),
    ).toBeNull();
  });

  it('is the chosen source by its sensor, and what is under way', async () => {
    const ignition = sensor('ignition', 'Key', 'in1', { data_type: 'boolean' });
    const drive = [0, 30, 60, 90].map((second) =>
      report(second, 50, { longitude: 13.4 - second * 0.0002, attributes: { in1: true } }),
    );
    await show({
      ...heard(...drive),
      sensors: [ignition],
      settings: { trip_detector: { m_source: 'ignition', min_satellites: 4 } },
    });
    expect(await screen.findByText('Now on')).toBeTruthy();
    expect(await nowOf('Minimum moving speed')).toBe('Now 50 km/h · matches');
    expect(await nowOf('Minimum trip duration')).toBe('Now 1 min 30 sec · enough for a trip');
    await type('Minimum trip duration', '600');
    await waitFor(async () => expect(await nowOf('Minimum trip duration')).toBe('Now 1 min 30 sec · not a trip yet'));
    await type('Minimum moving speed', '60');
    await waitFor(async () => expect(await nowOf('Minimum moving speed')).toBe('Now 50 km/h · does not match'));
  });

  it('is the level of every tank, and the litres that use does not explain', async () => {
    const tank = sensor('fuel_level', 'Tank', 'adc1');
    const levels = [0, 30, 60, 90, 120, 150, 180].map((second) =>
      report(second, 0, { attributes: { adc1: second < 90 ? 40 : 55 } }),
    );
    await show({ ...heard(...levels), sensors: [tank], form: FuelForm });
    expect(await screen.findByText('Fuel: Tank 40.0 l')).toBeTruthy();
    expect(await nowOf('Minimum theft')).toBe('Now 15.0 l lost · a theft if it lasts');
    expect(await nowOf('Minimum refill')).toBe('Now 0.0 l gained · no refill');
    await type('Minimum theft', '16');
    await waitFor(async () => expect(await nowOf('Minimum theft')).toBe('Now 15.0 l lost · no theft'));
  });

  it('says which filter refuses the last report, of a device in no unit as well', async () => {
    const rows = [report(0, 140, { satellites: 4, attributes: { hdop: 2.5 } }), report(60, 100)];
    const { server } = await show({ form: FiltersForm, unitId: null, messages: () => rows });
    expect(await screen.findByText('Accepted.')).toBeTruthy();
    expect(server.of('getLastPositions')).toEqual([]);
    expect(await nowOf('Minimum satellites')).toBe('Now 4 · not checked');
    await type('Minimum satellites', '5');
    expect(await screen.findByText('Rejected: Too few satellites.')).toBeTruthy();
    expect(await nowOf('Minimum satellites')).toBe('Now 4 · ignored');
    await type('Minimum satellites', '4');
    await type('Maximum speed', '120');
    expect(await screen.findByText('Rejected: Too fast.')).toBeTruthy();
    expect(await nowOf('Maximum speed')).toBe('Now 140 km/h · ignored');
    expect(await nowOf('Worst accepted accuracy')).toBe('Now not reported · not checked');
  });

  it('is nothing where nothing was reported yet', async () => {
    await show({ unitId: null });
    expect(await screen.findByText(/^No report yet/)).toBeTruthy();
    expect(document.querySelector('.setting-now')).toBeNull();
  });
});
