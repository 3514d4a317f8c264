import { act, fireEvent } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BEAT, HOUR, SECOND } from '../../../domain/base/index.ts';
import {
  LIVE,
  NOW,
  RULER_WIDTH,
  at,
  paused,
  ruler,
  show,
  slider,
  visible,
  withTimeline,
} from './testing/timelineWorld.tsx';

withTimeline();

/** Reports the size at once, as a browser does with the next frame. */
class ResizeNews implements ResizeObserver {
  readonly #notify: () => void;

  constructor(notify: () => void) {
    this.#notify = notify;
  }

  observe(): void {
    this.#notify();
  }

  unobserve(): void {}

  disconnect(): void {}
}

describe('the slider', () => {
  beforeEach(() => {
    vi.stubGlobal('ResizeObserver', ResizeNews);
    return () => vi.unstubAllGlobals();
  });

  it('steps by keys', async () => {
    const { sent } = await show({ playback: paused }, NOW - HOUR);
    const keys: [string, boolean][] = [
      ['ArrowRight', false],
      ['ArrowLeft', false],
      ['ArrowRight', true],
      ['ArrowLeft', true],
      ['PageUp', false],
      ['PageDown', false],
    ];
    for (const [key, shiftKey] of keys) fireEvent.keyDown(slider(), { key, shiftKey });
    expect(sent.map((event) => event.type === 'playback.step' && event.milliseconds)).toEqual([
      10_000, -10_000, 60_000, -60_000, 600_000, -600_000,
    ]);
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
    expect(slider().getAttribute('aria-valuetext')).toBe('21/11/2026 11:00:00 AM, Paused');
    expect(Number(slider().getAttribute('aria-valuenow'))).toBe(NOW - HOUR);
    replace({ playback: LIVE });
    expect(slider().getAttribute('aria-valuetext')).toBe('Live');
  });

  it('stands on whole pixels', async () => {
    const { timeline } = await show({ playback: paused }, NOW - HOUR);
    const { from, to } = visible();
    const pixel = (to - from) / RULER_WIDTH;
    const left = (instant: number): number => {
      timeline.set(at(instant));
      return (Number.parseFloat(slider().style.left) / 100) * RULER_WIDTH;
    };
    expect(left(from + 500 * pixel)).toBeCloseTo(500, 6);
    expect(left(from + 500.4 * pixel)).toBeCloseTo(500, 6);
    expect(left(from + 500.6 * pixel)).toBeCloseTo(501, 6);
    expect(left(to - 0.2 * pixel)).toBeCloseTo(RULER_WIDTH, 6);
  });

  it('leaps at once while time flows, and waits for the beat with a single pixel', async () => {
    const { timeline } = await show({ playback: { ...LIVE, state: 'playing' } }, NOW - HOUR);
    const { from, to } = visible();
    const pixel = (to - from) / RULER_WIDTH;
    const left = (): number => (Number.parseFloat(slider().style.left) / 100) * RULER_WIDTH;
    const move = (pixels: number): void => act(() => timeline.set(at(from + pixels * pixel)));
    move(200);
    expect(left()).toBeCloseTo(200, 6);
    act(() => vi.advanceTimersByTime(2 * BEAT));
    move(201);
    move(202);
    expect(left()).toBeCloseTo(201, 6);
    act(() => vi.advanceTimersByTime(2 * BEAT));
    expect(left()).toBeCloseTo(202, 6);
    move(205);
    expect(left()).toBeCloseTo(205, 6);
  });

  it('is not touched while its pixel is the same', async () => {
    const { timeline } = await show({ playback: paused }, NOW - HOUR);
    const { from, to } = visible();
    const pixel = (to - from) / RULER_WIDTH;
    timeline.set(at(from + 200 * pixel));
    const changes = new MutationObserver(() => undefined);
    changes.observe(slider(), { attributes: true, attributeFilter: ['style', 'data-outside'] });
    timeline.set(at(from + 200.3 * pixel));
    expect(changes.takeRecords()).toHaveLength(0);
    timeline.set(at(from + 201 * pixel));
    expect(changes.takeRecords()).toHaveLength(1);
    changes.disconnect();
  });
});

describe('the hand on the ruler', () => {
  const pointer = (type: string, x: number, target: HTMLElement = ruler()): boolean =>
    target.dispatchEvent(
      new PointerEvent(type, { clientX: 100 + x, pointerId: 7, button: 0, bubbles: true, cancelable: true }),
    );

  it('sends where it is with every move, and that it let go', async () => {
    const { sent } = await show({ playback: paused }, NOW - HOUR);
    const { from, to } = visible();
    const under = (x: number): number => from + ((to - from) * x) / RULER_WIDTH;
    act(() => [
      pointer('pointerdown', 200),
      pointer('pointermove', 300),
      pointer('pointermove', 350),
      pointer('pointerup', 350),
      pointer('pointermove', 400),
    ]);
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
    act(() => [
      pointer('pointerdown', x + 4, slider()),
      pointer('pointermove', x + 4),
      pointer('pointercancel', x + 4),
    ]);
    expect(sent.map(({ type }) => type)).toEqual(['playback.grab', 'playback.drag', 'playback.release']);
    expect(sent[1].type === 'playback.drag' && Math.abs(sent[1].instant - (NOW - HOUR))).toBeLessThan(1);
  });

  it('cannot enter the future, and letting go at the present is the present', async () => {
    const { sent } = await show();
    act(() => [pointer('pointerdown', 999), pointer('pointerup', 999)]);
    expect(sent).toEqual([
      { type: 'playback.drag', instant: NOW },
      { type: 'playback.release' },
      { type: 'playback.live' },
    ]);
  });
});
