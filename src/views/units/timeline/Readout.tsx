import type { ReactNode } from 'react';
import { BEAT, toIso } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import type { Presence } from '../../../streams/types.ts';
import type { TimelineState } from '../../shared/services/fleet.ts';
import { useStore, type ReadableStore } from '../../shared/services/store.ts';
import { useShownInstant } from './hooks.ts';
import { isFlowing, modeOf, type PlaybackView } from './types.ts';

/** Under the hand, ten times a second is as often as a reading eye gains anything. */
const UNDER_HAND = 100;

interface ReadoutProps {
  playback: PlaybackView;
  timeline: ReadableStore<TimelineState>;
  presence: ReadableStore<Presence>;
}

/** The shown instant, and whether it is the present: as a word, not only as a tint. */
export function Readout({ playback, timeline, presence }: ReadoutProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { state, speed, direction } = playback;
  const mode = modeOf(state);
  const connected = useStore(presence).state === 'live';
  return (
    <div className="timeline-readout" dir="auto">
      <Waiting presence={presence} />
      <output className="timeline-mode">
        {mode === 'live' && <span className="timeline-dot" data-lit={connected || undefined} aria-hidden="true" />}
        {t(`timeline.${mode}`)}
        {state === 'playing' && ` ${t('timeline.speedFactor', { factor: formats.number(speed * direction) })}`}
      </output>
      <Clock timeline={timeline} period={isFlowing(state) ? BEAT : UNDER_HAND} />
    </div>
  );
}

function Clock({ timeline, period }: { timeline: ReadableStore<TimelineState>; period: number }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const instant = useShownInstant(timeline, period);
  return (
    <time className="timeline-clock" dir="auto" dateTime={toIso(instant)} title={t('timeline.at')}>
      {formats.preciseTime(instant)}
    </time>
  );
}

/** Why what is shown may not be all there is. */
function Waiting({ presence }: { presence: ReadableStore<Presence> }): ReactNode {
  const { t } = useTranslation();
  const current = useStore(presence);
  const text = waitingText(current);
  // That history is on its way is over in a moment; what else there is to say stays until it is read.
  const isBrief = text === null || current.state === 'replaying';
  return (
    <output className="timeline-waiting" data-brief={isBrief || undefined} title={text === null ? undefined : t(text)}>
      {text !== null && (
        <>
          {(current.state === 'replaying' || current.state === 'connecting') && (
            <span className="timeline-ring" aria-hidden="true" />
          )}
          {t(text)}
        </>
      )}
    </output>
  );
}

function waitingText(presence: Presence): string | null {
  if (presence.state === 'live') return null;
  if (presence.state === 'replaying') return presence.loading ? 'timeline.loading' : null;
  return `presence.${presence.state}`;
}
