import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { Instant, Interval } from '../../../domain/base/index.ts';
import { useFormats, type Formats } from '../../../i18n/index.ts';
import { instantAt, shareOf } from '../../shared/time/ruler.ts';

interface RulerHoverProps {
  surface: RefObject<HTMLDivElement | null>;
  visible: Interval;
  /** The instant that a press here would set. */
  snap: (instant: Instant) => Instant;
}

/** The instant under the pointer. It follows the pointer without React drawing anything. */
export function RulerHover({ surface, visible, snap }: RulerHoverProps): ReactNode {
  const formats = useFormats();
  const label = useRef<HTMLDivElement>(null);
  const latest = useRef({ visible, snap, formats });
  useEffect(() => {
    latest.current = { visible, snap, formats };
  });
  useEffect(() => {
    const target = surface.current;
    const element = label.current;
    if (target === null || element === null) return;
    const show = (event: PointerEvent): void => {
      // A finger covers what it points at; the handle that it drags says where it is.
      if (event.pointerType === 'touch') return;
      place(element, target.getBoundingClientRect(), event.clientX, latest.current);
    };
    const hide = (): void => void (element.hidden = true);
    target.addEventListener('pointermove', show);
    target.addEventListener('pointerleave', hide);
    return () => {
      target.removeEventListener('pointermove', show);
      target.removeEventListener('pointerleave', hide);
    };
  }, [surface]);
  return <div ref={label} className="timeline-hover" dir="auto" aria-hidden="true" hidden />;
}

function place(
  element: HTMLElement,
  box: DOMRect,
  x: number,
  { visible, snap, formats }: Pick<RulerHoverProps, 'visible' | 'snap'> & { formats: Formats },
): void {
  const width = Math.max(1, box.width);
  const instant = snap(instantAt(visible, (x - box.left) / width));
  element.hidden = false;
  element.textContent = formats.preciseTime(instant);
  const half = element.offsetWidth / 2;
  const middle = shareOf(visible, instant) * width;
  // At the ends it stays on the ruler.
  element.style.left = `${Math.round(Math.min(width - half, Math.max(half, middle)))}px`;
}
