import { useEffect, useRef, type RefObject } from 'react';
import type { Instant } from '../../../domain/base/index.ts';
import { instantAt } from './ruler.ts';
import type { RulerProps } from './types.ts';
import { reachable } from './window.ts';

type Props = Pick<RulerProps, 'playback' | 'send' | 'goLive' | 'timeline' | 'visible' | 'now'>;

/** A hold of the hand on the ruler. */
interface Hold {
  readonly pointerId: number;
  /** Milliseconds from the pointer to the shown instant: a handle does not jump when it is taken. */
  readonly offset: number;
  last: Instant | null;
}

/** Pointer on the ruler: time follows it, and what was before comes back when it lets go. */
export function useScrubbing(
  surface: RefObject<HTMLDivElement | null>,
  handle: RefObject<HTMLDivElement | null>,
  props: Props,
): void {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const target = surface.current;
    if (target === null) return;
    let hold: Hold | null = null;

    const under = (event: PointerEvent): Instant => {
      const box = target.getBoundingClientRect();
      return instantAt(latest.current.visible, (event.clientX - box.left) / Math.max(1, box.width));
    };
    const drag = (event: PointerEvent, held: Hold): void => {
      const { visible, now, send, playback } = latest.current;
      const end = playback.fileName === null ? now() : visible.to;
      held.last = reachable(under(event) + held.offset, visible, end);
      send({ type: 'playback.drag', instant: held.last });
    };
    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || hold !== null) return;
      const onHandle = event.target instanceof Node && handle.current?.contains(event.target) === true;
      hold = {
        pointerId: event.pointerId,
        offset: onHandle ? latest.current.timeline.getSnapshot().instant - under(event) : 0,
        last: null,
      };
      target.setPointerCapture(event.pointerId);
      handle.current?.focus({ preventScroll: true });
      event.preventDefault();
      if (onHandle) latest.current.send({ type: 'playback.grab' });
      else drag(event, hold);
    };
    const move = (event: PointerEvent): void => {
      if (hold?.pointerId === event.pointerId) drag(event, hold);
    };
    const up = (event: PointerEvent): void => {
      if (hold?.pointerId !== event.pointerId) return;
      const { last } = hold;
      hold = null;
      const { send, goLive, playback, visible, now } = latest.current;
      send({ type: 'playback.release' });
      // Letting go at the present means the present, not an instant that ages.
      const pixel = (visible.to - visible.from) / Math.max(1, target.getBoundingClientRect().width);
      if (last !== null && playback.fileName === null && last >= now() - pixel) goLive();
    };
    const listeners = [
      ['pointerdown', down],
      ['pointermove', move],
      ['pointerup', up],
      ['pointercancel', up],
    ] as const;
    for (const [type, listener] of listeners) target.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of listeners) target.removeEventListener(type, listener);
    };
  }, [surface, handle]);
}
