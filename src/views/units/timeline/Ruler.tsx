import { useMemo, useRef, type CSSProperties, type ReactNode } from 'react';
import { MINUTE, clamp, type Instant, type Interval } from '../../../domain/base/index.ts';
import { useFormats } from '../../../i18n/index.ts';
import { useStore, type ReadableStore } from '../../shared/services/store.ts';
import { Scrubber } from './Scrubber.tsx';
import { useWidth } from '../../shared/useSize.ts';
import { Lanes } from './Lanes.tsx';
import { RulerHover } from './RulerHover.tsx';
import { rulerMarks, shareOf, snapped, type Mark } from '../../shared/time/ruler.ts';
import type { RulerProps } from './types.ts';
import { useRulerZoom } from './useRulerZoom.ts';
import { useScrubbing } from './useScrubbing.ts';
import { zoneOffset } from '../../shared/time/zoneOffset.ts';

/** Room that one label needs, in CSS pixels: a date with its year. */
const LABEL_WIDTH = 88;
/** What a time takes of it, with its seconds and AM or PM. */
const TIME_WIDTH = 76;

/** A label that would hang over the end of the ruler is left out. */
const hasRoom = (share: number, width: number, midnight: boolean): boolean =>
  (1 - share) * width >= (midnight ? LABEL_WIDTH : TIME_WIDTH);

/** Time from left to right, in every language; the hand on it sets the shown instant. */
export function Ruler(props: RulerProps): ReactNode {
  const { lanes, playback, span, visible, present, onZoom, onPan } = props;
  const surface = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const width = useWidth(surface);
  const marks = useMarks(visible, width);
  const snap = (instant: Instant): Instant => snapped(instant, visible, width, marks);
  useScrubbing(surface, handle, { ...props, snap });
  useRulerZoom(surface, visible, onZoom, onPan);
  return (
    <div
      ref={surface}
      className="timeline-ruler"
      dir="ltr"
      data-testid="timeline-ruler"
      style={{ '--lanes': lanes.length } as CSSProperties}>
      <Ground span={span} visible={visible} present={present} file={playback.fileName !== null} />
      {playback.loop !== null && (
        <Band className="timeline-loop" visible={visible} from={playback.loop.from} to={playback.loop.to} />
      )}
      <Lanes lanes={lanes} visible={visible} width={width} />
      <Marks marks={marks} width={width} />
      <RulerHover surface={surface} visible={visible} snap={snap} />
      <Scrubber {...props} handle={handle} width={width} />
    </div>
  );
}

/** Round times of the reader's zone, as many as there is room for. */
function useMarks(visible: Interval, width: number): readonly Mark[] {
  const { timeZone } = useFormats().settings;
  return useMemo(
    () => rulerMarks(visible, width, (instant) => zoneOffset(timeZone, instant), LABEL_WIDTH),
    [visible, width, timeZone],
  );
}

/** What there is no data of: dim before and after it; hatched where it has not happened yet. */
function Ground({
  span,
  visible,
  present,
  file,
}: {
  span: ReadableStore<Interval>;
  visible: Interval;
  present: Instant;
  file: boolean;
}): ReactNode {
  const { from, to } = useStore(span);
  const known = from < to;
  const end = file ? visible.to : present;
  return (
    <>
      <Band className="timeline-dim" visible={visible} from={visible.from} to={known ? Math.min(from, end) : end} />
      {known && <Band className="timeline-dim" visible={visible} from={to} to={end} />}
      {!file && <Band className="timeline-future" visible={visible} from={present} to={visible.to} />}
    </>
  );
}

function Band({
  className,
  visible,
  from,
  to,
}: {
  className: string;
  visible: Interval;
  from: Instant;
  to: Instant;
}): ReactNode {
  const start = clamp(shareOf(visible, from), 0, 1);
  const end = clamp(shareOf(visible, to), 0, 1);
  if (!(end > start)) return null;
  return (
    <div
      className={className}
      style={{ left: `${start * 100}%`, width: `${(end - start) * 100}%` }}
      aria-hidden="true"
    />
  );
}

function Marks({ marks, width }: { marks: readonly Mark[]; width: number }): ReactNode {
  const formats = useFormats();
  const fine = marks.length > 1 && marks[1].instant - marks[0].instant < MINUTE;
  return (
    <div className="timeline-marks" aria-hidden="true">
      {marks.map(({ instant, share, midnight }) => (
        <div
          key={instant}
          className="timeline-mark"
          data-midnight={midnight || undefined}
          // On whole pixels: a label that is drawn between two trembles while time moves.
          style={{ left: `${Math.round(share * width)}px` }}>
          {hasRoom(share, width, midnight) && (
            <span dir="auto">
              {midnight ? formats.date(instant) : fine ? formats.timeWithSeconds(instant) : formats.time(instant)}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
