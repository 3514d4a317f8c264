import type { ReactNode } from 'react';
import { PLAYBACK_SPEEDS, SECOND, type Interval } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import type { PlaybackEvent } from '../../../machines/playback/index.ts';
import {
  IconButton,
  LiveIcon,
  LoopIcon,
  NativeSelect,
  PauseIcon,
  PlayIcon,
  StepBackIcon,
  StepForwardIcon,
  Tooltip,
  type IconButtonProps,
} from '../../../ui/index.ts';
import type { PlaybackView } from './types.ts';

/** How far one press of a step button goes; the same as an arrow key on the ruler. */
const STEP = 10 * SECOND;

interface PlaybackControlsProps {
  playback: PlaybackView;
  send: (event: PlaybackEvent) => void;
  goLive: () => void;
  /** The interval that the loop button would repeat. */
  loopInterval: () => Interval;
}

/** Buttons of a recorder. They are not mirrored in right-to-left languages: a tape runs left to right everywhere. */
export function PlaybackControls({ playback, send, goLive, loopInterval }: PlaybackControlsProps): ReactNode {
  const { t } = useTranslation();
  const { state, direction, loop } = playback;
  const running = state === 'live' || state === 'playing';
  const backwards = state === 'playing' && direction === -1;
  const playForwards = (): void =>
    send({ type: running ? 'playback.pause' : direction === 1 ? 'playback.play' : 'playback.reverse' });
  const playBackwards = (): void =>
    send({ type: backwards ? 'playback.pause' : direction === -1 ? 'playback.play' : 'playback.reverse' });
  const toggleLoop = (): void => {
    if (loop !== null) return send({ type: 'playback.setLoop', loop: null });
    const interval = loopInterval();
    // The present cannot be repeated: from there the loop begins at its start, and at once.
    if (state === 'live') send({ type: 'playback.seek', instant: interval.from });
    send({ type: 'playback.setLoop', loop: interval });
    if (state === 'live') send({ type: 'playback.play' });
  };
  return (
    <fieldset className="timeline-group timeline-controls" aria-label={t('timeline.controls')}>
      <Labelled
        className="timeline-live"
        label={t('timeline.jumpToNow')}
        icon={<LiveIcon />}
        pressed={state === 'live'}
        onPress={goLive}
      />
      <Labelled
        label={t('timeline.stepBackward')}
        icon={<StepBackIcon />}
        onPress={() => send({ type: 'playback.step', milliseconds: -STEP })}
      />
      <Labelled
        label={t('timeline.playBackwards')}
        icon={<PlayIcon className="timeline-backwards" />}
        pressed={backwards}
        onPress={playBackwards}
      />
      <Labelled
        label={running ? t('timeline.pause') : t('timeline.play')}
        icon={running ? <PauseIcon /> : <PlayIcon />}
        variant="secondary"
        onPress={playForwards}
      />
      <Labelled
        label={t('timeline.stepForward')}
        icon={<StepForwardIcon />}
        isDisabled={state === 'live'}
        onPress={() => send({ type: 'playback.step', milliseconds: STEP })}
      />
      <SpeedSelect speed={playback.speed} onChange={(speed) => send({ type: 'playback.setSpeed', speed })} />
      <Labelled
        label={loop === null ? t('timeline.loopOn') : t('timeline.loopOff')}
        icon={<LoopIcon />}
        pressed={loop !== null}
        onPress={toggleLoop}
      />
    </fieldset>
  );
}

/** An icon whose meaning a tooltip says. */
export function Labelled(props: IconButtonProps): ReactNode {
  return (
    <Tooltip text={props.label}>
      <IconButton size="compact" {...props} />
    </Tooltip>
  );
}

function SpeedSelect({ speed, onChange }: { speed: number; onChange: (speed: number) => void }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  // A link may carry any speed.
  const speeds = [...new Set<number>([...PLAYBACK_SPEEDS, speed])].sort((one, other) => one - other);
  return (
    <NativeSelect
      className="timeline-select"
      label={t('timeline.speed')}
      value={String(speed)}
      options={speeds.map((value) => ({
        value: String(value),
        label: t('timeline.speedFactor', { factor: formats.number(value) }),
      }))}
      onChange={(value) => onChange(Number(value))}
    />
  );
}
