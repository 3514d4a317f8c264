import { useMemo, useState, type ReactNode } from 'react';
import { fromIso, SECOND } from '../../../domain/base/index.ts';
import type { Visit } from '../../../domain/visit/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, Checkbox, NativeSelect } from '../../../ui/index.ts';
import { ListExport } from '../../shared/list/ListExport.tsx';
import { useFleet } from '../../shared/services/fleet.ts';
import { useStore } from '../../shared/services/store.ts';
import { orderVisits, VISIT_ORDERS, visitKey, visitsByUnit, type VisitOrder } from './visitLines.ts';

/** Lines shown at once; more on request. */
const PAGE = 80;

interface VisitListProps {
  readonly visits: readonly Visit[];
  readonly onVisit: (visit: Visit) => void;
}

/** What was found, by unit or one after the other, in an order, and as a file. */
export function VisitList({ visits, onVisit }: VisitListProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { byId } = useStore(useFleet().units);
  const [order, setOrder] = useState<VisitOrder>('newest');
  const [isGrouped, setGrouped] = useState(false);
  const [shown, setShown] = useState(PAGE);
  const [chosen, setChosen] = useState<string | null>(null);
  const ordered = useMemo(() => orderVisits(visits, order), [visits, order]);
  const groups = useMemo(() => (isGrouped ? visitsByUnit(ordered) : null), [ordered, isGrouped]);
  const nameOf = (unitId: number): string => byId.get(unitId)?.name ?? String(unitId);
  const press = (visit: Visit): void => {
    setChosen(visitKey(visit));
    onVisit(visit);
  };
  const line = (visit: Visit, name: string | null) => (
    <VisitLine key={visitKey(visit)} visit={visit} name={name} isChosen={chosen === visitKey(visit)} onPress={press} />
  );
  const length = groups?.length ?? ordered.length;
  return (
    <>
      <div className="place-list-tools">
        <NativeSelect
          label={t('unitModes.place.order')}
          value={order}
          onChange={setOrder}
          options={VISIT_ORDERS.map((value) => ({ value, label: t(`unitModes.place.orders.${value}`) }))}
        />
        <Checkbox selected={isGrouped} onChange={setGrouped}>
          {t('unitModes.place.byUnit')}
        </Checkbox>
        <VisitExport visits={ordered} nameOf={nameOf} />
      </div>
      {groups === null ? (
        <ul className="mode-lines" aria-label={t('unitModes.place.visits')}>
          {ordered.slice(0, shown).map((visit) => line(visit, nameOf(visit.unit_id)))}
        </ul>
      ) : (
        groups.slice(0, shown).map(({ unitId, visits: own, duration, fastest }) => (
          <section key={unitId} aria-label={nameOf(unitId)}>
            <h3 className="mode-day-head">
              <bdi>{nameOf(unitId)}</bdi>
              <span className="dim figures">
                {t('unitModes.place.unitSummary', {
                  count: own.length,
                  duration: formats.duration(duration * SECOND),
                  speed: formats.speed(fastest),
                })}
              </span>
            </h3>
            <ul className="mode-lines">{own.slice(0, PAGE).map((visit) => line(visit, null))}</ul>
          </section>
        ))
      )}
      {length > shown && (
        <Button variant="quiet" wide onPress={() => setShown(shown + PAGE)}>
          {t('unitModes.more')}
        </Button>
      )}
    </>
  );
}

interface VisitLineProps {
  readonly visit: Visit;
  /** Null where the heading names the unit. */
  readonly name: string | null;
  readonly isChosen: boolean;
  readonly onPress: (visit: Visit) => void;
}

/** Who, when, for how long and how fast; a press plays it. */
function VisitLine({ visit, name, isChosen, onPress }: VisitLineProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const entered = fromIso(visit.entered_at);
  const began = visit.entered_before
    ? t('unitModes.place.since', { time: formats.dateTime(entered) })
    : formats.dateTime(entered);
  const ended = visit.left_at === null ? t('unitModes.place.still') : formats.dateTime(fromIso(visit.left_at));
  return (
    <li className="mode-line" data-chosen={isChosen}>
      <button
        type="button"
        className="mode-line-button"
        aria-pressed={isChosen}
        title={t('unitModes.place.play')}
        onClick={() => onPress(visit)}>
        <span className="mode-line-head">
          {name !== null && <strong>{<bdi>{name}</bdi>}</strong>}
          <span className="figures place-length">{formats.duration(visit.duration * SECOND)}</span>
        </span>
        <span className="figures dim">
          <time dateTime={visit.entered_at}>{began}</time>
          {' – '}
          {ended}
        </span>
        <span className="figures dim">
          {t('unitModes.place.figures', {
            maximum: formats.speed(visit.max_speed),
            mean: formats.speed(visit.mean_speed),
            distance: formats.distance(visit.distance),
          })}
        </span>
      </button>
    </li>
  );
}

/** What was found as CSV, in the order of the list. */
function VisitExport({ visits, nameOf }: { visits: readonly Visit[]; nameOf: (unitId: number) => string }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const time = (iso: string | null): string => (iso === null ? '' : formats.preciseTime(fromIso(iso)));
  const columns: readonly (readonly [header: string, text: (visit: Visit) => string])[] = [
    ['unit', ({ unit_id }) => nameOf(unit_id)],
    ['entered', ({ entered_at }) => time(entered_at)],
    ['left', ({ left_at }) => time(left_at)],
    ['seconds', ({ duration }) => duration.toFixed(1)],
    ['metres', ({ distance }) => distance.toFixed(0)],
    ['maximumSpeed', ({ max_speed }) => max_speed.toFixed(1)],
    ['meanSpeed', ({ mean_speed }) => mean_speed.toFixed(1)],
    ['longestGap', ({ longest_gap }) => longest_gap.toFixed(0)],
    ['fixes', ({ fixes }) => fixes.toFixed(0)],
  ];
  return (
    <ListExport<Visit>
      id="visits"
      columns={columns.map(([header, text]) => ({ header: t(`unitModes.place.columns.${header}`), text }))}
      rows={async () => ({ rows: visits, total: visits.length })}
    />
  );
}
