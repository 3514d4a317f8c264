// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../../domain/base/index.ts';
import type { FleetServices, Outcome, TrackSeries } from '../../shared/services/fleet.ts';
import { createPlot, type Plot } from './plot.ts';
import { LIVE, NOW, at, paused, press, show, visible, withTimeline } from './testing/timelineWorld.tsx';

vi.mock('./plot.ts', () => ({ createPlot: vi.fn() }));

withTimeline();

describe('charts', () => {
  const unit = { unitId: 5, name: 'Truck 5' };
  const column = (...values: number[]): Float64Array => Float64Array.from(values);
  const series = (part: Partial<TrackSeries> = {}): TrackSeries => ({
    unitId: 5, times: column(NOW - HOUR, NOW - HOUR + MINUTE), longitudes: column(0, 0), latitudes: column(0, 0), speeds: column(40, 60), valid: Uint8Array.of(1, 1),
    attributes: new Map([['fuel_level', column(70, 69)], ['odometer', column(1, 2)], ['tank_7', column(3, 4)]]), refused: [], ...part,
  });
  type Track = FleetServices['track'];
  const settle = (milliseconds = 0): Promise<void> => act(() => vi.advanceTimersByTimeAsync(milliseconds).then(() => undefined));
  const drawn = async (): Promise<void> => {
    await settle();
    await act(() => vi.dynamicImportSettled());
  };
  const answering = (answer: Outcome<TrackSeries>): ReturnType<typeof vi.fn<Track>> => vi.fn<Track>(() => Promise.resolve(answer));
  const plot = (): Plot => ({ show: vi.fn(), resize: vi.fn(), redraw: vi.fn(), destroy: vi.fn() });

  beforeEach(() => {
    vi.mocked(createPlot).mockReset().mockImplementation(plot);
  });

  it('show speed and a chosen value at the shown instant', async () => {
    const track = answering({ ok: true, value: series() });
    await show({ chartUnit: unit, track, playback: paused }, NOW - HOUR + MINUTE);
    expect(screen.getByRole('status', { name: 'Loading history…' })).toBeTruthy();
    await settle();
    const [unitId, interval] = track.mock.calls[0];
    expect(unitId).toBe(5);
    expect([interval.from <= visible().from, interval.to >= NOW]).toEqual([true, true]);
    const charts = screen.getAllByRole('figure');
    expect(charts.map((chart) => chart.querySelector('.timeline-chart-value')?.textContent)).toEqual(['60 km/h', '69']);
    fireEvent.change(within(charts[1]).getByRole('combobox', { name: 'Value' }), { target: { value: 'odometer' } });
    expect(charts[1].querySelector('.timeline-chart-value')?.textContent).toBe('2');
    // A value that the product has no word for goes by the name that the tracker gave it.
    expect(within(charts[1]).getAllByRole('option').map((option) => option.textContent)).toEqual(['Fuel level', 'Odometer', 'tank_7']);
    await drawn();
    expect(vi.mocked(createPlot).mock.calls.map(([, , , colour]) => colour)).toEqual(['--color-info-fill', '--color-accent-solid']);
  });

  it('are not drawn anew as time flows', async () => {
    const { timeline } = await show({ chartUnit: unit, track: answering({ ok: true, value: series() }), playback: { ...LIVE, state: 'playing' } }, NOW - HOUR);
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
    const { sent, container } = await show({ chartUnit: unit, track: answering({ ok: true, value: series() }), playback: paused }, NOW - HOUR);
    await settle();
    fireEvent.click(container.querySelector('.timeline-chart-body')!, { clientX: 100 + 500 });
    expect(sent).toEqual([{ type: 'playback.seek', instant: (visible().from + visible().to) / 2 }]);
  });

  it('call off what is no longer wanted and wait until the ruler rests', async () => {
    const track = answering({ ok: true, value: series() });
    const { replace } = await show({ chartUnit: unit, track, playback: paused }, NOW - HOUR);
    await settle();
    press('Zoom out of time');
    await settle(200);
    press('Zoom out of time');
    await settle(200);
    expect(track).toHaveBeenCalledTimes(1);
    await settle(100);
    expect(track).toHaveBeenCalledTimes(2);
    expect(screen.getAllByRole('figure')).toHaveLength(2);
    replace({ chartUnit: { unitId: 6, name: 'Truck 6' } });
    expect(track.mock.calls[1][2].aborted).toBe(true);
    expect(screen.queryByRole('figure')).toBeNull();
  });

  it('say that there is nothing, and what went wrong, with a way to try again', async () => {
    const nothing = series({ times: column(), speeds: column(), attributes: new Map() });
    const problem = { code: 'X', message: 'Request timed out', correlationId: null };
    const track = vi.fn<Track>().mockResolvedValueOnce({ ok: false, problem }).mockResolvedValueOnce({ ok: true, value: nothing });
    await show({ chartUnit: unit, track, playback: paused });
    await settle();
    expect(screen.getByRole('alert').textContent).toContain('Request timed out');
    press('Try again');
    await settle();
    expect(screen.getByText('No data in this interval')).toBeTruthy();
  });

  it('can be folded away', async () => {
    const track = answering({ ok: true, value: series() });
    await show({ chartUnit: unit, track, playback: paused });
    press('Charts: Truck 5');
    expect(screen.getByRole('button', { name: 'Charts: Truck 5' }).getAttribute('aria-expanded')).toBe('false');
    await settle();
    expect(screen.queryByRole('figure')).toBeNull();
    expect(track).not.toHaveBeenCalled();
  });
});
