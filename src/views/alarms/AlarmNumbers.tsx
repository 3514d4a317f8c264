import { useState, type ReactNode } from 'react';
import { DAY, HOUR, toIso } from '../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { NativeSelect } from '../../ui/index.ts';
import { Fact } from '../shared/Fact.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { useNow } from '../shared/time/useNow.ts';

/** How far one looks back. */
const SPANS = { day: DAY, week: 7 * DAY, month: 30 * DAY, quarter: 90 * DAY } as const;
type SpanName = keyof typeof SPANS;
const NAMES = Object.keys(SPANS) as SpanName[];

/** How quickly the alarms of the last days were handled. */
export function AlarmNumbers(): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  const [span, setSpan] = useState<SpanName>('week');
  // One question an hour, however often the clock moves on.
  const to = Math.ceil(now / HOUR) * HOUR;
  const { value } = useAnswer('getAlarmStatistics', { from: toIso(to - SPANS[span]), to: toIso(to) }, ['alarm']);
  const duration = (seconds: number | null | undefined): string =>
    seconds === null || seconds === undefined ? '–' : formats.duration(seconds * 1_000);
  const count = (name: 'acknowledgedCount' | 'resolvedCount', of: number | undefined): string =>
    of ? ` · ${t(`alarms.statistics.${name}`, { count: of })}` : '';
  return (
    <div className="alarm-numbers">
      <NativeSelect
        label={t('alarms.statistics.span')}
        value={span}
        options={NAMES.map((name) => ({ value: name, label: t(`alarms.statistics.spans.${name}`) }))}
        onChange={setSpan}
      />
      <dl className="fact-grid" aria-label={t('alarms.statistics.title')}>
        <Fact label={t('alarms.statistics.raised')}>
          {value === null ? '–' : t('alarms.statistics.raisedCount', { count: value.raised })}
        </Fact>
        <Fact label={t('alarms.statistics.acknowledge')}>
          <span className="figures">{duration(value?.time_to_acknowledge)}</span>
          <span className="dim">{count('acknowledgedCount', value?.acknowledged)}</span>
        </Fact>
        <Fact label={t('alarms.statistics.resolve')}>
          <span className="figures">{duration(value?.time_to_resolve)}</span>
          <span className="dim">{count('resolvedCount', value?.resolved)}</span>
        </Fact>
      </dl>
    </div>
  );
}
