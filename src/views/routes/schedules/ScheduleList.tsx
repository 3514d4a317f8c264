import { useMemo, type ReactNode } from 'react';
import { SCHEDULE_STATES, routes, type ListedSchedule, type ScheduleState } from '../../../domain/route/index.ts';
import { nameCollator } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Badge, Button, EmptyState, LabelIcon, Link, LinkButton, RouteIcon } from '../../../ui/index.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import { ColourMark } from '../../shared/colour/ColourMark.tsx';
import { pathOf } from '../../shared/entity/paths.ts';
import { useChangeLabels } from '../../shared/form/ChangeLabels.tsx';
import { LabelBadges } from '../../shared/form/LabelBadges.tsx';
import { useLabelColours } from '../../shared/form/labelColours.ts';
import { useAccountFilter } from '../../shared/list/useAccountFilter.ts';
import { useBulkReach } from '../../shared/list/useBulkReach.tsx';
import { useGroupInAddress } from '../../shared/list/useFollowedGroup.ts';
import { ServerList, type ListColumn, type ListFilter } from '../../shared/list/ServerList.tsx';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { useAnswer } from '../../shared/services/calls.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useStore } from '../../shared/services/store.ts';
import { useStatusAct } from '../../shared/unit/useStatusAct.ts';
import { useScheduleWords } from '../ScheduleLines.tsx';

const TONES = { active: 'normal', paused: 'off', ended: 'off' } as const satisfies Record<ScheduleState, string>;

/** Schedules of all routes: what runs when and with which units; paused, continued and grouped many at once. */
export function ScheduleList(): ReactNode {
  const { t } = useTranslation();
  useGroupInAddress('schedules');
  return (
    <ServerList<'getScheduleList'>
      id="schedules"
      label={t('routes.fields.schedules')}
      method="getScheduleList"
      subjects={['schedule', 'route', 'unit']}
      columns={useScheduleColumns()}
      rowKey={({ schedule_id: id }) => id}
      rowName={({ name }) => name}
      filters={useScheduleFilters()}
      sort="state"
      searchLabel={t('routes.schedules.search')}
      bulk={(rows, clear) => <ScheduleActs rows={rows} onDone={clear} />}
      empty={
        <EmptyState
          title={t('routes.schedules.emptyTitle')}
          icon={<RouteIcon />}
          action={<LinkButton href={routes.paths.list}>{t('routes.title')}</LinkButton>}>
          {t('routes.schedules.emptyLead')}
        </EmptyState>
      }
    />
  );
}

function useScheduleFilters(): readonly ListFilter[] {
  const { t } = useTranslation();
  const { query } = useScreenPath();
  const accounts = useAccountFilter(routes.needs.read);
  const labels = useAnswer('getLabels', { of: 'schedules' }, ['label', 'schedule', 'route']).value?.labels ?? [];
  const one = query.get('schedule_id');
  return [
    {
      id: 'state',
      label: t('routes.runs.state'),
      options: SCHEDULE_STATES.map((value) => ({ value, label: t(`routes.schedules.states.${value}`) })),
    },
    { id: 'label', label: t('devices.label'), options: labels.map((value) => ({ value, label: value })) },
    ...accounts,
    // One that an address names, as that of a group's member does.
    ...(one === null
      ? []
      : [
          {
            id: 'schedule_id',
            label: t('routes.fields.schedules'),
            options: [{ value: one, label: t('routes.schedules.one') }],
            numeric: true,
          },
        ]),
  ];
}

function useScheduleColumns(): readonly ListColumn<ListedSchedule>[] {
  const { t, i18n } = useTranslation();
  const { byId } = useStore(useFleet().units);
  const colours = useLabelColours('schedules');
  const { days } = useScheduleWords();
  const units = useMemo(() => {
    const { compare } = nameCollator(i18n.language);
    const list = new Intl.ListFormat(i18n.language, { type: 'unit' });
    return ({ unit_ids: ids }: ListedSchedule): string =>
      list.format(ids.map((id) => byId.get(id)?.name ?? t('rules.unitGone', { id })).toSorted(compare));
  }, [byId, i18n.language, t]);
  return [
    {
      id: 'name',
      header: t('fields.name'),
      sortable: true,
      text: ({ name }) => name,
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    {
      id: 'route_name',
      header: t('routes.one'),
      sortable: true,
      text: ({ route_name: name }) => name,
      cell: ({ route_id: id, route_name: name, colour }) => (
        <Link href={pathOf(routes.paths.view, id)}>
          <ColourMark colour={colour}>{name}</ColourMark>
        </Link>
      ),
    },
    {
      id: 'state',
      header: t('routes.runs.state'),
      sortable: true,
      text: ({ state }) => t(`routes.schedules.states.${state}`),
      cell: ({ state }) => <Badge tone={TONES[state]}>{t(`routes.schedules.states.${state}`)}</Badge>,
    },
    {
      id: 'start',
      header: t('routes.schedule.start'),
      sortable: true,
      text: ({ start }) => start,
      cell: ({ start }) => <bdi className="figures">{start}</bdi>,
    },
    { id: 'days', header: t('routes.schedule.days'), text: days, cell: days },
    { id: 'units', header: t('routes.schedule.units'), text: units, cell: (row) => <bdi>{units(row)}</bdi> },
    {
      id: 'labels',
      header: t('fields.labels'),
      text: ({ labels }) => labels.join(', '),
      cell: ({ labels }) => <LabelBadges labels={labels} colours={colours} />,
    },
    {
      id: 'account_name',
      header: t('fields.account_name'),
      sortable: true,
      shown: false,
      text: ({ account_name: name }) => name,
      cell: ({ account_name: name }) => <bdi>{name}</bdi>,
    },
  ];
}

interface ScheduleActsProps {
  readonly rows: readonly ListedSchedule[];
  readonly onDone: () => void;
}

/** Pauses ticked schedules or goes on with them, and puts them in groups; the first may be taken back. */
function ScheduleActs({ rows, onDone }: ScheduleActsProps): ReactNode {
  const { t } = useTranslation();
  const { may, beyondReach } = useBulkReach(rows, { change: routes.needs.change, remove: routes.needs.remove });
  const things = rows.map(({ schedule_id: id, name, labels }) => ({ id, name, labels }));
  const groups = useChangeLabels('schedules', things, onDone);
  const status = useStatusAct({
    method: 'updateScheduleStatus',
    next: (from: 'active' | 'paused') => [from === 'active' ? ('paused' as const) : ('active' as const)],
    dataOf: (ids, to) => ({ schedule_ids: [...ids], status: to }),
    given: (count, to) => t(`routes.schedules.given.${to}`, { count }),
    restored: (count) => t('routes.schedules.restored', { count }),
  });
  const all = rows.map(({ schedule_id: id, name, enabled }) => ({
    id,
    name,
    status: enabled ? ('active' as const) : ('paused' as const),
  }));
  const next = (['paused', 'active'] as const).filter((to) => all.some((each) => each.status !== to));
  return (
    <>
      {may.change &&
        next.map((to) => (
          <Button
            key={to}
            busy={status.busy}
            onPress={() => void status.give(all, to).then((isDone) => isDone && onDone())}>
            {t(`routes.schedules.acts.${to}`)}
          </Button>
        ))}
      {may.change && (
        <Button icon={<LabelIcon aria-hidden="true" />} onPress={groups.open}>
          {t('labels.change.act')}
        </Button>
      )}
      {beyondReach}
      {groups.dialog}
      {status.problem !== null && <ProblemBanner problem={status.problem} />}
    </>
  );
}
