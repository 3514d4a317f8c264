// @vitest-environment happy-dom
import { act, cleanup, createEvent, fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR, MINUTE, SECOND, type Instant, type Interval } from '../../../domain/base/index.ts';
import type { LanguageCode } from '../../../i18n/index.ts';
import type { PlaybackEvent } from '../../../machines/playback/index.ts';
import type { Presence } from '../../../streams/types.ts';
import type { FleetServices, Outcome, TimelineState, TrackSeries } from '../../shared/services/fleet.ts';
import { useStore, type ReadableStore } from '../../shared/services/store.ts';
import { renderInWorld } from '../../shared/testing/world.tsx';
import { Timeline, type TimelineProps } from './index.ts';
import { createPlot, type Plot } from './plot.ts';
import { upToNow } from './window.ts';

vi.mock('./plot.ts', () => ({ createPlot: vi.fn() }));

const NOW = Date.UTC(2026, 10, 21, 12);
const RULER_WIDTH = 1_000;

interface WritableStore<Value> extends ReadableStore<Value> {
  set(value: Value): void;
}

function store<Value>(initial: Value): WritableStore<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => current,
    set(value) {
      current = value;
      for (const listener of listeners) listener();
    },
  };
}

const LIVE: TimelineProps['playback'] = { state: 'live', speed: 1, direction: 1, loop: null, fileName: null };
const at = (instant: Instant, mode: TimelineState['mode'] = 'paused'): TimelineState => ({ instant, mode, rate: 1 });

interface Shown {
  sent: PlaybackEvent[];
  timeline: WritableStore<TimelineState>;
  presence: WritableStore<Presence>;
  span: WritableStore<Interval>;
  replace(part: Partial<TimelineProps>): void;
  container: HTMLElement;
}

async function show(part: Partial<TimelineProps> = {}, instant: Instant = NOW, language: LanguageCode = 'en'): Promise<Shown> {
  const sent: PlaybackEvent[] = [];
  const timeline = store(at(instant));
  const presence = store<Presence>({ state: 'live' });
  const span = store<Interval>({ from: NOW - 3 * HOUR, to: NOW });
  const still: TimelineProps = {
    playback: LIVE, send: (event) => sent.push(event), timeline, span, presence, chartUnit: null, now: () => NOW,
    track: () => Promise.reject(new Error('no chart was expected')),
    trails: 'off', onTrails: vi.fn(), refused: false, onRefused: vi.fn(), units: 'all', onUnits: vi.fn(), selectedCount: 2, onFile: vi.fn(), wanted: null, onVisible: vi.fn(), ...part,
  };
  const shown = store(still);
  function Holder(): ReactNode {
    return <Timeline {...useStore(shown)} />;
  }
  const { container } = await renderInWorld(<Holder />, { language });
  return { sent, timeline, presence, span, container, replace: (next) => act(() => shown.set({ ...shown.getSnapshot(), ...next })) };
}

const slider = (): HTMLElement => screen.getByRole('slider', { name: 'Shown time' });
const ruler = (): HTMLElement => screen.getByTestId('timeline-ruler');
const press = (name: string | RegExp): boolean => fireEvent.click(screen.getByRole('button', { name }));
const visible = (): Interval => ({ from: Number(slider().getAttribute('aria-valuemin')), to: Number(slider().getAttribute('aria-valuemax')) });
const paused = { ...LIVE, state: 'paused' } as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(DOMRect.fromRect({ x: 100, y: 0, width: RULER_WIDTH, height: 40 }));
  HTMLElement.prototype.setPointerCapture = () => undefined;
  vi.mocked(createPlot).mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('mode', () => {
  it.each([
    ['live', 'Live', 'live'],
    ['paused', 'Paused', 'paused'],
    ['playing', 'Replay ×60', 'replay'],
    ['scrubbing', 'Replay', 'replay'],
  ] as const)('%s is a word and a tint', async (state, word, mode) => {
    await show({ playback: { ...LIVE, state, speed: 60 } });
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain(word);
    expect(screen.getByRole('region', { name: 'Timeline' }).dataset.mode).toBe(mode);
  });

  it('shows the instant to the second in the format of the account, at most ten times a second', async () => {
    const { timeline, container } = await show({ playback: { ...LIVE, state: 'playing' } }, NOW - HOUR);
    const clock = (): string | null | undefined => container.querySelector('time')?.textContent;
    expect(clock()).toBe('21/11/2026 11:00:00');
    act(() => timeline.set(at(NOW - HOUR + SECOND)));
    act(() => timeline.set(at(NOW - HOUR + 2 * SECOND)));
    expect(clock()).toBe('21/11/2026 11:00:01');
    act(() => vi.advanceTimersByTime(100));
    expect(clock()).toBe('21/11/2026 11:00:02');
  });

  it('says that history is being loaded, and that the connection is lost', async () => {
    const { presence } = await show({ playback: paused });
    act(() => presence.set({ state: 'replaying', loading: true }));
    expect(screen.getByText('Loading history…')).toBeTruthy();
    act(() => presence.set({ state: 'replaying', loading: false }));
    expect(screen.queryByText('Loading history…')).toBeNull();
    act(() => presence.set({ state: 'stale', since: NOW, retryAt: null }));
    expect(screen.getByText('Connection lost')).toBeTruthy();
  });
});

