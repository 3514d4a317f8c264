import { act, createEvent, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../../domain/base/index.ts';
import { LIVE, NOW, at, paused, press, ruler, show, visible, withTimeline } from './testing/timelineWorld.tsx';
import { upToNow } from './window.ts';

withTimeline();

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
      for (const [name, value] of Object.entries({ deltaX: 0, shiftKey: false, ...part }))
        Object.defineProperty(event, name, { value });
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
    const width = (name: string): number =>
      Number.parseFloat(container.querySelector<HTMLElement>(`.${name}`)?.style.width ?? '0');
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
