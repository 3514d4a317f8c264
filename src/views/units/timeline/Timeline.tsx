import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Instant, Interval } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import type { PlaybackEvent } from '../../../machines/playback/index.ts';
import type { Presence } from '../../../streams/types.ts';
import { MoreIcon } from '../../../ui/index.ts';
import type { FleetServices, TimelineState } from '../../shared/services/fleet.ts';
import { useStore, type ReadableStore } from '../../shared/services/store.ts';
import { Charts } from './Charts.tsx';
import type { ChartChoice, ChartUnit, Ghost } from './chartTypes.ts';
import { Choices } from './Choices.tsx';
import type { HistoryExporter } from './ExportMenu.tsx';
import type { LaneUnit } from './lanes.ts';
import { Notice } from './Notice.tsx';
import { Labelled, PlaybackControls } from './PlaybackControls.tsx';
import { Readout } from './Readout.tsx';
import { Ruler } from './Ruler.tsx';
import { WindowControls } from './WindowControls.tsx';
import { frozenTimeline } from './frozenTimeline.ts';
import { modeOf, type PlaybackView, type ShownPast } from './types.ts';
import { useLaneKeys } from './useLaneKeys.ts';
import { useLanes } from './useLanes.ts';
import { useVisibleInterval, type WantedInterval } from './useVisibleInterval.ts';
import './timeline.css';

export interface TimelineProps extends ShownPast {
  /** State of the playback machine; the screen maps the snapshot to it. */
  playback: PlaybackView;
  send: (event: PlaybackEvent) => void;
  timeline: ReadableStore<TimelineState>;
  /** Interval in which there is data. */
  span: ReadableStore<Interval>;
  presence: ReadableStore<Presence>;
  /** Whose charts are drawn; none: no unit is selected. The same list until others are meant. */
  chartUnits: readonly ChartUnit[];
  /** Which values are drawn. */
  charts: ChartChoice;
  onCharts: (charts: ChartChoice) => void;
  /** Notified where the units were at the instant under the pointer; the same function on every render. */
  onGhosts: (ghosts: readonly Ghost[]) => void;
  /** Reads the charts' track; the same function on every render. */
  track: FleetServices['track'];
  /** Units whose lanes are drawn; the same list until others are meant. */
  laneUnits: readonly LaneUnit[];
  /** The time zone of the selected unit; null: none is selected. */
  unitZone: string | null;
  /** The present; the same function on every render. */
  now: () => Instant;
  /** An interval that is to be seen, for example that of a chosen trip. */
  wanted: WantedInterval | null;
  /** Writes what is seen into a file. */
  exporter: HistoryExporter;
  /** Notified which interval is seen; the same function on every render. */
  onVisible: (visible: Interval) => void;
}

/** Time under the map: what is shown, how it moves, and where in it one is (specification, chapter 9). */
export function Timeline({
  playback,
  send,
  timeline: source,
  span,
  presence,
  chartUnits,
  charts,
  onCharts,
  onGhosts,
  track,
  ...props
}: TimelineProps): ReactNode {
  const { now, wanted, onVisible, exporter, laneUnits, unitZone, ...choices } = props;
  const { t } = useTranslation();
  const window = useVisibleInterval({ playback, timeline: source, span, wanted, now });
  const { visible, present } = window;
  const [more, setMore] = useState(false);
  const timeline = useMemo(() => frozenTimeline(source, presence), [source, presence]);
  const lanes = useLanes(laneUnits, visible, now);
  const mode = modeOf(playback.state, useStore(presence).state);
  useEffect(() => onVisible(visible), [onVisible, visible]);
  const goLive = (): void => {
    window.followNow();
    send({ type: 'playback.live' });
  };
  const seek = (instant: Instant): void => send({ type: 'playback.seek', instant });
  const loopInterval = (): Interval =>
    playback.fileName === null
      ? played(visible, { from: visible.from, to: now() })
      : played(visible, span.getSnapshot());
  useLaneKeys(lanes, timeline, send);
  const drawn = { units: chartUnits, choice: charts, onChoice: onCharts, track, onGhosts };
  const ruler = { lanes, playback, mode, send, goLive, timeline, span, now, visible, present };
  return (
    <section className="timeline" aria-label={t('timeline.label')} data-mode={mode}>
      <Notice presence={presence} mode={mode} />
      <div className="timeline-bar" dir="ltr" data-more={more}>
        <PlaybackControls playback={playback} send={send} goLive={goLive} loopInterval={loopInterval} />
        <Labelled
          className="timeline-more"
          label={t('timeline.more')}
          icon={<MoreIcon />}
          aria-expanded={more}
          onPress={() => setMore(!more)}
        />
        <Choices
          fileName={playback.fileName}
          send={send}
          exporter={exporter}
          visible={visible}
          now={now}
          {...choices}
        />
        <WindowControls
          length={visible.to - visible.from}
          onZoom={window.zoom}
          onPan={window.pan}
          onLength={window.setLength}
        />
        <Readout
          playback={playback}
          mode={mode}
          timeline={timeline}
          presence={presence}
          unitZone={unitZone}
          now={now}
          span={playback.fileName === null ? null : span.getSnapshot()}
          onGo={(instant) => (playback.fileName === null && instant >= now() ? goLive() : seek(instant))}
          onSpan={(interval) => {
            window.show(interval);
            seek(interval.from);
          }}
        />
      </div>
      {choices.units === 'selected' && choices.selectedCount === 0 && (
        <p className="timeline-hint">{t('timeline.noUnits')}</p>
      )}
      {chartUnits.length > 0 && <Charts {...drawn} visible={visible} now={now} timeline={timeline} onSeek={seek} />}
      <Ruler {...ruler} onZoom={window.zoom} onPan={window.pan} />
    </section>
  );
}

/** The visible part of what can be played; all of that when none is visible. */
function played(visible: Interval, playable: Interval): Interval {
  const from = Math.max(visible.from, playable.from);
  const to = Math.min(visible.to, playable.to);
  return from < to ? { from, to } : playable;
}
