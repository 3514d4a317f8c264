import { useEffect, useRef, type RefObject } from 'react';
import type { Instant } from '../../../domain/base/index.ts';
import { instantAt } from '../../shared/time/ruler.ts';
import type { RulerProps } from './types.ts';
import { reachable } from './window.ts';

type Props = Pick<RulerProps, 'playback' | 'send' | 'goLive' | 'timeline' | 'visible' | 'now'> & {
  /** The instant that a press means. */
  snap: (instant: Instant) => Instant;
};

/** A drag on the ruler. */
interface Drag {
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
  let taken: Drag | null = null;
  const under = (event: PointerEvent): Instant => {
    const box = target.getBoundingClientRect();
    return instantAt(latest.current.visible, (event.clientX - box.left) / Math.max(1, box.width));
  };
  const drag = (instant: Instant, current: Drag): void => {
    const { visible, now, send, playback } = latest.current;
    current.last = reachable(instant, visible, playback.fileName === null ? now() : visible.to);
    send({ type: 'playback.drag', instant: current.last });
  };
  const press = (event: PointerEvent, current: Drag): void => drag(latest.current.snap(under(event)), current);
  return {
    down(event) {
      if (taken !== null) taken = dropFor(event, taken, latest.current);
      else if (event.button === 0) {
        const onHandle = event.target instanceof Node && handle()?.contains(event.target) === true;
        const offset = onHandle ? latest.current.timeline.getSnapshot().instant - under(event) : 0;
        taken = { pointerId: event.pointerId, offset, onHandle, last: null };
        target.setPointerCapture(event.pointerId);
        handle()?.focus({ preventScroll: true });
        event.preventDefault();
        if (onHandle) latest.current.send({ type: 'playback.grab' });
        // A finger may be the first of two: it is waited for until it moves or lets go.
        else if (event.pointerType !== 'touch') press(event, taken);
      }
    },
    move(event) {
      if (taken?.pointerId === event.pointerId) drag(under(event) + taken.offset, taken);
    },
    up(event) {
      if (taken?.pointerId !== event.pointerId) return;
      if (taken.last === null && !taken.onHandle && event.type === 'pointerup') press(event, taken);
      letGo(taken, latest.current, target);
      taken = null;
    },
  };
}

/** A second finger zooms: what the first one held is let go. */
function dropFor(event: PointerEvent, current: Drag, { send }: Props): Drag | null {
  if (event.pointerType !== 'touch' || event.pointerId === current.pointerId) return current;
  if (current.last !== null || current.onHandle) send({ type: 'playback.release' });
  return null;
}

function letGo({ last }: Drag, { send, goLive, playback, visible, now }: Props, target: HTMLElement): void {
  send({ type: 'playback.release' });
  // Letting go at the present means the present, not an instant that ages.
  const pixel = (visible.to - visible.from) / Math.max(1, target.getBoundingClientRect().width);
  if (last !== null && playback.fileName === null && last >= now() - pixel) goLive();
}