describe('buttons', () => {
  it('step, pause and go back to the present', async () => {
    const { sent, replace } = await show();
    press('Step backward');
    press('Pause');
    replace({ playback: paused });
    press('Step forward');
    press('Play');
    press(/Jump to now/);
    expect(sent).toEqual([
      { type: 'playback.step', milliseconds: -10_000 },
      { type: 'playback.pause' },
      { type: 'playback.step', milliseconds: 10_000 },
      { type: 'playback.play' },
      { type: 'playback.live' },
    ]);
  });

  it('play in the direction that they show, whatever the last one was', async () => {
    const { sent, replace } = await show({ playback: paused });
    press('Play backwards');
    replace({ playback: { ...LIVE, state: 'playing', direction: -1 } });
    expect(screen.getByRole('button', { name: 'Play backwards' }).getAttribute('aria-pressed')).toBe('true');
    press('Play backwards');
    replace({ playback: { ...paused, direction: -1 } });
    press('Play backwards');
    press('Play');
    expect(sent.map(({ type }) => type)).toEqual(['playback.reverse', 'playback.pause', 'playback.play', 'playback.reverse']);
  });

  it('loop the visible interval and stop looping', async () => {
    const { sent, replace } = await show({ playback: paused }, NOW - HOUR);
    press('Loop the chosen interval');
    const loop = { from: visible().from, to: NOW };
    expect(sent).toEqual([{ type: 'playback.setLoop', loop }]);
    replace({ playback: { ...paused, loop } });
    press('Stop looping');
    expect(sent[1]).toEqual({ type: 'playback.setLoop', loop: null });
  });

  it('loop from the present by going back to the start of the loop', async () => {
    const { sent } = await show();
    press('Loop the chosen interval');
    expect(sent.map(({ type }) => type)).toEqual(['playback.seek', 'playback.setLoop', 'playback.play']);
  });

  it('show refused fixes of selected units, when asked', async () => {
    const onRefused = vi.fn();
    const { replace } = await show({ onRefused });
    press('Show refused fixes');
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(true);
    replace({ refused: true });
    expect(screen.getByRole('button', { name: 'Show refused fixes' }).getAttribute('aria-pressed')).toBe('true');
    replace({ selectedCount: 0 });
    expect(screen.queryByRole('button', { name: 'Show refused fixes' })).toBeNull();
  });

  it('choose speed, trails and units', async () => {
    const onTrails = vi.fn();
    const onUnits = vi.fn();
    const { sent, replace } = await show({ onTrails, onUnits, playback: { ...paused, speed: 45 } });
    const speed = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Speed' });
    expect(speed.selectedOptions[0].textContent).toBe('×45');
    fireEvent.change(speed, { target: { value: '1000' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Trails' }), { target: { value: 'fleet' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Units on the map' }), { target: { value: 'selected' } });
    expect(sent).toEqual([{ type: 'playback.setSpeed', speed: 1000 }]);
    expect(onTrails).toHaveBeenCalledExactlyOnceWith('fleet');
    expect(onUnits).toHaveBeenCalledExactlyOnceWith('selected');
    expect(screen.getByRole('option', { name: 'Selected units (2)' })).toBeTruthy();
    replace({ units: 'selected', selectedCount: 0 });
    expect(screen.getByText('Select units to see their history.')).toBeTruthy();
  });

  it('open a file, show its whole length, and close it', async () => {
    const onFile = vi.fn();
    const { sent, replace, span } = await show({ onFile });
    const file = new File(['<gpx/>'], 'ride.gpx');
    const input = screen.getByTestId('timeline-file');
    expect(input.getAttribute('accept')).toBe('.gpx,.csv');
    fireEvent.change(input, { target: { files: [file] } });
    expect(onFile).toHaveBeenCalledExactlyOnceWith(file);
    const ride = { from: NOW - 900 * HOUR, to: NOW - 899 * HOUR };
    replace({ playback: { ...paused, fileName: 'ride.gpx' } });
    act(() => span.set(ride));
    expect(visible().from).toBeLessThan(ride.from);
    expect(visible().to - visible().from).toBeLessThan(1.1 * HOUR);
    fireEvent.keyDown(slider(), { key: 'End' });
    press('Close file');
    expect(sent).toEqual([{ type: 'playback.seek', instant: ride.to }, { type: 'playback.fileClosed' }]);
  });
});

