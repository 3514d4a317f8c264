import { useEffect, useRef, type RefObject } from 'react';
import type { Instant } from '../../../domain/base/index.ts';
import { instantAt } from '../../shared/time/ruler.ts';
import type { RulerProps } from './types.ts';
import { reachable } from './window.ts';

type Props = Pick<RulerProps, 'playback' | 'send' | 'goLive' | 'timeline' | 'visible' | 'now'> & {
  /** The instant that a press means. */
  snap: (instant: Instant) => Instant;
};

/** A hold of the hand on the ruler. */
interface Hold {
  readonly pointerId: number;
  /** Milliseconds from the pointer to the shown instant: a handle does not jump when it is taken. */
  readonly offset: number;
  readonly onHandle: boolean;
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
    const hand = createHand(target, () => handle.current, latest);
    const listeners = [
      ['pointerdown', hand.down],
      ['pointermove', hand.move],
      ['pointerup', hand.up],
      ['pointercancel', hand.up],
    ] as const;
    for (const [type, listener] of listeners) target.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of listeners) target.removeEventListener(type, listener);
    };
  }, [surface, handle]);
}

type Hand = Readonly<Record<'down' | 'move' | 'up', (event: PointerEvent) => void>>;

function createHand(target: HTMLElement, handle: () => HTMLElement | null, latest: { readonly current: Props }): Hand {
  let hold: Hold | null = null;
  const under = (event: PointerEvent): Instant => {
    const box = target.getBoundingClientRect();
    return instantAt(latest.current.visible, (event.clientX - box.left) / Math.max(1, box.width));
  };
  const drag = (instant: Instant, current: Hold): void => {
    const { visible, now, send, playback } = latest.current;
    current.last = reachable(instant, visible, playback.fileName === null ? now() : visible.to);
    send({ type: 'playback.drag', instant: current.last });
  };
  const press = (event: PointerEvent, current: Hold): void => drag(latest.current.snap(under(event)), current);
  return {
    down(event) {
      if (hold !== null) hold = dropFor(event, hold, latest.current);
      else if (event.button === 0) {
        const onHandle = event.target instanceof Node && handle()?.contains(event.target) === true;
        const offset = onHandle ? latest.current.timeline.getSnapshot().instant - under(event) : 0;
        hold = { pointerId: event.pointerId, offset, onHandle, last: null };
        target.setPointerCapture(event.pointerId);
        handle()?.focus({ preventScroll: true });
        event.preventDefault();
        if (onHandle) latest.current.send({ type: 'playback.grab' });
        // A finger may be the first of two: it is waited for until it moves or lets go.
        else if (event.pointerType !== 'touch') press(event, hold);
      }
    },
    move(event) {
      if (hold?.pointerId === event.pointerId) drag(under(event) + hold.offset, hold);
    },
    up(event) {
      if (hold?.pointerId !== event.pointerId) return;
      if (hold.last === null && !hold.onHandle && event.type === 'pointerup') press(event, hold);
      letGo(hold, latest.current, target);
      hold = null;
    },
  };
}

/** A second finger zooms: what the first one held is let go. */
function dropFor(event: PointerEvent, hold: Hold, { send }: Props): Hold | null {
  if (event.pointerType !== 'touch' || event.pointerId === hold.pointerId) return hold;
  if (hold.last !== null || hold.onHandle) send({ type: 'playback.release' });
  return null;
}

function letGo({ last }: Hold, { send, goLive, playback, visible, now }: Props, target: HTMLElement): void {
  send({ type: 'playback.release' });
  // Letting go at the present means the present, not an instant that ages.
  const pixel = (visible.to - visible.from) / Math.max(1, target.getBoundingClientRect().width);
  if (last !== null && playback.fileName === null && last >= now() - pixel) goLive();
}
