import { useMemo, type ReactNode } from 'react';
import type { Route, Schedule } from '../../domain/route/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Badge, Panel } from '../../ui/index.ts';
import { useFleet } from '../shared/services/fleet.ts';
import { useStore } from '../shared/services/store.ts';

const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;
/** Units that are named; of more the number. */
const NAMED = 5;

/** The schedules of a route in words. */
export function ScheduleLines({ route }: { route: Route }): ReactNode {
  const { t } = useTranslation();
  return (
    <Panel title={t('routes.fields.schedules')}>
      {route.schedules.length === 0 ? (
        <p className="dim">{t('routes.noSchedules')}</p>
      ) : (
        <ul className="route-schedules">
          {route.schedules.map((schedule, index) => (
            <ScheduleLine key={schedule.key} schedule={schedule} number={index + 1} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function ScheduleLine({ schedule, number }: { schedule: Schedule; number: number }): ReactNode {
  const { t, i18n } = useTranslation();
  const { byId } = useStore(useFleet().units);
  const { name, enabled, repeat, date, days, start, tolerance, unit_ids: ids } = schedule;
  const when = useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' });
    const list = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'narrow' });
    const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' });
    if (repeat === 'once') return date === null ? '' : day.format(new Date(`${date}T00:00:00Z`));
    return days.length === 7
      ? t('routes.schedule.everyDay')
      : list.format(days.map((each) => format.format(MONDAY + (each - 1) * DAY)));
  }, [i18n.language, repeat, date, days, t]);
  const units = new Intl.ListFormat(i18n.language, { type: 'unit' }).format([
    ...ids.slice(0, NAMED).map((id) => byId.get(id)?.name ?? t('rules.unitGone', { id })),
    ...(ids.length > NAMED ? [t('routes.schedule.moreUnits', { count: ids.length - NAMED })] : []),
  ]);
  return (
    <li>
      <strong>
        <bdi>{name || t('routes.schedule.title', { number })}</bdi>
      </strong>{' '}
      {!enabled && <Badge>{t('routes.schedule.off')}</Badge>}
      <div>
        {when} · <bdi className="figures">{start}</bdi> · {t('routes.schedule.within', { count: tolerance })}
      </div>
      <div className="dim">
        <bdi>{units}</bdi>
      </div>
    </li>
  );
}
