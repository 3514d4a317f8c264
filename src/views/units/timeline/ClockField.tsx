import { useEffect, useRef, useState, type ReactNode } from 'react';
import { BEAT, fromIso, toIso, type Instant, type Interval } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, Popover } from '../../../ui/index.ts';
import type { TimelineState } from '../../shared/services/fleet.ts';
import type { ReadableStore } from '../../shared/services/store.ts';
import { useShortcuts } from '../../shared/shortcuts.tsx';
import { DateTimeField } from '../../shared/time/DateTimeField.tsx';
import { PAST_PRESETS, presetSpan, type DatePreset } from '../../shared/time/datePresets.ts';
import { useShownInstant } from './hooks.ts';
import { isFlowing, type PlaybackView } from './types.ts';

/** Under the hand, ten times a second is as often as a reading eye gains anything. */
const UNDER_HAND = 100;
/** Date and time that take the most room: two figures each, before and after noon. */
const WIDEST: readonly Instant[] = [Date.UTC(2026, 11, 28, 10, 58, 58), Date.UTC(2026, 11, 28, 22, 58, 58)];

export interface ClockFieldProps {
  playback: PlaybackView;
  timeline: ReadableStore<TimelineState>;
  now: () => Instant;
  /** What can be gone to: a file's span; null: all that is recorded. */
  span: Interval | null;
  onGo: (instant: Instant) => void;
  /** Shows a span of time from its beginning. */
  onSpan: (span: Interval) => void;
}

/** The shown instant; pressed, or by `g`, another one is typed, picked, or chosen by name. */
export function ClockField(props: ClockFieldProps): ReactNode {
  const { playback, timeline } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  useShortcuts('shortcuts.timeline', [{ keys: ['g'], labelKey: 'timeline.goTo', run: () => setOpen(true) }]);
  return (
    <Popover
      label={t('timeline.goTo')}
      placement="top"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button className="timeline-clock-button" variant="quiet">
          <Clock timeline={timeline} period={isFlowing(playback.state) ? BEAT : UNDER_HAND} />
        </Button>
      }>
      {(close) => <GoTo {...props} instant={timeline.getSnapshot().instant} onDone={close} />}
    </Popover>
  );
}

function Clock({ timeline, period }: { timeline: ReadableStore<TimelineState>; period: number }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const instant = useShownInstant(timeline, period);
  return (
    <span className="timeline-word">
      {WIDEST.map((each) => (
        <span key={each} className="timeline-reserve" data-word={formats.preciseTime(each)} aria-hidden="true" />
      ))}
      <time className="timeline-clock" dir="auto" dateTime={toIso(instant)} title={t('timeline.at')}>
        {formats.preciseTime(instant)}
      </time>
    </span>
  );
}

type GoToProps = Pick<ClockFieldProps, 'now' | 'span' | 'onGo'> & {
  /** The instant to begin with. */
  instant: Instant;
  /** Where spans of time can be shown: shows one from its beginning. */
  onSpan?: ClockFieldProps['onSpan'];
  onDone: () => void;
};

/** Where to go in time: typed, picked, or by name. */
export function GoTo({ instant, now, span, onGo, onSpan, onDone }: GoToProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const form = useRef<HTMLFormElement>(null);
  const [opened] = useState(() => ({ value: toIso(instant), present: now() }));
  const [value, setValue] = useState(opened.value);
  const target = fromIso(value);
  useEffect(() => {
    // After the panel has taken the focus itself, so that typing may begin at once.
    const timer = setTimeout(() => form.current?.querySelector<HTMLElement>('input, [role="spinbutton"]')?.focus());
    return () => clearTimeout(timer);
  }, []);
  const go = (): void => {
    if (!Number.isFinite(target)) return;
    onGo(target);
    onDone();
  };
  return (
    <form
      ref={form}
      className="timeline-goto"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}>
      <DateTimeField
        label={t('timeline.goTo')}
        value={value}
        onChange={setValue}
        earliest={span?.from}
        latest={span?.to ?? opened.present}
      />
      <Button type="submit" variant="primary" isDisabled={!Number.isFinite(target)}>
        {t('timeline.go')}
      </Button>
      {span === null && onSpan !== undefined && (
        <Presets
          onChoose={(preset) => {
            const { from, to } = presetSpan(preset, opened.present, formats.settings.timeZone, formats.language);
            onSpan({ from, to: Math.min(to, opened.present) });
            onDone();
          }}
        />
      )}
    </form>
  );
}

function Presets({ onChoose }: { onChoose: (preset: DatePreset) => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <fieldset className="timeline-presets" aria-label={t('datePresets.title')}>
      {PAST_PRESETS.map((preset) => (
        <Button key={preset} size="compact" onPress={() => onChoose(preset)}>
          {t(`datePresets.${preset}`)}
        </Button>
      ))}
    </fieldset>
  );
}
