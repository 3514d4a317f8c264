import { useEffect, useState, type ReactNode } from 'react';
import { fromIso, MINUTE, SECOND, SHAPE, toIso, type Instant } from '../../../domain/base/index.ts';
import type { Place } from '../../../domain/unitEvent/index.ts';
import type { NearUnit } from '../../../domain/visit/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import { EmptyState, NativeSelect, Skeleton } from '../../../ui/index.ts';
import { Answered } from '../../shared/AnswerView.tsx';
import { useAnswer } from '../../shared/services/calls.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useStore } from '../../shared/services/store.ts';
import { DateTimeField } from '../../shared/time/DateTimeField.tsx';
import { instantOf } from '../../shared/time/dateTimeValue.ts';
import type { NearPoint } from '../map/nearest.ts';
import { MetresField } from './MetresField.tsx';
import { circleAround } from './placeQuestion.ts';
import './past.css';

/** Metres around the point that count as near, until somebody says otherwise. */
const RADIUS = 500;
/** Minutes before and after the time. */
const MINUTES = [1, 5, 15, 30, 60, 360] as const;
const HOUR_OF_MINUTES = 60;
/** Units in the list. */
const SHOWN = 100;

interface NearInPastProps {
  readonly map: FleetMap | null;
  readonly point: NearPoint;
  readonly selected: readonly number[];
  /** Brings timeline, selection and map to where a unit was at an instant. */
  readonly onMoment: (unitId: number, instant: Instant, place: Place) => void;
}

/** Who stood near a point at about a time, or drove past it: the nearest first. */
export function NearInPast({ map, point, selected, onMoment }: NearInPastProps): ReactNode {
  const { t } = useTranslation();
  const { timeline, now } = useFleet();
  const [opened] = useState(() => ({ at: toIso(timeline.getSnapshot().instant), present: now() }));
  const [at, setAt] = useState(opened.at);
  const [minutes, setMinutes] = useState(5);
  const [radius, setRadius] = useState(RADIUS);
  const instant = instantOf(at);
  useEffect(() => {
    if (map === null) return undefined;
    map.setOutline(circleAround(point.longitude, point.latitude, radius));
    return () => map.setOutline(null);
  }, [map, point, radius]);
  const answer = useAnswer(
    'findUnitsNear',
    instant === null
      ? null
      : {
          latitude: point.latitude,
          longitude: point.longitude,
          radius,
          at: toIso(instant),
          span: (minutes * MINUTE) / SECOND,
        },
  );
  return (
    <>
      <div className="mode-tools">
        <DateTimeField label={t('unitModes.place.near.time')} value={at} onChange={setAt} latest={opened.present} />
        <div className="place-figures">
          <NativeSelect
            label={t('unitModes.place.near.within')}
            showLabel
            value={String(minutes)}
            onChange={(chosen: string) => setMinutes(Number(chosen))}
            options={MINUTES.map((value) => ({
              value: String(value),
              label:
                value < HOUR_OF_MINUTES
                  ? t('unitModes.place.near.minutes', { count: value })
                  : t('unitModes.place.near.hours', { count: value / HOUR_OF_MINUTES }),
            }))}
          />
          <MetresField label={t('fields.radius')} bounds={SHAPE.radius} value={radius} onChange={setRadius} />
        </div>
      </div>
      <div className="mode-list" aria-busy={answer.loading}>
        <Answered answer={answer} waiting={<Skeleton height="120px" />}>
          {({ units }) => <NearUnits units={units} selected={selected} onMoment={onMoment} />}
        </Answered>
      </div>
    </>
  );
}

interface NearUnitsProps extends Pick<NearInPastProps, 'selected' | 'onMoment'> {
  readonly units: readonly NearUnit[];
}

function NearUnits({ units, selected, onMoment }: NearUnitsProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { byId } = useStore(useFleet().units);
  if (units.length === 0)
    return <EmptyState title={t('unitModes.place.near.emptyTitle')}>{t('unitModes.place.near.emptyLead')}</EmptyState>;
  return (
    <>
      <ol className="mode-lines" aria-label={t('unitModes.place.near.title')}>
        {units.slice(0, SHOWN).map((unit) => {
          const name = byId.get(unit.unit_id)?.name ?? String(unit.unit_id);
          const time = fromIso(unit.time);
          const { longitude, latitude } = unit;
          return (
            <li key={unit.unit_id} className="mode-line" data-chosen={selected.includes(unit.unit_id)}>
              <button
                type="button"
                className="mode-line-button"
                title={t('unitModes.place.near.show', { unit: name })}
                onClick={() => onMoment(unit.unit_id, time, { longitude, latitude })}>
                <span className="mode-line-head">
                  <strong>
                    <bdi>{name}</bdi>
                  </strong>
                  <time className="figures mode-line-measure" dateTime={unit.time}>
                    {formats.preciseTime(time)}
                  </time>
                </span>
                <span className="figures dim">
                  {t('unitModes.place.near.row', {
                    distance: formats.distance(unit.distance),
                    speed: formats.speed(unit.speed),
                  })}
                </span>
                {time - fromIso(unit.reported_at) > MINUTE && (
                  <span className="figures dim">
                    {t('unitModes.place.near.reported', { time: formats.preciseTime(fromIso(unit.reported_at)) })}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
      {units.length > SHOWN && <p className="mode-hint">{t('unitModes.place.near.shown', { count: SHOWN })}</p>}
    </>
  );
}
