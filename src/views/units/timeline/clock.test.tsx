import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../../../domain/base/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import { LIVE, NOW, RULER_WIDTH, at, paused, ruler, show, visible, withTimeline } from './testing/timelineWorld.tsx';

withTimeline();

const clock = (): string | null | undefined => document.querySelector('time')?.textContent;
const mode = (): string | undefined => screen.getByRole('region', { name: 'Timeline' }).dataset.mode;

describe('a lost connection', () => {
  it('is not live: the clock stands where something was last heard', async () => {
    const { timeline, presence } = await show();
    act(() => timeline.set(at(NOW, 'live')));
    act(() => presence.set({ state: 'stale', since: NOW - 3 * SECOND, retryAt: null }));
    act(() => timeline.set(at(NOW + MINUTE, 'live')));
    expect(screen.queryByText('Live')).toBeNull();
    expect(screen.getByText('Connection lost')).toBeTruthy();
    expect(mode()).toBe('lost');
    expect(clock()).toBe('21/11/2026 11:59:57 AM');
    act(() => presence.set({ state: 'live' }));
    expect(screen.getByText('Live')).toBeTruthy();
    expect(clock()).toBe('21/11/2026 12:01:00 PM');
  });

  it('says that history cannot be had, and that the picture is the last one', async () => {
    const { presence } = await show({ playback: paused }, NOW - HOUR);
    act(() => presence.set({ state: 'failed', code: ERROR.network, message: 'fetch failed' }));
    expect(screen.getByText(/The map keeps the last picture/)).toBeTruthy();
    act(() => presence.set({ state: 'failed', code: ERROR.accessRight, message: 'Not allowed.' }));
    expect(screen.getByText('History cannot be loaded: Not allowed.')).toBeTruthy();
    act(() => presence.set({ state: 'replaying', loading: false }));
    expect(screen.queryByText(/History cannot be loaded/)).toBeNull();
  });
});

describe('the clock', () => {
  const open = (): boolean => fireEvent.keyDown(document.body, { key: 'g' });

  it('is opened by g and goes to a typed instant', async () => {
    const { sent } = await show({ playback: paused }, NOW - HOUR);
    open();
    const form = document.querySelector('form');
    if (form === null) throw new Error('The clock did not open.');
    act(() => vi.advanceTimersByTime(50));
    expect(form.contains(document.activeElement)).toBe(true);
    fireEvent.submit(form);
    expect(sent).toEqual([{ type: 'playback.seek', instant: NOW - HOUR }]);
    expect(document.querySelector('form')).toBeNull();
  });

  it('goes to days by their names, and the ruler shows them whole', async () => {
    const { sent, timeline } = await show({ playback: paused }, NOW - HOUR);
    open();
    fireEvent.click(screen.getByRole('button', { name: 'Yesterday' }));
    const midnight = Date.UTC(2026, 10, 21);
    expect(sent).toEqual([{ type: 'playback.seek', instant: midnight - DAY }]);
    act(() => timeline.set(at(midnight - DAY)));
    expect(visible().from).toBeLessThan(midnight - DAY);
    expect(visible().to).toBeGreaterThan(midnight);
    expect(visible().to - visible().from).toBeLessThan(1.2 * DAY);
  });

  it('goes to the present as the present', async () => {
    const { sent } = await show({ playback: LIVE });
    open();
    fireEvent.submit(document.querySelector('form') as HTMLFormElement);
    expect(sent).toEqual([{ type: 'playback.live' }]);
  });

  it('keeps room for its longest words in every language', async () => {
    await show({ playback: paused }, NOW, 'ru');
    const reserved = [...document.querySelectorAll<HTMLElement>('.timeline-mode .timeline-reserve')];
    expect(reserved.map(({ dataset }) => dataset.word)).toContain('Связь потеряна');
    expect(reserved.some(({ dataset }) => dataset.word?.includes('×'))).toBe(true);
  });
});

describe('the ruler under the pointer', () => {
  const point = (type: string, x: number, more: Partial<PointerEventInit> = {}): boolean =>
    ruler().dispatchEvent(
      new PointerEvent(type, { clientX: 100 + x, pointerId: 7, button: 0, bubbles: true, cancelable: true, ...more }),
    );

  it('says which instant is there, until the pointer leaves', async () => {
    await show({ playback: paused }, NOW - HOUR);
    const hover = (): HTMLElement | null => document.querySelector('.timeline-hover');
    act(() => void point('pointermove', 0));
    expect(hover()?.textContent).toBe('21/11/2026 06:14:24 AM');
    expect(hover()?.hidden).toBe(false);
    act(() => void point('pointerleave', 0));
    expect(hover()?.hidden).toBe(true);
  });

  it('stays where it was panned to when it is clicked, however late the clock follows', async () => {
    const { replace, timeline, sent } = await show({ playback: LIVE });
    act(() => timeline.set(at(NOW, 'live')));
    fireEvent.wheel(ruler(), { deltaX: -4 * RULER_WIDTH, deltaY: 0 });
    const panned = visible();
    expect(panned.to).toBeLessThan(NOW - 12 * HOUR);
    act(() => void point('pointerdown', 500));
    replace({ playback: { ...LIVE, state: 'scrubbing' } });
    act(() => void point('pointerup', 500));
    replace({ playback: paused });
    expect(visible()).toEqual(panned);
    const [press] = sent;
    act(() => timeline.set(at(press.type === 'playback.drag' ? press.instant : 0)));
    expect(visible()).toEqual(panned);
  });

  it('zooms about the middle of two fingers, and lets time be', async () => {
    const { sent } = await show({ playback: paused }, NOW - HOUR);
    const before = visible();
    const middle = (before.from + before.to) / 2;
    const touch = (type: string, pointerId: number, x: number): void =>
      act(() => void point(type, x, { pointerId, pointerType: 'touch' }));
    touch('pointerdown', 1, 400);
    touch('pointerdown', 2, 600);
    touch('pointermove', 1, 300);
    touch('pointermove', 2, 700);
    const after = visible();
    expect(after.to - after.from).toBeCloseTo((before.to - before.from) / 2, -1);
    expect(Math.abs((after.from + after.to) / 2 - middle)).toBeLessThan(10 * MINUTE);
    touch('pointerup', 1, 300);
    touch('pointerup', 2, 700);
    expect(sent).toEqual([]);
  });
});
