import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '../../../../i18n/index.ts';
import { BackIcon, Button, ForwardIcon, IconButton, Skeleton } from '../../../../ui/index.ts';
import { ProblemBanner } from '../../../shared/ProblemView.tsx';
import { DayField } from '../DayField.tsx';
import { dayAfter } from '../days.ts';
import type { DayReports, TuningDay } from './useTuningDay.ts';

interface TuningFrameProps {
  day: TuningDay;
  lead: string;
  children: (reports: DayReports) => ReactNode;
}

/** The day that settings are tried on, and what the day has to show. */
export function TuningFrame({ day, lead, children }: TuningFrameProps): ReactNode {
  const { t } = useTranslation();
  const { data } = day;
  return (
    <section className="tuning" aria-label={t('detection.tuning.title')}>
      <header className="tuning-head">
        <h3 className="tuning-title">{t('detection.tuning.title')}</h3>
        {data.state !== 'noUnit' && data.state !== 'forbidden' && <DayChoice day={day} />}
      </header>
      <p className="detection-lead">{lead}</p>
      {data.state === 'ready' ? children(data.reports) : <Waiting day={day} />}
    </section>
  );
}

function DayChoice({ day }: { day: TuningDay }): ReactNode {
  const { t } = useTranslation();
  const { timeZone } = useFormats().settings;
  const turn = (days: number): void => day.choose(dayAfter(day.day, days, timeZone));
  return (
    <div className="tuning-days">
      <IconButton
        size="compact"
        label={t('detection.tuning.dayBefore')}
        icon={<BackIcon aria-hidden="true" className="icon-mirrored" />}
        onPress={() => turn(-1)}
      />
      <DayField
        label={t('detection.tuning.day')}
        day={day.day}
        latest={day.latest}
        marked={day.marked}
        markedText={t('detection.tuning.marked')}
        onMonth={day.lookAt}
        onChange={day.choose}
      />
      <IconButton
        size="compact"
        label={t('detection.tuning.dayAfter')}
        isDisabled={day.day.key >= day.latest.key}
        icon={<ForwardIcon aria-hidden="true" className="icon-mirrored" />}
        onPress={() => turn(1)}
      />
    </div>
  );
}

/** Why there is nothing to try the settings on, yet or at all. */
function Waiting({ day: { data, retry } }: { day: TuningDay }): ReactNode {
  const { t } = useTranslation();
  if (data.state === 'loading') {
    return (
      <output className="tuning-waiting" aria-label={t('common.loading')}>
        <Skeleton height="132px" />
        <Skeleton height="56px" />
        <Skeleton height="180px" />
      </output>
    );
  }
  if (data.state === 'failed')
    return (
      <ProblemBanner
        problem={data.problem}
        action={
          <Button size="compact" onPress={retry}>
            {t('common.retry')}
          </Button>
        }
      />
    );
  return <p className="tuning-nothing">{t(`detection.tuning.${data.state}`)}</p>;
}
