import { describe, expect, it } from 'vitest';
import { MINUTE, type DeviceId, type SensorId } from '../../../domain/base/index.ts';
import type { Sensor } from '../../../domain/sensor/index.ts';
import { sensorWith } from '../../../domain/sensor/testing/index.ts';
import { TRACK_FLAG, TrackBuilder, type TrackColumns } from '../../../domain/telemetry/index.ts';
import type { TrackSeries } from '../../shared/services/fleet.ts';
import { ChartBoard, ChartValues, chartSensorsOf } from './values.ts';

/**
 * A report a minute with a tank that empties and an input that is on in every third; the last two come without a place.
 */
function track(rows = 6): TrackColumns {
  const builder = new TrackBuilder();
  builder.reset(5);
  for (let row = 0; row < rows; row++) {
    builder.add(row * MINUTE, 0, 0, 0, 0, 0, 9, row < rows - 2 ? TRACK_FLAG.valid | TRACK_FLAG.hasPosition : 0, 1, 0);
    builder.addWhole(200, 'fuel_raw', 1, 1_500 - row * 100);
    builder.addWhole(201, 'digital_inputs', 1, row % 3 === 0 ? 1 : 0);
  }
  return builder.finish();
}

const seriesOf = (reports: TrackColumns): TrackSeries => {
  const drawn = reports.times.subarray(0, reports.count - 2);
  const none = new Float64Array(drawn.length).fill(Number.NaN);
  return {
    unitId: 5,
    times: drawn,
    longitudes: none,
    latitudes: none,
    speeds: none,
    valid: new Uint8Array(drawn.length),
    refused: [],
    reports,
    attributes: new Map([['fuel_raw', Float64Array.from(drawn, (_, row) => 1_500 - row * 100)]]),
  };
};

let ids = 0;
const sensor = (name: string, parameter: string, part: Partial<Sensor> = {}): Sensor =>
  sensorWith({ sensor_id: ++ids as SensorId, device_id: 7 as DeviceId, name, parameter, ...part });
const volts = sensor('Volts', 'fuel_raw', { multiplier: 0.001, visible: false });
const tank = sensor('Tank', '[Volts]', {
  type: 'fuel_level',
  table: {
    kind: 'xy',
    points: [
      { x: 0, y: 0 },
      { x: 2, y: 400 },
    ],
  },
  minimum: 230,
});
const door = sensor('Door', 'in1', { type: 'door', data_type: 'boolean' });
const driver = sensor('Driver', 'driver_key', { data_type: 'text' });
const probe = sensor('Probe', 'temperature_1');

