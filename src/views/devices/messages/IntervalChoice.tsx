import type { ReactNode } from 'react';
import type { Interval } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { NativeSelect, TextField } from '../../../ui/index.ts';
import { DATE_PRESETS, presetSpan } from '../../shared/time/datePresets.ts';
import { useNow } from '../../shared/time/useNow.ts';
import { localInstant, localText } from '../../shared/time/zonedDays.ts';
import { MOST_DAYS } from './interval.ts';

/** Spans of the past that one look can hold. */
const PRESETS = DATE_PRESETS.filter((preset) => !preset.startsWith('next') && preset !== 'thisYear');

/** From when until when; the last day until now when nothing is chosen. */
export function IntervalChoice({ interval, onChange }: { interval: Interval; onChange: (filters: Record<string, string>) => void }): ReactNode {
  const { t, i18n } = useTranslation();
  const { settings } = useFormats();
  const now = useNow();
  const text = (instant: number): string => localText(instant, settings.timeZone);
  const put = (from: string, to: string): void => {
    if (localInstant(from, settings.timeZone) !== null && localInstant(to, settings.timeZone) !== null) onChange({ from, to });
  };
  return (
    <>
      <NativeSelect
        label={t('datePresets.title')} value="" options={[{ value: '', label: t('datePresets.title') }, { value: 'last', label: t('messages.lastDay') }, ...PRESETS.map((value) => ({ value, label: t(`datePresets.${value}`) }))]}
        onChange={(chosen: string) => {
          const preset = PRESETS.find((each) => each === chosen);
          if (preset === undefined) return onChange({});
          const { from, to } = presetSpan(preset, now, settings.timeZone, i18n.language);
          onChange({ from: text(from), to: text(to) });
        }}
      />
      <TextField type="datetime-local" label={t('messages.from')} direction="ltr" value={text(interval.from)} onChange={(from) => put(from, text(interval.to))} className="message-date" />
      <TextField type="datetime-local" label={t('messages.to')} direction="ltr" value={text(interval.to)} onChange={(to) => put(text(interval.from), to)} className="message-date" />
      <span className="dim message-most">{t('messages.most', { count: MOST_DAYS })}</span>
    </>
  );
}
