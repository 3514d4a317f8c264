import { useMemo, useState, type ReactNode } from 'react';
import type { Route, Schedule } from '../../domain/route/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Badge, Button, Panel } from '../../ui/index.ts';
import { useFleet } from '../shared/services/fleet.ts';
import { useStore } from '../shared/services/store.ts';
import { useNow } from '../shared/time/useNow.ts';
import { dayOf } from '../shared/time/zonedDays.ts';

const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;
/** Units that are named; of more the number. */
const NAMED = 5;

/** Schedules that are listed before the rest is asked for. */
const LISTED = 4;

/**
 * The schedules of a route in words; of many those that are not over yet come first, and the rest when it is asked for.
 */
export function ScheduleLines({ route }: { route: Route }): ReactNode {
  const { t } = useTranslation();
  const { settings } = useFormats();
  const [isWhole, setWhole] = useState(false);
  const today = dayOf(useNow(), settings.timeZone);
  const numbered = route.schedules.map((schedule, index) => ({ schedule, number: index + 1 }));
  const sorted = [
    ...numbered.filter(({ schedule }) => !isOver(schedule, today)),
    ...numbered.filter(({ schedule }) => isOver(schedule, today)),
  ];
  const shown = isWhole ? sorted : sorted.slice(0, LISTED);
  return (
    <Panel title={t('routes.fields.schedules')}>
      {route.schedules.length === 0 ? (
        <p className="dim">{t('routes.noSchedules')}</p>
      ) : (
        <>
          <ul className="route-schedules">
            {shown.map(({ schedule, number }) => (
              <ScheduleLine key={schedule.key} schedule={schedule} number={number} isOver={isOver(schedule, today)} />
            ))}
          </ul>
          {shown.length < sorted.length && (
            <Button size="compact" variant="quiet" onPress={() => setWhole(true)}>
              {t('routes.allSchedules', { count: sorted.length })}
            </Button>
          )}
        </>
      )}
    </Panel>
  );
}

/** True where its last day has passed. */
function isOver({ repeat, date, until }: Schedule, today: string): boolean {
  const last = repeat === 'once' ? date : until;
  return last !== null && last < today;
}

interface ScheduleLineProps {
  readonly schedule: Schedule;
  readonly number: number;
  readonly isOver: boolean;
}

function ScheduleLine({ schedule, number, isOver: over }: ScheduleLineProps): ReactNode {
  const { t, i18n } = useTranslation();
  const { byId } = useStore(useFleet().units);
  const { name, enabled, unit_ids: ids } = schedule;
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
      {enabled && over && <Badge>{t('routes.schedule.over')}</Badge>}
      <div>
        <ScheduleDays schedule={schedule} />
      </div>
      <div className="dim">
        <bdi>{units}</bdi>
      </div>
    </li>
  );
}

/** On which days and when a schedule starts, in words. */
export function ScheduleDays({ schedule }: { schedule: Schedule }): ReactNode {
  const { days, within } = useScheduleWords();
  return (
    <>
      {days(schedule)} · <bdi className="figures">{schedule.start}</bdi> · {within(schedule)}
    </>
  );
}

/** What says when a schedule runs: its days, with the first and last one, and its tolerance. */
export function useScheduleWords() {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    const dates = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' });
    const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' });
    const list = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'narrow' });
    const dateOf = (text: string | null): string => (text === null ? '…' : dates.format(new Date(`${text}T00:00:00Z`)));
    const within = ({ tolerance }: Schedule): string => t('routes.schedule.within', { count: tolerance });
    const days = ({ repeat, date, days: chosen, from, until }: Schedule): string => {
      if (repeat === 'once') return date === null ? '' : dateOf(date);
      const when =
        chosen.length === 7
          ? t('routes.schedule.everyDay')
          : list.format(chosen.map((each) => weekday.format(MONDAY + (each - 1) * DAY)));
      return from === null && until === null ? when : `${when} · ${dateOf(from)} – ${dateOf(until)}`;
    };
    return { days, within };
  }, [i18n.language, t]);
}
