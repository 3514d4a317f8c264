import type { ReactNode } from 'react';
import { DAY, HOUR, toIso } from '../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Fact } from '../shared/Fact.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { useNow } from '../shared/time/useNow.ts';

/** Days that are looked back. */
const DAYS = 7;

/** How quickly the alarms of the last days were handled. */
export function AlarmNumbers(): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  // One question an hour, however often the clock moves on.
  const to = Math.ceil(now / HOUR) * HOUR;
  const { value } = useAnswer('getAlarmStatistics', { from: toIso(to - DAYS * DAY), to: toIso(to) }, ['alarm']);
  const duration = (seconds: number | null | undefined): string =>
    seconds === null || seconds === undefined ? '–' : formats.duration(seconds * 1_000);
  return (
    <dl className="fact-grid alarm-numbers" aria-label={t('alarms.statistics.title')}>
      <Fact label={t('alarms.statistics.title')}>
        {value === null ? '–' : t('alarms.statistics.raisedCount', { count: value.raised })}
      </Fact>
      <Fact label={t('alarms.statistics.acknowledge')}>
        <span className="figures">{duration(value?.time_to_acknowledge)}</span>
      </Fact>
      <Fact label={t('alarms.statistics.resolve')}>
        <span className="figures">{duration(value?.time_to_resolve)}</span>
      </Fact>
    </dl>
  );
}