describe('the slider', () => {
  it('steps by keys', async () => {
    const { sent } = await show({ playback: paused }, NOW - HOUR);
    const keys: [string, boolean][] = [['ArrowRight', false], ['ArrowLeft', false], ['ArrowRight', true], ['ArrowLeft', true], ['PageUp', false], ['PageDown', false]];
    for (const [key, shiftKey] of keys) fireEvent.keyDown(slider(), { key, shiftKey });
    expect(sent.map((event) => event.type === 'playback.step' && event.milliseconds)).toEqual([10_000, -10_000, 60_000, -60_000, 600_000, -600_000]);
    fireEvent.keyDown(slider(), { key: 'Home' });
    fireEvent.keyDown(slider(), { key: 'End' });
    expect(sent.slice(-2)).toEqual([{ type: 'playback.seek', instant: visible().from }, { type: 'playback.live' }]);
  });

  it('steps into the present, not beyond it', async () => {
    const { sent, replace } = await show({ playback: paused }, NOW - 5 * SECOND);
    fireEvent.keyDown(slider(), { key: 'ArrowRight' });
    replace({ playback: LIVE });
    fireEvent.keyDown(slider(), { key: 'ArrowRight' });
    expect(sent).toEqual([{ type: 'playback.live' }]);
  });

  it('leaves keys that are not its own to others', async () => {
    const { sent } = await show({ playback: paused });
    expect(fireEvent.keyDown(slider(), { key: 'ArrowRight', ctrlKey: true })).toBe(true);
    expect(fireEvent.keyDown(slider(), { key: 'l' })).toBe(true);
    expect(fireEvent.keyDown(slider(), { key: 'Home' })).toBe(false);
    expect(sent).toHaveLength(1);
  });

  it('says the instant and the mode', async () => {
    const { replace } = await show({ playback: paused }, NOW - HOUR);
    expect(slider().getAttribute('aria-valuetext')).toBe('21/11/2026 11:00:00, Paused');
    expect(Number(slider().getAttribute('aria-valuenow'))).toBe(NOW - HOUR);
    replace({ playback: LIVE });
    expect(slider().getAttribute('aria-valuetext')).toBe('Live');
  });

  it('moves with every change, between the words', async () => {
    const { timeline } = await show({ playback: { ...LIVE, state: 'playing' } }, NOW - HOUR);
    const { from, to } = visible();
    for (const instant of [NOW - HOUR + 1, NOW - HOUR / 2]) timeline.set(at(instant));
    expect(Number.parseFloat(slider().style.left)).toBeCloseTo(((NOW - HOUR / 2 - from) / (to - from)) * 100, 6);
  });
});

describe('the hand on the ruler', () => {
  const pointer = (type: string, x: number, target: HTMLElement = ruler()): boolean =>
    target.dispatchEvent(new PointerEvent(type, { clientX: 100 + x, pointerId: 7, button: 0, bubbles: true, cancelable: true }));

  it('sends where it is with every move, and that it let go', async () => {
    const { sent } = await show({ playback: paused }, NOW - HOUR);
    const { from, to } = visible();
    const under = (x: number): number => from + ((to - from) * x) / RULER_WIDTH;
    act(() => [pointer('pointerdown', 200), pointer('pointermove', 300), pointer('pointermove', 350), pointer('pointerup', 350), pointer('pointermove', 400)]);
    expect(sent).toEqual([
      { type: 'playback.drag', instant: under(200) },
      { type: 'playback.drag', instant: under(300) },
      { type: 'playback.drag', instant: under(350) },
      { type: 'playback.release' },
    ]);
    expect(document.activeElement).toBe(slider());
  });

  it('takes the handle without moving it', async () => {
    const { sent } = await show({ playback: paused }, NOW - HOUR);
    const { from, to } = visible();
    const x = ((NOW - HOUR - from) / (to - from)) * RULER_WIDTH;
    act(() => [pointer('pointerdown', x + 4, slider()), pointer('pointermove', x + 4), pointer('pointercancel', x + 4)]);
    expect(sent.map(({ type }) => type)).toEqual(['playback.grab', 'playback.drag', 'playback.release']);
    expect(sent[1].type === 'playback.drag' && Math.abs(sent[1].instant - (NOW - HOUR))).toBeLessThan(1);
  });

  it('cannot enter the future, and letting go at the present is the present', async () => {
    const { sent } = await show();
    act(() => [pointer('pointerdown', 999), pointer('pointerup', 999)]);
    expect(sent).toEqual([{ type: 'playback.drag', instant: NOW }, { type: 'playback.release' }, { type: 'playback.live' }]);
  });
});

