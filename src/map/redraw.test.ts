import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Redraw } from './redraw.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function rig({ everyFrame = false } = {}) {
  const start = Date.now();
  const redraw = vi.fn();
  const picture = new Redraw({ redraw, monotonic: () => Date.now() - start, everyFrame });
  return { picture, redraw };
}
/** CSS px a second that nobody sees in the time of these tests. */
const STOPPED = 0;
const FAST = 1_000;

describe('a new picture', () => {
  it('is drawn at once where a person chose something, and soon where something changed by itself', () => {
    const { picture, redraw } = rig();
    picture.now();
    expect(redraw).toHaveBeenCalledTimes(1);
    picture.changed();
    picture.changed();
    expect(redraw).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(500);
    expect(redraw).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(10_000);
    expect(redraw).toHaveBeenCalledTimes(2);
  });

  it('is drawn after a change also where no frame of the fleet follows and no mark is in view', () => {
    const { picture, redraw } = rig();
    picture.now();
    picture.movedUnseen(1_000);
    vi.advanceTimersByTime(10_000);
    expect(redraw).toHaveBeenCalledTimes(1);
    picture.changed();
    picture.movedUnseen(2_000);
    vi.advanceTimersByTime(500);
    expect(redraw).toHaveBeenCalledTimes(2);
  });

  it('is drawn with the frame in which a mark has moved', () => {
    const { picture, redraw } = rig();
    picture.moved(0, FAST);
    expect(redraw).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(16);
    picture.moved(16, FAST);
    expect(redraw).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(16);
    picture.moved(32, STOPPED);
    expect(redraw).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(500);
    expect(redraw).toHaveBeenCalledTimes(3);
  });

  it('that could not be drawn is tried again until it was, without haste', () => {
    const { picture, redraw } = rig();
    let failures = 3;
    redraw.mockImplementation(() => {
      if (failures-- > 0) setTimeout(() => picture.failed(), 16);
    });
    picture.now();
    vi.advanceTimersByTime(60_000);
    expect(redraw).toHaveBeenCalledTimes(4);
    failures = Number.POSITIVE_INFINITY;
    picture.changed();
    vi.advanceTimersByTime(10_000);
    expect(redraw.mock.calls.length).toBeLessThan(4 + 50);
  });

  it('is every frame where frames are measured, and none after the end', () => {
    const { picture, redraw } = rig({ everyFrame: true });
    for (let frame = 0; frame < 5; frame++) picture.moved(frame, STOPPED);
    picture.movedUnseen(5);
    expect(redraw).toHaveBeenCalledTimes(6);
    picture.changed();
    picture.close();
    vi.advanceTimersByTime(10_000);
    expect(redraw).toHaveBeenCalledTimes(6);
  });
});
