import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  HOUR,
  MINUTE,
  SECOND,
  type AccountId,
  type DeviceId,
  type SensorId,
  type UnitId,
} from '../../../domain/base/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import type { Sensor } from '../../../domain/sensor/index.ts';
import { sensorWith } from '../../../domain/sensor/testing/index.ts';
import { TRACK_FLAG, TrackBuilder, emptyTrack, type TrackColumns } from '../../../domain/telemetry/index.ts';
import type { UnitDetails } from '../../../domain/unit/index.ts';
import type { FleetServices, Outcome, TrackSeries } from '../../shared/services/fleet.ts';
import { refusal, type FakeAnswers } from '../../shared/testing/services.ts';
import { createPlot, type Plot } from './plot.ts';
import { LIVE, NOW, at, paused, press, show, visible, withTimeline, type Shown } from './testing/timelineWorld.tsx';

vi.mock('./plot.ts', () => ({ createPlot: vi.fn() }));

withTimeline();

describe('charts', () => {
  const unit = { unitId: 5, name: 'Truck 5', series: null };
  const units = [unit];
  const others = [{ unitId: 6, name: 'Truck 6', series: null }];
  const reports = emptyTrack(5, 0);
  const column = (...values: number[]): Float64Array => Float64Array.from(values);
  const series = (part: Partial<TrackSeries> = {}): TrackSeries => ({
    unitId: 5,
    times: column(NOW - HOUR, NOW - HOUR + MINUTE),
    longitudes: column(0, 0),
    latitudes: column(0, 0),
    speeds: column(40, 60),
    valid: Uint8Array.of(1, 1),
    reports,
    attributes: new Map([
      ['fuel_level', column(70, 69)],
      ['odometer', column(1, 2)],
      ['tank_7', column(3, 4)],
    ]),
    refused: [],
    ...part,
  });
  type Track = FleetServices['track'];
  const settle = (milliseconds = 0): Promise<void> =>
    act(() => vi.advanceTimersByTimeAsync(milliseconds).then(() => undefined));
  const drawn = async (): Promise<void> => {
    await settle();
    await act(() => vi.dynamicImportSettled());
  };
  const answering = (answer: Outcome<TrackSeries>): ReturnType<typeof vi.fn<Track>> =>
    vi.fn<Track>((unitId) => Promise.resolve(answer.ok ? { ok: true, value: { ...answer.value, unitId } } : answer));
  const plot = (): Plot => ({ show: vi.fn(), resize: vi.fn(), redraw: vi.fn(), destroy: vi.fn() });

  beforeEach(() => {
    vi.mocked(createPlot).mockReset().mockImplementation(plot);
  });

  it('show speed and a chosen value at the shown instant', async () => {
    const track = answering({ ok: true, value: series() });
    await show({ chartUnits: units, track, playback: paused }, NOW - HOUR + MINUTE);
    expect(screen.getByRole('status', { name: 'Loading history…' })).toBeTruthy();
    await settle();
    const [unitId, interval] = track.mock.calls[0];
    expect(unitId).toBe(5);
    expect([interval.from <= visible().from, interval.to >= NOW]).toEqual([true, true]);
    const charts = screen.getAllByRole('figure');
    expect(charts.map((chart) => chart.querySelector('.timeline-chart-value')?.textContent)).toEqual(['60 km/h', '69']);
    expect(within(charts[0]).getByRole('combobox', { name: 'Value' })).toHaveProperty('value', 'speed');
    fireEvent.change(within(charts[1]).getByRole('combobox', { name: 'Value' }), {
      target: { value: 'value:odometer' },
    });
    const second = (): HTMLElement => screen.getAllByRole('figure')[1];
    // A counter says how much it grew in what is shown.
    expect(second().querySelector('.timeline-chart-value')?.textContent).toBe('+1');
    // A value that the product has no word for goes by the name that the tracker gave it.
    expect(
      within(second())
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['Speed', 'Fuel level', 'Odometer, change', 'tank_7']);
    await drawn();
    expect(vi.mocked(createPlot).mock.calls.map(([, , , colours]) => colours)).toEqual([
      ['--color-series-1'],
      ['--color-series-2'],
      ['--color-series-2'],
    ]);
  });

  describe('of a unit with sensors', () => {
    const tank = sensorWith({
      sensor_id: 1 as SensorId,
      name: 'Tank',
      type: 'fuel_level',
      parameter: 'fuel_raw',
      multiplier: 0.001,
      table: {
        kind: 'xy',
        points: [
          { x: 0, y: 0 },
          { x: 2, y: 400 },
        ],
      },
    });
    const door = sensorWith({
      sensor_id: 2 as SensorId,
      name: 'Door',
      type: 'door',
      data_type: 'boolean',
      parameter: 'in1',
    });
    const recorded = (): TrackColumns => {
      const builder = new TrackBuilder();
      builder.reset(5);
      for (const [row, raw] of [1_500, 1_250].entries()) {
        builder.add(NOW - HOUR + row * MINUTE, 0, 0, 0, 0, 0, 9, TRACK_FLAG.valid | TRACK_FLAG.hasPosition, 1, 0);
        builder.addWhole(200, 'fuel_raw', 1, raw);
        builder.addWhole(201, 'digital_inputs', 1, row);
      }
      return builder.finish();
    };
    const details = (...sensors: Sensor[]): UnitDetails => ({
      unit_id: 5 as UnitId,
      account_id: 1 as AccountId,
      account_name: 'North',
      name: 'Truck 5',
      kind: 'truck',
      status: 'active',
      labels: [],
      identifiers: ['3500'],
      device_model: 'FMB920',
      allocated_to: null,
      drivers: [],
      location: null,
      attached_to: null,
      time_zone: 'UTC',
      allocation: null,
      created_at: '2026-01-01T00:00:00Z',
      devices: [
        {
          device_id: 1 as DeviceId,
          name: 'FMB920',
          device_model: 'FMB920',
          unique_identifier: '3500',
          status: 'ACTIVE',
          settings: { trip_detector: null, fuel: null, filters: null },
          sensors,
        },
      ],
    });
    const drawing = async (answers: FakeAnswers, instant = NOW - HOUR + MINUTE): Promise<Shown> => {
      const shown = await show(
        { chartUnits: units, track: answering({ ok: true, value: series({ reports: recorded() }) }), playback: paused },
        instant,
        'en',
        answers,
      );
      await settle();
      return shown;
    };
    const shownValue = (): string | null | undefined =>
      screen.getAllByRole('figure')[1].querySelector('.timeline-chart-value')?.textContent;
    const choice = (): HTMLElement => screen.getAllByRole('combobox', { name: 'Value' })[1];
    const bare = (text: string | null): string => (text ?? '').replaceAll(/[\u2068\u2069]/g, '');

    it('offer these first, by name and measure, and begin with the first that has figures', async () => {
      await drawing({ getUnit: details(door, tank) });
      expect(
        within(choice())
          .getAllByRole('group')
          .map((group) => [
            group.getAttribute('label'),
            within(group)
              .getAllByRole('option')
              .map((option) => bare(option.textContent)),
          ]),
      ).toEqual([
        ['Reported values', ['Speed', 'Fuel level', 'Odometer, change', 'tank_7']],
        ['Sensors', ['Door', 'Tank · l']],
      ]);
      expect(shownValue()).toBe('250 l');
      fireEvent.change(choice(), { target: { value: 'sensor:door' } });
      expect(shownValue()).toBe('On');
      fireEvent.change(choice(), { target: { value: 'value:tank_7' } });
      expect(shownValue()).toBe('4');
    });

    it('follow a sensor that is edited meanwhile, and fall back when it is gone', async () => {
      const { server } = await drawing({ getUnit: details(door, tank) });
      fireEvent.change(choice(), { target: { value: 'sensor:tank' } });
      server.answer('getUnit', details(door, { ...tank, table: { kind: 'none' } }));
      act(() => server.change('device'));
      await settle();
      expect(shownValue()).toBe('1.25 l');
      server.answer('getUnit', details(door));
      act(() => server.change('device'));
      // A second change within a second is read when it is over.
      await settle(SECOND);
      expect(shownValue()).toBe('69');
    });

    it('keep the reported values where the sensors cannot be read', async () => {
      const { server } = await drawing({ getUnit: refusal(ERROR.notFound, 'There is no such unit.') });
      expect(within(choice()).queryAllByRole('group')).toEqual([]);
      expect(shownValue()).toBe('69');
      fireEvent.change(choice(), { target: { value: 'value:odometer' } });
      server.answer('getUnit', details(tank));
      act(() => server.change('device'));
      await settle();
      expect([shownValue(), within(choice()).getAllByRole('group').length]).toEqual(['+1', 2]);
    });

    it('say that a chosen sensor says nothing here, and let another be chosen', async () => {
      await drawing({
        getUnit: details(
          tank,
          sensorWith({ sensor_id: 3 as SensorId, name: 'Hold', type: 'temperature', parameter: 'temperature_4' }),
        ),
      });
      fireEvent.change(choice(), { target: { value: 'sensor:hold' } });
      expect([screen.getByText('No data in this interval').tagName, shownValue()]).toEqual(['P', undefined]);
      fireEvent.change(choice(), { target: { value: 'sensor:tank' } });
      expect(shownValue()).toBe('250 l');
    });

    it('are those of the unit that is looked at, also while these are on their way', async () => {
      const { server, replace } = await drawing({ getUnit: details(tank) });
      server.answer('getUnit', refusal(ERROR.notFound, 'There is no such unit.'));
      replace({ chartUnits: others });
      await settle();
      expect(
        within(choice())
          .getAllByRole('option')
          .map((option) => option.textContent),
      ).toEqual(['Speed', 'Fuel level', 'Odometer, change', 'tank_7']);
    });
  });

  it('are not drawn again as time flows', async () => {
    const { timeline } = await show(
      { chartUnits: units, track: answering({ ok: true, value: series() }), playback: { ...LIVE, state: 'playing' } },
      NOW - HOUR,
    );
    await drawn();
    const made = vi.mocked(createPlot).mock.results.map(({ value }) => value as Plot);
    expect(made).toHaveLength(2);
    const draws = made.map(({ show: draw }) => vi.mocked(draw).mock.calls.length);
    for (let step = 1; step <= 20; step++) {
      act(() => timeline.set(at(NOW - HOUR + step * SECOND)));
      await settle(100);
    }
    expect(made.map(({ show: draw }) => vi.mocked(draw).mock.calls.length)).toEqual(draws);
    expect(createPlot).toHaveBeenCalledTimes(2);
  });

  it('go to the instant that is pressed', async () => {
    const { sent, container } = await show(
      { chartUnits: units, track: answering({ ok: true, value: series() }), playback: paused },
      NOW - HOUR,
    );
    await settle();
    fireEvent.click(container.querySelector('.timeline-chart-body')!, { clientX: 100 + 500 });
    expect(sent).toEqual([{ type: 'playback.seek', instant: (visible().from + visible().to) / 2 }]);
  });

  it('call off what is no longer wanted and wait until the ruler rests', async () => {
    const track = answering({ ok: true, value: series() });
    const { replace } = await show({ chartUnits: units, track, playback: paused }, NOW - HOUR);
    await settle();
    press('Zoom out of time');
    await settle(200);
    press('Zoom out of time');
    await settle(200);
    expect(track).toHaveBeenCalledTimes(1);
    await settle(100);
    expect(track).toHaveBeenCalledTimes(2);
    expect(screen.getAllByRole('figure')).toHaveLength(2);
    replace({ chartUnits: others });
    expect(track.mock.calls[1][2].aborted).toBe(true);
    expect(screen.queryByRole('figure')).toBeNull();
  });

  it('say that there is nothing, and what went wrong, with a way to try again', async () => {
    const nothing = series({ times: column(), speeds: column(), attributes: new Map() });
    const problem = { code: 'X', message: 'Request timed out', correlationId: null };
    const track = vi
      .fn<Track>()
      .mockResolvedValueOnce({ ok: false, problem })
      .mockResolvedValueOnce({ ok: true, value: nothing });
    await show({ chartUnits: units, track, playback: paused });
    await settle();
    expect(screen.getByRole('alert').textContent).toContain('Request timed out');
    press('Try again');
    await settle();
    expect(screen.getByText('No data in this interval')).toBeTruthy();
  });

  it('can be folded away', async () => {
    const track = answering({ ok: true, value: series() });
    await show({ chartUnits: units, track, playback: paused });
    press(/^Charts: .*Truck 5/);
    expect(screen.getByRole('button', { name: /^Charts: .*Truck 5/ }).getAttribute('aria-expanded')).toBe('false');
    await settle();
    expect(screen.queryByRole('figure')).toBeNull();
    expect(track).not.toHaveBeenCalled();
  });

  it('of several units lie over each other, each in its colour and with its figure, also under the pointer', async () => {
    const several = [
      { unitId: 5, name: 'Truck 5', series: 1 },
      { unitId: 6, name: 'Truck 6', series: 3 },
    ];
    const onGhosts = vi.fn();
    const track = vi.fn<Track>((unitId) =>
      Promise.resolve({
        ok: true,
        value: series({ unitId, speeds: column(unitId * 10, unitId * 10 + 5), longitudes: column(unitId, unitId + 1) }),
      }),
    );
    const { container } = await show({ chartUnits: several, track, playback: paused, onGhosts }, NOW - HOUR + MINUTE);
    await drawn();
    const figures = (): (string | null)[] =>
      [...screen.getAllByRole('figure')[0].querySelectorAll('.timeline-chart-figure')].map((each) => each.textContent);
    expect(figures()).toEqual(['Truck 5: 55 km/h', 'Truck 6: 65 km/h']);
    expect(vi.mocked(createPlot).mock.calls[0][3]).toEqual(['--color-series-1', '--color-series-3']);
    // At the pointer: half a minute after the first fix, between both places.
    const { from, to } = visible();
    const share = (NOW - HOUR + MINUTE / 2 - from) / (to - from);
    fireEvent.pointerMove(container.querySelector('.timeline-chart-body')!, { clientX: 100 + share * 1_000 });
    expect(figures()).toEqual(['Truck 5: 50 km/h', 'Truck 6: 60 km/h']);
    const ghosts = vi.mocked(onGhosts).mock.lastCall?.[0] as { unitId: number; longitude: number }[];
    expect(ghosts.map(({ unitId }) => unitId)).toEqual([5, 6]);
    expect(ghosts[0].longitude).toBeCloseTo(5.5, 1);
    fireEvent.pointerLeave(container.querySelector('.timeline-lines')!);
    expect(vi.mocked(onGhosts).mock.lastCall?.[0]).toEqual([]);
  });

  it('are added and removed, and the last one stays', async () => {
    const onCharts = vi.fn();
    const { replace } = await show({
      chartUnits: units,
      track: answering({ ok: true, value: series() }),
      playback: paused,
      onCharts,
    });
    await settle();
    press('Add chart');
    expect(onCharts).toHaveBeenLastCalledWith(['speed', 'value:fuel_level', 'value:odometer']);
    press('Remove chart: Speed');
    expect(onCharts).toHaveBeenLastCalledWith(['value:fuel_level']);
    replace({ charts: ['value:fuel_level'] });
    expect(screen.getAllByRole('figure')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /^Remove chart/ })).toBeNull();
  });

  it('open when they are asked for', async () => {
    const onCharts = vi.fn();
    const track = answering({ ok: true, value: series() });
    await show({ chartUnits: units, track, playback: paused, charts: null, onCharts });
    await settle();
    expect(track).not.toHaveBeenCalled();
    press(/^Charts: .*Truck 5/);
    expect(onCharts).toHaveBeenLastCalledWith([]);
  });
});
