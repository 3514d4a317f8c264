import type { ReactNode } from 'react';
import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar';
import { Label } from 'react-aria-components/Label';
import { swatchColor } from '../tokens/index.ts';
import { Button } from './Button.tsx';
import { ErrorIcon } from './icons.ts';
import { classes } from './classes.ts';
import './status.css';

/** `neutral` is as it should be and needs nobody; `normal` says that something was done, or is well again. */
export type StatusTone = 'critical' | 'serious' | 'caution' | 'normal' | 'info' | 'neutral' | 'off';

/** The shape that stands for a state; hue alone never does. */
export type StatusShape = 'arrow' | 'disc' | 'square' | 'hollow' | 'crossed' | 'pause' | 'none';

const SHAPES: Readonly<Record<Exclude<StatusShape, 'none'>, ReactNode>> = {
  arrow: <path className="mark-fill" d="M8 1.6 13.4 14 8 11.2 2.6 14Z" />,
  disc: <circle className="mark-fill" cx="8" cy="8" r="5.4" />,
  square: <rect className="mark-fill" x="3" y="3" width="10" height="10" rx="1.5" />,
  hollow: <circle className="mark-line" cx="8" cy="8" r="5" strokeDasharray="2.6 1.9" />,
  pause: (
    <>
      <circle className="mark-fill" cx="8" cy="8" r="6" />
      <path className="mark-bars" d="M6.2 5.4v5.2M9.8 5.4v5.2" />
    </>
  ),
  crossed: (
    <>
      <circle className="mark-line" cx="8" cy="8" r="5.4" />
      <path className="mark-line" d="M4.4 11.6 11.6 4.4" />
    </>
  ),
};

/** The mark of a state, as on the map. Decoration: the word is beside it. */
export function StatusMark({
  shape,
  tone,
  size = 14,
}: {
  shape: StatusShape;
  tone: StatusTone;
  size?: number;
}): ReactNode {
  if (shape === 'none') return null;
  return (
    <svg
      className={`mark mark-${tone}`}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false">
      {SHAPES[shape]}
    </svg>
  );
}

export interface StatusChipProps {
  shape: StatusShape;
  tone: StatusTone;
  children: ReactNode;
  /** Without a frame, for table cells. */
  plain?: boolean;
}

/** Shape, hue and word of a state. */
export function StatusChip({ shape, tone, children, plain }: StatusChipProps): ReactNode {
  return (
    <span className={classes('chip', `chip-${tone}`, plain && 'chip-plain')}>
      <StatusMark shape={shape} tone={tone} />
      <span>{children}</span>
    </span>
  );
}

/** A dot of an accent, or of a group; the name is beside it. */
export function Swatch({ accent }: { accent: Parameters<typeof swatchColor>[0] }): ReactNode {
  return <span className="swatch" style={{ background: swatchColor(accent) }} aria-hidden="true" />;
}

/** A small count or word beside something. */
export function Badge({ children, tone = 'off' }: { children: ReactNode; tone?: StatusTone | 'accent' }): ReactNode {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}

/** The place of something that is on its way, in its size. */
export function Skeleton({
  width = '100%',
  height = '1em',
  round,
}: {
  width?: string;
  height?: string;
  round?: boolean;
}): ReactNode {
  return (
    <span
      className={classes('skeleton', round && 'skeleton-round')}
      style={{ inlineSize: width, blockSize: height }}
      aria-hidden="true"
    />
  );
}

export interface ProgressBarProps {
  label: string;
  /** 0–1; left out = how long it takes is not known. */
  value?: number;
  labelHidden?: boolean;
}

/** How far something has come. */
export function ProgressBar({ label, value, labelHidden }: ProgressBarProps): ReactNode {
  return (
    <AriaProgressBar value={(value ?? 0) * 100} isIndeterminate={value === undefined} className="progress">
      {({ percentage, valueText }) => (
        <>
          <div className={labelHidden ? 'visually-hidden' : 'progress-head'}>
            <Label>{label}</Label>
            <span>{valueText}</span>
          </div>
          <div className="progress-track">
            <div
              className={classes('progress-fill', percentage === undefined && 'progress-unknown')}
              style={{ inlineSize: percentage === undefined ? undefined : `${percentage}%` }}
            />
          </div>
        </>
      )}
    </AriaProgressBar>
  );
}

export interface EmptyStateProps {
  title: string;
  /** Why there is nothing, and what to do. */
  children?: ReactNode;
  icon?: ReactNode;
  /** The next step. */
  action?: ReactNode;
}

/** Nothing here yet: what it would be and the next step. */
export function EmptyState({ title, children, icon, action }: EmptyStateProps): ReactNode {
  return (
    <div className="state">
      {icon !== undefined && (
        <div className="state-icon" aria-hidden="true">
          {icon}
        </div>
      )}
      <h2 className="state-title">{title}</h2>
      {children !== undefined && <div className="state-text">{children}</div>}
      {action !== undefined && <div className="state-action">{action}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  title: string;
  cause: string;
  /** In words, with the id: "Correlation ID: …". */
  correlation?: string;
  onRetry?: () => void;
  retryLabel?: string;
  action?: ReactNode;
  /** True where nothing else is on the screen: the title is then its heading. */
  isScreen?: boolean;
}

/** A failure in the place of what failed: cause, the id that support asks for, a way on. */
export function ErrorState({
  title,
  cause,
  correlation,
  onRetry,
  retryLabel,
  action,
  isScreen = false,
}: ErrorStateProps): ReactNode {
  const Heading = isScreen ? 'h1' : 'h2';
  return (
    <div className="state state-error" role="alert">
      <div className="state-icon" aria-hidden="true">
        <ErrorIcon />
      </div>
      <Heading className="state-title">{title}</Heading>
      <p className="state-text">{cause}</p>
      {correlation !== undefined && <p className="state-correlation">{correlation}</p>}
      <div className="state-action">
        {onRetry !== undefined && <Button onPress={onRetry}>{retryLabel}</Button>}
        {action}
      </div>
    </div>
  );
}

export interface BannerProps {
  tone: 'info' | 'caution' | 'critical' | 'normal';
  icon?: ReactNode;
  children: ReactNode;
  action?: ReactNode;
}

/** A notice that stays for as long as it is true. Errors are announced at once. */
export function Banner({ tone, icon, children, action }: BannerProps): ReactNode {
  return (
    <div className={`banner banner-${tone}`} role={tone === 'critical' ? 'alert' : 'status'}>
      {icon !== undefined && (
        <span className="banner-icon" aria-hidden="true">
          {icon}
        </span>
      )}
      <div className="banner-text">{children}</div>
      {action}
    </div>
  );
}

/** A key to press. */
export function Kbd({ children }: { children: ReactNode }): ReactNode {
  return <kbd className="kbd">{children}</kbd>;
}

export interface PanelProps {
  title?: ReactNode;
  /** Level of the heading. */
  level?: 1 | 2 | 3;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
  /** Name of the region when there is no title. */
  label?: string;
}

/** A framed part of a page with its own heading. */
export function Panel({ title, level = 2, actions, children, className, label }: PanelProps): ReactNode {
  const Heading = `h${level}` as const;
  return (
    <section className={classes('panel', className)} aria-label={label}>
      {title !== undefined && (
        <header className="panel-head">
          <Heading className="panel-title">{title}</Heading>
          {actions}
        </header>
      )}
      <div className="panel-body">{children}</div>
    </section>
  );
}
