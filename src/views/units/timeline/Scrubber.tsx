import { useLayoutEffect, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { BEAT, MINUTE, SECOND, clamp, type Instant } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { subscribeAtMost, useShownInstant } from './hooks.ts';
import { shareOf } from '../../shared/time/ruler.ts';
import { MODE_WORD, isFlowing, type RulerProps } from './types.ts';

/** While time flows, a screen reader hears where it is no more often than this. */
const SPOKEN_PERIOD = 1_000;
const SHOWN_PERIOD = 100;
/** A hand that moves by itself waits for the next beat, unless it would be seen to jump, CSS px. */
const LEAP = 2;

type ScrubberProps = Pick<
  RulerProps,
  'playback' | 'mode' | 'send' | 'goLive' | 'timeline' | 'span' | 'visible' | 'now'
> & {
  handle: RefObject<HTMLDivElement | null>;
  /** Of the ruler, CSS px; 0 until it was measured. */
  width: number;
};

/** The shown instant on the ruler: a slider whose values are instants. It moves without React drawing anything. */
export function Scrubber({ handle, width, ...props }: ScrubberProps): ReactNode {
  const { playback, mode, timeline, visible } = props;
  const { t } = useTranslation();
  const formats = useFormats();
  const flowing = isFlowing(playback.state);
  const instant = useShownInstant(timeline, flowing ? SPOKEN_PERIOD : SHOWN_PERIOD);

  useLayoutEffect(() => {
    let shown = Number.NaN;
    const place = (least: number): void => {
      const element = handle.current;
      if (element === null) return;
      const share = shareOf(visible, timeline.getSnapshot().instant);
      const next = wholePixel(clamp(share, 0, 1), width);
      if (Math.abs(next - shown) * width < least) return;
      if (next !== shown) element.style.left = `${next * 100}%`;
      shown = next;
      element.toggleAttribute('data-outside', share < 0 || share > 1);
    };
    place(0);
    const unsubscribe = timeline.subscribe(() => place(flowing ? LEAP : 0));
    const endBeats = flowing ? subscribeAtMost(timeline, BEAT, () => place(0)) : undefined;
    return () => {
      unsubscribe();
      endBeats?.();
    };
  }, [handle, timeline, visible, width, flowing]);

  const words = t(MODE_WORD[mode]);
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
      aria-valuetext={mode === 'live' ? words : `${formats.preciseTime(instant)}, ${words}`}
      title={t('timeline.scrub')}
      onKeyDown={(event) => press(event, props)}
    />
  );
}

/**
 * The browser draws the line on whole pixels anyway: a place between two would be a new picture that looks like the
 * last one.
 */
function wholePixel(share: number, width: number): number {
  const pixels = Math.round(width * window.devicePixelRatio);
  return pixels > 0 ? Math.round(share * pixels) / pixels : share;
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

function press(event: KeyboardEvent, props: Omit<ScrubberProps, 'handle' | 'width'>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (!act(event.key, event.shiftKey, props)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** True when the key means something here. */
function act(
  key: string,
  shift: boolean,
  { playback, send, goLive, timeline, span, visible, now }: Omit<ScrubberProps, 'handle' | 'width'>,
): boolean {
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