describe('values of a chart', () => {
  const series = seriesOf(track());
  const values = (...sensors: Sensor[]) => new ChartValues(series, chartSensorsOf([{ name: 'FMB920', sensors }]));
  const names = (of: ChartValues) => of.all.map((value) => (value.sensor === null ? value.name : value.sensor.name));

  it('are the sensors that are shown, then what the tracker sent; texts make no line', () => {
    expect(names(values(door, volts, tank, driver))).toEqual(['Door', 'Tank', 'fuel_raw']);
    expect(names(values())).toEqual(['fuel_raw']);
  });

  it('begin with a fuel level, or the first sensor that has figures', () => {
    const voltage = sensor('Supply', 'fuel_raw', { type: 'external_voltage' });
    expect(values(voltage, volts, tank).first()).toMatchObject({ sensor: { name: 'Tank' } });
    expect(values(door, voltage).first()).toMatchObject({ sensor: { name: 'Supply' } });
    expect(values(door, probe, volts, tank).first()).toMatchObject({ sensor: { name: 'Tank' } });
    expect(values(door, probe).first()).toMatchObject({ id: 'value:fuel_raw' });
    expect(
      new ChartValues(
        { ...series, attributes: new Map() },
        chartSensorsOf([{ name: '', sensors: [probe, door] }]),
      ).first(),
    ).toMatchObject({ sensor: { name: 'Door' } });
    expect(new ChartValues({ ...series, attributes: new Map() }, []).first()).toBeNull();
  });

  it('keep the choice, also of a sensor that says nothing here, until it is gone', () => {
    const board = (...sensors: Sensor[]) => new ChartBoard([values(...sensors)]);
    const ids = (of: ChartBoard, chosen: readonly string[]) => of.shown(chosen).map(({ id }) => id);
    expect(ids(board(tank, volts, probe), ['sensor:probe'])).toEqual(['sensor:probe']);
    const [shown] = board(tank, volts, probe).shown(['sensor:probe']);
    expect(board(tank, volts, probe).lines(shown)).toEqual([null]);
    expect(ids(board(tank, volts), ['sensor:probe'])).toEqual(['sensor:tank']);
    // Without a speed there is one chart to begin with.
    expect(ids(board(tank, volts), [])).toEqual(['sensor:tank']);
  });

  it('of several units lie over each other by their names', () => {
    const other = new ChartValues(
      seriesOf(track(4)),
      chartSensorsOf([{ name: 'GL300', sensors: [{ ...tank, sensor_id: 77 as SensorId, name: 'TANK' }, volts] }]),
    );
    const board = new ChartBoard([values(tank, volts), other, values(door)]);
    expect(board.all.map(({ id }) => id)).toEqual(['speed', 'sensor:tank', 'sensor:door', 'value:fuel_raw']);
    const [shown] = board.shown(['sensor:tank']);
    expect(board.lines(shown).map((line) => line?.values.length ?? null)).toEqual([4, 4, null]);
    expect(board.next(board.shown(['speed', 'sensor:tank']))?.id).toBe('sensor:door');
  });

  it('draw a counter as its change', () => {
    const all = values(sensor('Mileage', 'fuel_raw', { type: 'mileage' }));
    expect(all.line(all.all[0])).toMatchObject({ values: [0, -100, -200, -300, -400, -500] });
  });

  it('follow a sensor row by row, through factor, hidden sensors, table and bounds, with reports that have no place', () => {
    const [value] = values(tank, volts).all;
    expect(values(tank, volts).line(value)).toMatchObject({
      times: [0, 1, 2, 3].map((minute) => minute * MINUTE),
      values: [300, 280, 260, 240],
    });
    const without = chartSensorsOf([{ name: '', sensors: [{ ...tank, minimum: null }, volts] }]);
    const all = new ChartValues(series, without);
    expect(all.line(all.all[0])?.times).toHaveLength(6);
  });

  it('draw a switch by steps between 0 and 1', () => {
    const [value] = values(door).all;
    expect(values(door).line(value)).toMatchObject({ values: [1, 0, 0, 1, 0, 0], range: [0, 1], stepped: true });
  });

  it('see the sensors of their own device only, and distinguish those of one name by it', () => {
    const other = { ...tank, sensor_id: 99 as SensorId, device_id: 8 as DeviceId };
    const sensors = chartSensorsOf([
      { name: 'FMB920', sensors: [tank, volts] },
      { name: 'GL300', sensors: [other, door] },
    ]);
    expect(sensors.map(({ device }) => device)).toEqual(['FMB920', 'GL300', null]);
    const both = new ChartValues(series, sensors);
    expect(both.all.slice(0, 2).map((value) => both.line(value) === null)).toEqual([false, true]);
  });

  it('are computed when they are drawn, and once', () => {
    let reads = 0;
    const reports = track();
    const counted = {
      ...reports,
      get times() {
        return (reads++, reports.times);
      },
    };
    const all = new ChartValues(
      { ...series, reports: counted },
      chartSensorsOf([{ name: '', sensors: [tank, volts, door] }]),
    );
    expect(reads).toBe(0);
    const value = all.first()!;
    const line = all.line(value);
    const before = reads;
    expect([all.line(value) === line, reads]).toEqual([true, before]);
  });

  it('of a unit that reported for days are there', () => {
    const long = new ChartValues(
      seriesOf(track(50_000)),
      chartSensorsOf([{ name: '', sensors: [{ ...tank, minimum: null }, volts] }]),
    );
    expect(long.line(long.all[0])?.times.at(-1)).toBe(49_999 * MINUTE);
  });
});
