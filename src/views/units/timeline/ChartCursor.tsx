import { useEffect, useRef, useState, type ReactNode } from 'react';
import { BEAT, type Instant, type Interval } from '../../../domain/base/index.ts';
import { useFormats } from '../../../i18n/index.ts';
import type { TimelineState } from '../../shared/services/fleet.ts';
import type { ReadableStore } from '../../shared/services/store.ts';
import { useShownInstant } from './hooks.ts';
import { instantAt, shareOf } from '../../shared/time/ruler.ts';
import { reachable } from './window.ts';

interface ChartCursorProps {
  timeline: ReadableStore<TimelineState>;
  visible: Interval;
  now: () => Instant;
  onSeek: (instant: Instant) => void;
  /** Notified which instant the pointer is at. */
  onPoint: (instant: Instant | null) => void;
}

/**
 * A line over all charts at the shown instant, and another under the pointer; a press anywhere goes there. The ruler's
 * slider does the same by keys.
 */
export function ChartCursor({ timeline, visible, now, onSeek, onPoint }: ChartCursorProps): ReactNode {
  const formats = useFormats();
  const area = useRef<HTMLDivElement>(null);
  const share = shareOf(visible, useShownInstant(timeline, BEAT));
  const [pointed, setPointed] = useState<Instant | null>(null);
  useEffect(() => {
    const target = area.current?.parentElement;
    if (!target) return;
    const under = (event: MouseEvent): Instant | null => {
      if (event.target instanceof Element && event.target.closest('.timeline-chart-body') === null) return null;
      const box = target.getBoundingClientRect();
      return reachable(instantAt(visible, (event.clientX - box.left) / Math.max(1, box.width)), visible, now());
    };
    const press = (event: MouseEvent): void => {
      const instant = under(event);
      if (instant !== null) onSeek(instant);
    };
    const point = (instant: Instant | null): void => {
      setPointed(instant);
      onPoint(instant);
    };
    const move = (event: PointerEvent): void => point(under(event));
    const leave = (): void => point(null);
    target.addEventListener('click', press);
    target.addEventListener('pointermove', move);
    target.addEventListener('pointerleave', leave);
    return () => {
      target.removeEventListener('click', press);
      target.removeEventListener('pointermove', move);
      target.removeEventListener('pointerleave', leave);
    };
  }, [visible, now, onSeek, onPoint]);
  const at = pointed === null ? -1 : shareOf(visible, pointed);
  return (
    <div ref={area} className="timeline-cursor-area" aria-hidden="true">
      {share >= 0 && share <= 1 && <div className="timeline-cursor" style={{ left: `${share * 100}%` }} />}
      {pointed !== null && at >= 0 && at <= 1 && (
        <div className="timeline-cursor timeline-cursor-pointed" style={{ left: `${at * 100}%` }}>
          <span data-flip={at > 0.8 || undefined}>{formats.timeWithSeconds(pointed)}</span>
        </div>
      )}
    </div>
  );
}
