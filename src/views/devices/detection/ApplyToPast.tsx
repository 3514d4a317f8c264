import { useState, type ReactNode } from 'react';
import { DAY, toIso, type UnitId } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, CheckIcon } from '../../../ui/index.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { useSession } from '../../shared/services/session.ts';
import { useAct } from '../../shared/services/useAct.ts';
import { useNow } from '../../shared/time/useNow.ts';
import { DayField } from './DayField.tsx';
import { dayOf } from './days.ts';

/** How far back is offered at first. */
const OFFERED = 7 * DAY;

interface Applied {
  readonly trips: number;
  readonly events: number;
}

/** Offers, once settings are saved, to find the past's trips and fuel events again by them. */
export function ApplyToPast({ unitId }: { unitId: UnitId }): ReactNode {
  const { t } = useTranslation();
  const { settings } = useFormats();
  const { can } = useSession();
  const now = useNow();
  const act = useAct();
  const [day, setDay] = useState(() => dayOf(now - OFFERED, settings.timeZone));
  const [applied, setApplied] = useState<Applied | null>(null);
  const [dismissed, setDismissed] = useState(false);
  if (dismissed || !can({ resource: 'units', action: 'u' })) return null;
  const apply = async (): Promise<void> => {
    const answer = await act.run('recomputeDetection', { unit_id: unitId, from: toIso(day.span.from) });
    if (answer !== null) setApplied({ trips: answer.trips, events: answer.fuel_events });
  };
  const close = (
    <Button size="compact" variant="quiet" onPress={() => setDismissed(true)}>
      {t(applied === null ? 'detection.apply.later' : 'common.close')}
    </Button>
  );
  if (applied !== null) {
    return (
      <Banner tone="normal" icon={<CheckIcon />} action={close}>
        {t('detection.apply.done', {
          trips: t('detection.count.trips', { count: applied.trips }),
          events: t('detection.count.fuelEvents', { count: applied.events }),
        })}
      </Banner>
    );
  }
  return (
    <section className="detection-apply" aria-label={t('detection.apply.title')}>
      {act.problem !== null && <ProblemBanner problem={act.problem} />}
      <div className="detection-apply-row">
        <p>{t('detection.apply.lead')}</p>
        <DayField
          label={t('detection.apply.from')}
          day={day}
          latest={dayOf(now, settings.timeZone)}
          onChange={setDay}
        />
        <Button size="compact" busy={act.busy} onPress={() => void apply()}>
          {t('detection.apply.button')}
        </Button>
        {close}
      </div>
    </section>
  );
}
