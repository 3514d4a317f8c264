import type { ReactNode } from 'react';
import { MAXIMUM_PLAYBACK_SPEED } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import type { Presence } from '../../../streams/types.ts';
import type { TimelineState } from '../../shared/services/fleet.ts';
import { useStore, type ReadableStore } from '../../shared/services/store.ts';
import { ClockField, type ClockFieldProps } from './ClockField.tsx';
import { ZoneSwitch } from './ZoneSwitch.tsx';
import { MODE_WORD, type Mode, type PlaybackView } from './types.ts';

interface ReadoutProps extends Omit<ClockFieldProps, 'isFlowing'> {
  playback: PlaybackView;
  mode: Mode;
  timeline: ReadableStore<TimelineState>;
  presence: ReadableStore<Presence>;
  /** The time zone of the selected unit; null: none is selected. */
  unitZone: string | null;
}

/** The shown instant, and whether it is the present: as a word, not only as a tint. */
export function Readout({ playback, mode, presence, unitZone, ...clock }: ReadoutProps): ReactNode {
  const current = useStore(presence);
  const isLoading = current.state === 'connecting' || (current.state === 'replaying' && current.loading);
  return (
    <div className="timeline-readout" dir="auto">
      <span className="timeline-said">
        <ModeWord playback={playback} mode={mode} isLoading={isLoading} />
        <ZoneSwitch now={clock.now} unitZone={unitZone} />
      </span>
      <ClockField playback={playback} {...clock} />
    </div>
  );
}

/** One word that keeps the room of the longest one, in every language: the clock beside it never moves. */
function ModeWord({
  playback: { state, speed, direction },
  mode,
  isLoading,
}: {
  playback: PlaybackView;
  mode: Mode;
  isLoading: boolean;
}): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const factor = (value: number): string => t('timeline.speedFactor', { factor: formats.number(value) });
  const longest = `${t(MODE_WORD.replay)} ${factor(-MAXIMUM_PLAYBACK_SPEED)}`;
  return (
    <output className="timeline-mode">
      {isLoading ? (
        <span className="timeline-ring" aria-hidden="true" />
      ) : (
        <span className="timeline-dot" data-lit={mode === 'live' || undefined} aria-hidden="true" />
      )}
      <span className="timeline-word">
        {[...Object.values(MODE_WORD).map((word) => t(word)), longest].map((word) => (
          <span key={word} className="timeline-reserve" data-word={word} aria-hidden="true" />
        ))}
        <span>
          {t(MODE_WORD[mode])}
          {state === 'playing' && ` ${factor(speed * direction)}`}
        </span>
      </span>
      {isLoading && mode !== 'connecting' && <span className="visually-hidden">{t('timeline.loading')}</span>}
    </output>
  );
}
