import { useState, type ReactNode } from 'react';
import { toIso, type Interval } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { NativeSelect } from '../../../ui/index.ts';
import { DateTimeField } from '../../shared/time/DateTimeField.tsx';
import { PAST_PRESETS, presetSpan } from '../../shared/time/datePresets.ts';
import { instantOf } from '../../shared/time/dateTimeValue.ts';
import { useNow } from '../../shared/time/useNow.ts';
import { MOST_DAYS } from './interval.ts';

/** Spans of the past that one look can hold. */
const PRESETS = PAST_PRESETS.filter((preset) => preset !== 'thisYear');

interface BoundProps {
  label: string;
  /** In ISO 8601. */
  shown: string;
  /** What the address says of it, and what can be taken out of it. */
  chosen: string | undefined;
  onChange: (value: string) => void;
}

/** One end of the interval. It is asked for once it is whole: half a date is only kept here. */
function Bound({ label, shown, chosen, onChange }: BoundProps): ReactNode {
  const [kept, setKept] = useState<{ over: string | undefined; value: string } | null>(null);
  return (
    <DateTimeField
      label={label}
      value={kept !== null && kept.over === chosen ? kept.value : shown}
      clearable={chosen !== undefined}
      className="message-date"
      onChange={(value) => {
        const isWhole = instantOf(value) !== null || (value === '' && chosen !== undefined);
        setKept(isWhole ? null : { over: chosen, value });
        if (isWhole) onChange(value);
      }}
    />
  );
}

export interface IntervalChoiceProps {
  interval: Interval;
  /** What of it the address says. */
  chosen: { readonly from?: string; readonly to?: string };
  onChange: (filters: Record<string, string>) => void;
}

/** From when until when; the last day until now when nothing is chosen. */
export function IntervalChoice({ interval, chosen, onChange }: IntervalChoiceProps): ReactNode {
  const { t, i18n } = useTranslation();
  const { settings } = useFormats();
  const now = useNow();
  const shown = { from: toIso(interval.from), to: toIso(interval.to) };
  const put = (change: { from?: string; to?: string }): void =>
    onChange(Object.fromEntries(Object.entries({ ...shown, ...change }).filter(([, value]) => value !== '')));
  return (
    <>
      <NativeSelect
        label={t('datePresets.title')}
        value=""
        options={[
          { value: '', label: t('datePresets.title') },
          { value: 'last', label: t('messages.lastDay') },
          ...PRESETS.map((value) => ({ value, label: t(`datePresets.${value}`) })),
        ]}
        onChange={(wanted: string) => {
          const preset = PRESETS.find((each) => each === wanted);
          if (preset === undefined) return onChange({});
          const { from, to } = presetSpan(preset, now, settings.timeZone, i18n.language);
          onChange({ from: toIso(from), to: toIso(to) });
        }}
      />
      <Bound label={t('messages.from')} shown={shown.from} chosen={chosen.from} onChange={(from) => put({ from })} />
      <Bound label={t('messages.to')} shown={shown.to} chosen={chosen.to} onChange={(to) => put({ to })} />
      <span className="dim message-most">{t('messages.most', { count: MOST_DAYS })}</span>
    </>
  );
}
