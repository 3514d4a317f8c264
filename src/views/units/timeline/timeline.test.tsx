import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { BEAT, HOUR, SECOND } from '../../../domain/base/index.ts';
import { LIVE, NOW, at, paused, press, show, slider, visible, withTimeline } from './testing/timelineWorld.tsx';

withTimeline();

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

  it('shows the instant to the second in the format of the account, with the beats while time flows, sooner under the hand', async () => {
    const { timeline, container, replace } = await show({ playback: { ...LIVE, state: 'playing' } }, NOW - HOUR);
    const clock = (): string | null | undefined => container.querySelector('time')?.textContent;
    expect(clock()).toBe('21/11/2026 11:00:00 AM');
    act(() => timeline.set(at(NOW - HOUR + SECOND)));
    act(() => timeline.set(at(NOW - HOUR + 2 * SECOND)));
    expect(clock()).toBe('21/11/2026 11:00:01 AM');
    act(() => vi.advanceTimersByTime(2 * BEAT));
    expect(clock()).toBe('21/11/2026 11:00:02 AM');
    replace({ playback: paused });
    act(() => timeline.set(at(NOW - HOUR + 3 * SECOND)));
    act(() => timeline.set(at(NOW - HOUR + 4 * SECOND)));
    expect(clock()).toBe('21/11/2026 11:00:03 AM');
    act(() => vi.advanceTimersByTime(200));
    expect(clock()).toBe('21/11/2026 11:00:04 AM');
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
    expect(sent.map(({ type }) => type)).toEqual([
      'playback.reverse',
      'playback.pause',
      'playback.play',
      'playback.reverse',
    ]);
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
    press('Show rejected fixes');
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(true);
    replace({ refused: true });
    expect(screen.getByRole('button', { name: 'Show rejected fixes' }).getAttribute('aria-pressed')).toBe('true');
    replace({ selectedCount: 0 });
    expect(screen.queryByRole('button', { name: 'Show rejected fixes' })).toBeNull();
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

describe('the export', () => {
  it('writes what is seen, of the selected units, in the format that is chosen', async () => {
    const save = vi.fn();
    await show({ exporter: { busy: false, count: 2, save } });
    const seen = visible();
    press('Export history');
    expect(screen.getByText(/Selected only \(2\)|2/, { selector: '.list-header' })).toBeTruthy();
    fireEvent.click(screen.getByRole('menuitem', { name: /^GPX/ }));
    expect(save).toHaveBeenCalledWith(seen, 'gpx');
  });

  it('waits for the one before, and is not offered of a file', async () => {
    const { replace } = await show({ exporter: { busy: true, count: 0, save: vi.fn() } });
    expect(screen.getByRole('button', { name: 'Export history' }).hasAttribute('disabled')).toBe(true);
    replace({ playback: { ...paused, fileName: 'tour.gpx' } });
    expect(screen.queryByRole('button', { name: 'Export history' })).toBeNull();
  });
});
