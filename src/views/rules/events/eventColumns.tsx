import type { ReactNode } from 'react';
import { fromIso } from '../../../domain/base/index.ts';
import { figurePlace, leavesOf, rules, type Occurrence } from '../../../domain/rule/index.ts';
import { sensorType, type SensorType, type SensorValue } from '../../../domain/sensor/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Link, StatusChip } from '../../../ui/index.ts';
import { entityPaths } from '../../shared/entity/index.ts';
import type { ListColumn } from '../../shared/list/ServerList.tsx';
import type { SensorOf } from '../../shared/rules/useConditionWords.ts';
import { useSensorText } from '../../shared/sensors/index.ts';
import { useSession } from '../../shared/services/session.ts';
import { useNow } from '../../shared/time/useNow.ts';
import { MODE_PLACES } from '../../shared/unit/unitModes.ts';
import { momentQuery } from '../../shared/unit/viewState.ts';
import { useRuleWords } from '../useRuleWords.ts';

/** What an occurrence is shown by. */
export function useEventColumns(): readonly ListColumn<Occurrence>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  const words = useRuleWords();
  const text = useSensorText();
  const at = (iso: string): string => formats.preciseTime(fromIso(iso));
  const time = (iso: string): ReactNode => (
    <time className="figures" dateTime={iso}>
      {at(iso)}
    </time>
  );
  const asked = (row: Occurrence): string => words(row, measureOf(row));
  const value = (row: Occurrence): string =>
    row.value === null ? '–' : text.value({ type: row.sensor_type }, valueOf(row.sensor_type, row.value));
  const end = (row: Occurrence): string => (row.end === null ? t('events.states.lasting') : at(row.end));
  const lasted = (row: Occurrence): string =>
    formats.duration((row.end === null ? now : fromIso(row.end)) - fromIso(row.since));
  const place = ({ position }: Occurrence): string =>
    position === null ? '' : formats.coordinates(position.latitude, position.longitude);
  return [
    {
      id: 'time',
      header: t('events.time'),
      sortable: true,
      text: (row) => at(row.time),
      cell: (row) => time(row.time),
    },
    {
      id: 'rule_name',
      header: t('events.rule'),
      sortable: true,
      text: (row) => row.rule_name,
      cell: (row) => (
        <Link href={entityPaths(rules).view(row.rule_id)}>
          <bdi>{row.rule_name}</bdi>
        </Link>
      ),
    },
    {
      id: 'unit_name',
      header: t('events.unit'),
      sortable: true,
      text: (row) => row.unit_name,
      cell: (row) => <UnitOf row={row} />,
    },
    { id: 'asked', header: t('rules.test'), text: asked, cell: (row) => <span>{asked(row)}</span> },
    {
      id: 'value',
      header: t('events.value'),
      sortable: true,
      text: value,
      cell: (row) => <bdi className="figures event-value">{value(row)}</bdi>,
    },
    {
      id: 'since',
      header: t('events.since'),
      sortable: true,
      text: (row) => at(row.since),
      cell: (row) => time(row.since),
    },
    {
      id: 'end',
      header: t('events.end'),
      sortable: true,
      text: end,
      cell: (row) =>
        row.end === null ? (
          <StatusChip shape="square" tone="serious" plain>
            {end(row)}
          </StatusChip>
        ) : (
          time(row.end)
        ),
    },
    {
      id: 'duration',
      header: t('events.duration'),
      text: lasted,
      cell: (row) => <span className="figures">{lasted(row)}</span>,
    },
    { id: 'place', header: t('events.place'), text: place, cell: (row) => <PlaceOf row={row} words={place(row)} /> },
  ];
}

/** The type of the sensor whose value was recorded; of the others nothing is known any more. */
function measureOf(row: Occurrence): SensorOf {
  const figure = leavesOf(row.conditions)[figurePlace(row)];
  return (name) => (figure?.kind === 'sensor' && figure.sensor === name ? { type: row.sensor_type } : null);
}

/** A switch is reported as one, where its sensor can be nothing else. */
function valueOf(type: SensorType, value: number): SensorValue {
  return sensorType(type).dataTypes.includes('number') ? value : value !== 0;
}

function UnitOf({ row: { unit_id, unit_name } }: { row: Occurrence }): ReactNode {
  const { can } = useSession();
  return can({ resource: 'units', action: 'r' }) ? (
    <Link href={`/unit/${unit_id}/view`}>
      <bdi>{unit_name}</bdi>
    </Link>
  ) : (
    <bdi>{unit_name}</bdi>
  );
}

/** Where it was, as a way to the map at that moment; to the map as it is where one may not look back. */
function PlaceOf({ row: { unit_id, time, position }, words }: { row: Occurrence; words: string }): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  if (position === null) return <span className="dim">{t('unitModes.events.noPlace')}</span>;
  const coordinates = (
    <bdi dir="ltr" className="figures">
      {words}
    </bdi>
  );
  if (!can(MODE_PLACES.map.need)) return coordinates;
  const instant = can(MODE_PLACES.history.need) ? fromIso(time) : null;
  return <Link href={`${MODE_PLACES.map.path}?${momentQuery(unit_id, instant, position)}`}>{coordinates}</Link>;
}
