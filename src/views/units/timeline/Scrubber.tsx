import { useLayoutEffect, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { MINUTE, SECOND, clamp, type Instant } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { useShownInstant } from './hooks.ts';
import { shareOf } from './ruler.ts';
import { modeOf, type RulerProps } from './types.ts';

/** While time flows, a screen reader is told where it is no more often than this. */
const SPOKEN_PERIOD = 1_000;
const SHOWN_PERIOD = 100;

type ScrubberProps = Pick<RulerProps, 'playback' | 'send' | 'goLive' | 'timeline' | 'span' | 'visible' | 'now'> & {
  handle: RefObject<HTMLDivElement | null>;
};

/** The shown instant on the ruler: a slider whose values are instants. It moves without React drawing anything. */
export function Scrubber({ handle, ...props }: ScrubberProps): ReactNode {
  const { playback, timeline, visible } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const flowing = playback.state === 'live' || playback.state === 'playing';
  const instant = useShownInstant(timeline, flowing ? SPOKEN_PERIOD : SHOWN_PERIOD);

  useLayoutEffect(() => {
    const place = (): void => {
      const element = handle.current;
      if (element === null) return;
      const share = shareOf(visible, timeline.getSnapshot().instant);
      element.style.left = `${clamp(share, 0, 1) * 100}%`;
      element.toggleAttribute('data-outside', share < 0 || share > 1);
    };
    place();
    return timeline.subscribe(place);
  }, [handle, timeline, visible]);

  const words = t(`timeline.${modeOf(playback.state)}`);
  return (
    <div
      ref={handle}
      className="timeline-scrubber"
      // A range input has fixed steps and mirrors in right-to-left languages; time does neither.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="slider"
      tabIndex={0}
      aria-label={t('timeline.at')}
      aria-orientation="horizontal"
      aria-valuemin={visible.from}
      aria-valuemax={visible.to}
      aria-valuenow={clamp(instant, visible.from, visible.to)}
      aria-valuetext={playback.state === 'live' ? words : `${formats.preciseTime(instant)}, ${words}`}
      title={t('timeline.scrub')}
      onKeyDown={(event) => press(event, props)}
    />
  );
}

/** Steps of the keys in milliseconds. Left is earlier in every language, as the ruler is. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -10 * SECOND,
  ArrowDown: -10 * SECOND,
  ArrowRight: 10 * SECOND,
  ArrowUp: 10 * SECOND,
  PageDown: -10 * MINUTE,
  PageUp: 10 * MINUTE,
};

function press(event: KeyboardEvent, props: Omit<ScrubberProps, 'handle'>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (!act(event.key, event.shiftKey, props)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** True when the key means something here. */
function act(key: string, shift: boolean, { playback, send, goLive, timeline, span, visible, now }: Omit<ScrubberProps, 'handle'>): boolean {
  const file = playback.fileName !== null;
  if (key === 'Home') {
    send({ type: 'playback.seek', instant: file ? span.getSnapshot().from : visible.from });
    return true;
  }
  if (key === 'End') {
    if (file) send({ type: 'playback.seek', instant: span.getSnapshot().to });
    else goLive();
    return true;
  }
  const step = STEPS[key];
  if (step === undefined) return false;
  const milliseconds = shift && key.startsWith('Arrow') ? step * 6 : step;
  const target: Instant = timeline.getSnapshot().instant + milliseconds;
  const beyond = !file && milliseconds > 0 && target >= now();
  if (!beyond) send({ type: 'playback.step', milliseconds });
  else if (playback.state !== 'live') goLive();
  return true;
}
