import { useEffect, useRef, type RefObject } from 'react';
import { clamp, type Instant, type Interval } from '../../../domain/base/index.ts';
import { instantAt } from '../../shared/time/ruler.ts';
import type { RulerProps } from './types.ts';

type Acts = Pick<RulerProps, 'onZoom' | 'onPan'>;

/** Pixels of a wheel that make the ruler e times as long; of a pinch on a touchpad, whose steps are small. */
const WHEEL = 400;
const PINCH = 100;

/**
 * Wheel: longer or shorter about the pointer; with Shift, or sideways: earlier or later. Two fingers, on the ruler or
 * on a touchpad: the same about the middle between them.
 */
export function useRulerZoom(
  surface: RefObject<HTMLDivElement | null>,
  visible: Interval,
  onZoom: Acts['onZoom'],
  onPan: Acts['onPan'],
): void {
  const latest = useRef({ visible, onZoom, onPan });
  useEffect(() => {
    latest.current = { visible, onZoom, onPan };
  });
  useEffect(() => {
    const target = surface.current;
    if (target === null) return;
    const turn = (event: WheelEvent): void => {
      event.preventDefault();
      turnWheel(event, target.getBoundingClientRect(), latest.current.visible, latest.current);
    };
    const endPinch = listenToPinch(target, (spread) => {
      const { visible: interval, ...acts } = latest.current;
      pinch(spread, target.getBoundingClientRect(), interval, acts);
    });
    // React listens to wheels passively, and the page would scroll.
    target.addEventListener('wheel', turn, { passive: false });
    return () => {
      target.removeEventListener('wheel', turn);
      endPinch();
    };
  }, [surface]);
}

function turnWheel(event: WheelEvent, box: DOMRect, interval: Interval, { onZoom, onPan }: Acts): void {
  const width = Math.max(1, box.width);
  const sideways = event.shiftKey
    ? event.deltaX || event.deltaY
    : Math.abs(event.deltaX) > Math.abs(event.deltaY)
      ? event.deltaX
      : 0;
  if (sideways !== 0) return onPan((sideways / width) * (interval.to - interval.from));
  // Browsers report a touchpad's pinch as of a wheel with Ctrl.
  const factor = Math.exp(clamp(event.deltaY, -200, 200) / (event.ctrlKey ? PINCH : WHEEL));
  onZoom(factor, instantAt(interval, (event.clientX - box.left) / width));
}

/** How two fingers moved: their middle and distance, CSS px, before and after. */
interface Spread {
  readonly middle: number;
  readonly before: { readonly middle: number; readonly distance: number };
  readonly distance: number;
}

function pinch({ middle, distance, before }: Spread, box: DOMRect, interval: Interval, { onZoom, onPan }: Acts): void {
  const width = Math.max(1, box.width);
  const anchor: Instant = instantAt(interval, (before.middle - box.left) / width);
  if (distance > 0 && before.distance > 0 && distance !== before.distance) onZoom(before.distance / distance, anchor);
  else if (middle !== before.middle) onPan(((before.middle - middle) / width) * (interval.to - interval.from));
}

/** Reports the moves of two fingers while there are just two. Returns an undo. */
function listenToPinch(target: HTMLElement, onSpread: (spread: Spread) => void): () => void {
  const fingers = new Map<number, number>();
  const measure = (): { middle: number; distance: number } => {
    const [one, other] = fingers.values();
    return { middle: (one + other) / 2, distance: Math.abs(one - other) };
  };
  const down = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') fingers.set(event.pointerId, event.clientX);
  };
  const move = (event: PointerEvent): void => {
    if (!fingers.has(event.pointerId)) return;
    const before = fingers.size === 2 ? measure() : null;
    fingers.set(event.pointerId, event.clientX);
    if (before !== null) onSpread({ ...measure(), before });
  };
  const up = (event: PointerEvent): void => void fingers.delete(event.pointerId);
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
}
