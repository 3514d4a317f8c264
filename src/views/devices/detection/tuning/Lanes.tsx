import type { ReactNode } from 'react';
import type { Interval } from '../../../../domain/base/index.ts';
import type { Change } from '../../../../domain/detection/index.ts';
import { useTranslation } from '../../../../i18n/index.ts';
import { Axis } from './Axis.tsx';

type LaneKind = 'trip' | 'parking' | 'noData' | 'discarded' | 'theft' | 'refill' | 'fault' | 'kept' | 'refused';

/** A stretch of a lane. */
export interface LaneBar {
  readonly key: string;
  readonly kind: LaneKind;
  readonly from: number;
  readonly to: number;
  readonly change: Change;
  /** What it is, in words. */
  readonly label: string;
}

export interface Lane {
  readonly id: 'before' | 'after';
  readonly bars: readonly LaneBar[];
}

interface LanesProps {
  lanes: readonly Lane[];
  visible: Interval;
  /** The whole day. */
  shown: Interval;
  selected: string | null;
  onSelect: (bar: LaneBar) => void;
}

/** What the saved and the edited settings make of the day, one below the other, exactly below the chart. */
export function Lanes({ lanes, visible, shown, selected, onSelect }: LanesProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="tuning-lanes">
      {lanes.map(({ id, bars }) => (
        <section key={id} className="tuning-lane" aria-label={t(`detection.tuning.${id}`)}>
          <h4 className="tuning-lane-name">{t(`detection.tuning.${id}`)}</h4>
          <div className="tuning-lane-bars" dir="ltr">
            {bars.map((bar) => (
              <Bar key={bar.key} bar={bar} visible={visible} pressed={bar.key === selected} onSelect={onSelect} />
            ))}
          </div>
        </section>
      ))}
      <Axis visible={visible} shown={shown} />
    </div>
  );
}

/** Pixels that a press can hit and an eye can see, however short the stretch is. */
const NARROWEST = '3px';

function Bar({
  bar,
  visible,
  pressed,
  onSelect,
}: {
  bar: LaneBar;
  visible: Interval;
  pressed: boolean;
  onSelect: (bar: LaneBar) => void;
}): ReactNode {
  const { t } = useTranslation();
  const length = visible.to - visible.from;
  const left = Math.max(0, (bar.from - visible.from) / length);
  const right = Math.min(1, (bar.to - visible.from) / length);
  if (right < 0 || left > 1) return null;
  const label = bar.change === 'same' ? bar.label : `${bar.label} (${t(`detection.change.${bar.change}`)})`;
  return (
    <button
      type="button"
      className="tuning-bar"
      data-kind={bar.kind}
      data-change={bar.change}
      aria-pressed={pressed}
      aria-label={label}
      title={label}
      style={{ left: `${left * 100}%`, width: `max(${(right - left) * 100}%, ${NARROWEST})` }}
      onClick={() => onSelect(bar)}
    />
  );
}
