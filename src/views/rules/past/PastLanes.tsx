import { useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import type { ComparedFiring } from '../../../domain/backtest/index.ts';
import { clamp, type Interval } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import { rulerMarks, shareOf } from '../../shared/time/ruler.ts';
import { zoneOffset } from '../../shared/time/zoneOffset.ts';
import { useWidth } from '../../shared/useSize.ts';
import { lanesOf, type PastLane } from './lanes.ts';
import { firingHref } from './pastLinks.ts';
import { useUnitName } from './useUnitName.ts';

/** Lanes that are drawn before one asks for more. */
const SHOWN = 10;
/** Room of a label on the axis, CSS px. */
const LABEL = 88;

interface PastLanesProps {
  readonly firings: readonly ComparedFiring[];
  readonly isCompared: boolean;
  readonly interval: Interval;
}

/** A lane for each unit, time from left to right; a press on a firing opens the unit's timeline at it. */
export function PastLanes({ firings, isCompared, interval }: PastLanesProps): ReactNode {
  const { t } = useTranslation();
  const [shown, setShown] = useState(SHOWN);
  const lanes = useMemo(() => lanesOf(firings, interval), [firings, interval]);
  return (
    <section className="rule-past-section">
      <h3 className="rule-past-title">{t('rules.past.lanes')}</h3>
      <div className="rule-past-lanes">
        {lanes.slice(0, shown).map((lane) => (
          <Lane key={lane.unitId} lane={lane} isCompared={isCompared} interval={interval} />
        ))}
        <Axis interval={interval} />
      </div>
      {lanes.length > shown && (
        <Button size="compact" variant="quiet" onPress={() => setShown(shown + 4 * SHOWN)}>
          {t('rules.past.moreUnits', { count: lanes.length - shown })}
        </Button>
      )}
    </section>
  );
}

function Lane({ lane, isCompared, interval }: { lane: PastLane } & Omit<PastLanesProps, 'firings'>): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const name = useUnitName()(lane.unitId);
  const label = t('rules.past.lane', { name, count: lane.count });
  return (
    <>
      <bdi className="rule-past-name">{name}</bdi>
      <div className="rule-past-lane" dir="ltr">
        <span className="visually-hidden">{label}</span>
        {lane.firings.map((firing) => (
          // The list below has the same links for the keyboard.
          <a
            key={`${firing.change}${firing.at}`}
            className="rule-past-firing"
            href={firingHref(firing)}
            target="_blank"
            rel="noreferrer"
            tabIndex={-1}
            aria-hidden="true"
            data-change={isCompared ? firing.change : 'added'}
            title={`${formats.preciseTime(firing.at)} · ${formats.duration((firing.end ?? interval.to) - firing.since)}`}
            style={placeOf(firing, interval)}
          />
        ))}
      </div>
    </>
  );
}

/** From when it began to hold to when it ended. */
function placeOf({ since, end }: ComparedFiring, interval: Interval): CSSProperties {
  const start = clamp(shareOf(interval, since), 0, 1);
  const stop = clamp(shareOf(interval, end ?? interval.to), 0, 1);
  return { left: `${start * 100}%`, width: `${(stop - start) * 100}%` };
}

function Axis({ interval }: { interval: Interval }): ReactNode {
  const formats = useFormats();
  const { timeZone } = formats.settings;
  const surface = useRef<HTMLDivElement>(null);
  const width = useWidth(surface);
  const marks = useMemo(
    () => rulerMarks(interval, width, (instant) => zoneOffset(timeZone, instant), LABEL),
    [interval, width, timeZone],
  );
  return (
    <div className="rule-past-axis" ref={surface} dir="ltr" aria-hidden="true">
      {marks.map(({ instant, share, midnight }) =>
        (1 - share) * width < LABEL ? null : (
          <span key={instant} style={{ left: `${share * 100}%` }} dir="auto">
            {midnight ? formats.date(instant) : formats.time(instant)}
          </span>
        ),
      )}
    </div>
  );
}
