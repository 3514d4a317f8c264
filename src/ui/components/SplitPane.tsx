import { type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { classes } from './classes.ts';
import './splitPane.css';

export interface SplitPaneProps {
  /** The pane that has the size; the other takes the rest, and all while this is null. */
  fixed: ReactNode;
  children: ReactNode;
  /** Where the sized pane is. */
  side: 'start' | 'end' | 'bottom';
  /** Pixels. */
  size: number;
  onSize: (size: number) => void;
  minimum?: number;
  maximum?: number;
  /** Accessible name of the edge. */
  label: string;
  className?: string;
}

const KEY_STEP = 24;

type PaneEdgeProps = Pick<SplitPaneProps, 'side' | 'size' | 'onSize' | 'minimum' | 'maximum' | 'label'>;

/** A movable edge of what has the size: by pointer, or by arrows, Home and End. */
export function PaneEdge({ side, size, onSize, minimum = 160, maximum = 960, label }: PaneEdgeProps): ReactNode {
  const across = side === 'bottom';
  const bounded = (next: number): number => Math.round(Math.min(maximum, Math.max(minimum, next)));
  /** +1 when the sized pane grows as the edge goes right (or down). */
  const growth = (element: Element): 1 | -1 => {
    if (across) return -1;
    const forwards = getComputedStyle(element).direction !== 'rtl';
    return forwards === (side === 'start') ? 1 : -1;
  };
  const onPointerDown = (down: PointerEvent<HTMLDivElement>): void => {
    const edge = down.currentTarget;
    const sign = growth(edge);
    edge.setPointerCapture(down.pointerId);
    const move = (event: globalThis.PointerEvent): void =>
      onSize(bounded(size + sign * (across ? event.clientY - down.clientY : event.clientX - down.clientX)));
    const end = (): void => {
      edge.removeEventListener('pointermove', move);
      edge.removeEventListener('pointerup', end);
      edge.removeEventListener('pointercancel', end);
    };
    edge.addEventListener('pointermove', move);
    edge.addEventListener('pointerup', end);
    edge.addEventListener('pointercancel', end);
    down.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const next = sizeByKey(event.key, size, growth(event.currentTarget), across, minimum, maximum);
    if (next === null) return;
    event.preventDefault();
    onSize(bounded(next));
  };
  return (
    // A focusable separator is the pattern for a movable edge (WAI-ARIA, "window splitter").
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={across ? 'horizontal' : 'vertical'}
      aria-valuenow={size}
      aria-valuemin={minimum}
      aria-valuemax={maximum}
      className={classes('split-edge', `split-edge-${side}`)}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  );
}

/** Two panes with a movable edge between them: by pointer, or by arrows, Home and End. */
export function SplitPane({
  fixed,
  children,
  side,
  size,
  onSize,
  minimum,
  maximum,
  label,
  className,
}: SplitPaneProps): ReactNode {
  const across = side === 'bottom';
  const isSplit = fixed !== null;
  const edge = isSplit && (
    <PaneEdge side={side} size={size} onSize={onSize} minimum={minimum} maximum={maximum} label={label} />
  );
  const pane = isSplit && (
    <div className="split-fixed" style={across ? { blockSize: size } : { inlineSize: size }}>
      {fixed}
    </div>
  );
  return (
    <div className={classes('split', `split-${side}`, className)}>
      {side === 'start' && pane}
      {side === 'start' && edge}
      <div className="split-rest">{children}</div>
      {side !== 'start' && edge}
      {side !== 'start' && pane}
    </div>
  );
}

/** The size that a key asks for, before bounds; null when the key means nothing here. */
function sizeByKey(
  key: string,
  size: number,
  sign: 1 | -1,
  across: boolean,
  minimum: number,
  maximum: number,
): number | null {
  if (key === 'Home') return minimum;
  if (key === 'End') return maximum;
  const forwards = across ? 'ArrowDown' : 'ArrowRight';
  const backwards = across ? 'ArrowUp' : 'ArrowLeft';
  if (key === forwards) return size + sign * KEY_STEP;
  return key === backwards ? size - sign * KEY_STEP : null;
}
