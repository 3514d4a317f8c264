import { memo, type CSSProperties, type ReactNode } from 'react';
import { clamp, type Interval } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { seriesColour } from './chartTypes.ts';
import { laneCounts, type Lane, type LaneSpan } from './lanes.ts';
import { shareOf } from '../../shared/time/ruler.ts';

interface LanesProps {
  lanes: readonly Lane[];
  visible: Interval;
  /** Of the ruler, CSS px. */
  width: number;
}

/** A lane for each selected unit: trips, stops and gaps as stretches, events and alarms as marks. */
export const Lanes = memo(function Lanes({ lanes, visible, width }: LanesProps): ReactNode {
  return lanes.map((lane) => <LaneRow key={lane.unitId} lane={lane} visible={visible} width={width} />);
});

function LaneRow({ lane, visible, width }: { lane: Lane; visible: Interval; width: number }): ReactNode {
  const { t } = useTranslation();
  const counts = laneCounts(lane, visible);
  const words = (['trip', 'stop', 'gap', 'event', 'alarm'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => t(`timeline.lanes.${kind}`, { count: counts[kind] }));
  const text = words.length === 0 ? t('timeline.lanes.none') : words.join(', ');
  return (
    <div
      className="timeline-lane"
      style={laneStyle(lane.series ?? null)}
      // A picture made of boxes.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={`${lane.name}: ${text}`}>
      {seenSpans(lane.spans, visible, width).map((span) => (
        <div
          key={`${span.kind}${span.from}`}
          className="timeline-span"
          data-kind={span.kind}
          style={place(span, visible)}
        />
      ))}
      {lane.marks.map(({ time, kind }, index) =>
        time < visible.from || time > visible.to ? null : (
          <div
            key={`${time}.${index}`}
            className="timeline-happening"
            data-kind={kind}
            style={{ left: `${shareOf(visible, time) * 100}%` }}
          />
        ),
      )}
    </div>
  );
}

/** The unit's colour at the start of its lane. */
const laneStyle = (series: number | null): CSSProperties =>
  series === null ? {} : ({ '--lane-colour': `var(${seriesColour(series)})` } as CSSProperties);

/** Those on the ruler. Of several of one kind on one pixel the first is enough. */
function seenSpans(spans: readonly LaneSpan[], visible: Interval, width: number): LaneSpan[] {
  const pixel = width > 0 ? (visible.to - visible.from) / width : 0;
  const covered = { trip: -Infinity, stop: -Infinity, gap: -Infinity };
  return spans.filter(({ kind, from, to }) => {
    if (to < visible.from || from > visible.to || to < covered[kind] + pixel) return false;
    covered[kind] = to;
    return true;
  });
}

function place({ from, to }: Interval, visible: Interval): CSSProperties {
  const start = clamp(shareOf(visible, from), 0, 1);
  const end = clamp(shareOf(visible, to), 0, 1);
  return { left: `${start * 100}%`, width: `${(end - start) * 100}%` };
}