describe('the visible interval', () => {
  it('is the last six hours while live, and any preset', async () => {
    await show();
    expect(visible()).toEqual(upToNow(6 * HOUR, NOW));
    fireEvent.change(screen.getByRole('combobox', { name: 'Interval' }), { target: { value: String(24 * HOUR) } });
    expect(visible()).toEqual(upToNow(24 * HOUR, NOW));
  });

  it('moves along with time while live, and stands while paused', async () => {
    let now = NOW;
    const { replace } = await show({ now: () => now });
    now += 5 * MINUTE;
    act(() => vi.advanceTimersByTime(SECOND));
    const { from, to } = visible();
    expect(to - upToNow(6 * HOUR, NOW).to).toBeGreaterThan(4 * MINUTE);
    replace({ playback: paused });
    now += 5 * MINUTE;
    act(() => vi.advanceTimersByTime(SECOND));
    expect(visible()).toEqual({ from, to });
  });

  it('is zoomed by the wheel around the pointer and moved with Shift', async () => {
    await show({ playback: paused }, NOW - 3 * HOUR);
    const before = visible();
    const length = before.to - before.from;
    const wheel = (part: Partial<WheelEvent>): void => {
      const event = createEvent.wheel(ruler());
      // happy-dom's wheel has no pointer.
      for (const [name, value] of Object.entries({ deltaX: 0, shiftKey: false, ...part })) Object.defineProperty(event, name, { value });
      fireEvent(ruler(), event);
      expect(event.defaultPrevented).toBe(true);
    };
    wheel({ deltaY: -200, clientX: 100 + 250 });
    const near = visible();
    expect(near.to - near.from).toBeLessThan(length);
    expect(near.from + (near.to - near.from) / 4).toBeCloseTo(before.from + length / 4, 0);
    wheel({ deltaY: -100, shiftKey: true });
    expect(near.from - visible().from).toBeCloseTo((near.to - near.from) / 10, 0);
    press('Zoom out of time');
    expect(visible().to - visible().from).toBeCloseTo(2 * (near.to - near.from), 0);
  });

  it('turns its page when the shown instant leaves it', async () => {
    const { timeline } = await show({ playback: { ...LIVE, state: 'playing', direction: -1 } }, NOW - 10 * HOUR);
    const gone = visible().from - MINUTE;
    act(() => timeline.set(at(gone)));
    expect(visible().from).toBeLessThan(gone);
    expect(visible().to).toBeGreaterThan(gone);
  });

  it('comes along when the clock is set far away, even before the machine has said so', async () => {
    const { timeline, replace } = await show();
    act(() => timeline.set(at(NOW - 50 * HOUR)));
    replace({ playback: paused });
    expect(visible()).toEqual({ from: NOW - 53 * HOUR, to: NOW - 47 * HOUR });
  });

  it('shows where there is no data, what is looped and what has not happened', async () => {
    const { container } = await show({ playback: { ...paused, loop: { from: NOW - 2 * HOUR, to: NOW - HOUR } } });
    const width = (name: string): number => Number.parseFloat(container.querySelector<HTMLElement>(`.${name}`)?.style.width ?? '0');
    expect(width('timeline-loop')).toBeCloseTo(100 / 6, 3);
    expect(width('timeline-future')).toBeCloseTo(4, 1);
    expect(width('timeline-dim')).toBeGreaterThan(40);
  });

  it('runs left to right in Persian too', async () => {
    await show({}, NOW, 'fa');
    expect(ruler().getAttribute('dir')).toBe('ltr');
    expect(screen.getByRole('slider', { name: 'زمان نمایش' })).toBeTruthy();
  });
});

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
    vi.mocked(createPlot).mockImplementation(plot);
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
