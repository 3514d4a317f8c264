import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { SECOND, type Instant } from '../../../domain/base/index.ts';
import type { Place } from '../../../domain/unitEvent/index.ts';
import type { Visit } from '../../../domain/visit/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import { CloseIcon, DirectionIcon, EmptyState, IconButton, StatusMark } from '../../../ui/index.ts';
import { CopyButton } from '../../shared/CopyButton.tsx';
import { useFleet } from '../../shared/services/fleet.ts';
import { MOTION_LOOK } from '../../shared/unit/motionLook.ts';
import { useStore } from '../../shared/services/store.ts';
import { rowState } from '../list/unitRows.ts';
import { useAddresses } from '../modes/useAddresses.ts';
import { useFleetLook } from '../useFleetLook.ts';
import { NearInPast } from '../past/NearInPast.tsx';
import { PastOfPoint } from '../past/PastOfPoint.tsx';
import { nearestUnits, type NearPoint } from './nearest.ts';

export interface NearestPanelProps {
  readonly point: NearPoint;
  readonly map: FleetMap | null;
  readonly selected: readonly number[];
  readonly onSelect: (unitId: number) => void;
  readonly onVisit: (visit: Visit) => void;
  /** Brings timeline, selection and map to where a unit was at an instant. */
  readonly onMoment: (unitId: number, instant: Instant, place: Place) => void;
  readonly onClose: () => void;
}

/** Units in the ranking. */
const SHOWN = 20;
/** Units move: the ranking is rebuilt this often. */
const FRESH = 5 * SECOND;

/** About a point on the map: the units nearest to it, and who was there before. */
export function NearestPanel({
  point,
  map,
  selected,
  onSelect,
  onVisit,
  onMoment,
  onClose,
}: NearestPanelProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    if (map === null) return undefined;
    map.setSpots([{ id: 'point', longitude: point.longitude, latitude: point.latitude, look: 'point' }]);
    return () => {
      map.setSpots([]);
      map.setHover(null);
    };
  }, [map, point]);
  const addressOf = useAddresses([point]);
  const coordinates = formats.coordinates(point.latitude, point.longitude);
  const place = point.name || (addressOf(point) ?? coordinates);
  const label = t(isPast ? 'unitModes.place.near.title' : 'unitModes.nearest.label');
  return (
    <section className="mode-panel" aria-label={label}>
      <header className="mode-head">
        <h2>{label}</h2>
        <IconButton label={t('unitModes.nearest.close')} icon={<CloseIcon aria-hidden="true" />} onPress={onClose} />
      </header>
      <p className="mode-hint">
        {isPast ? <bdi>{place}</bdi> : t('unitModes.nearest.lead', { place })}{' '}
        <bdi dir="ltr" className="figures dim">
          {coordinates}
        </bdi>{' '}
        <CopyButton text={coordinates} />
      </p>
      <PastOfPoint {...{ point, selected, onVisit, isPast }} onPast={setPast} onLeave={onClose} />
      {isPast ? (
        <NearInPast map={map} point={point} selected={selected} onMoment={onMoment} />
      ) : (
        <Ranking point={point} map={map} selected={selected} onSelect={onSelect} />
      )}
    </section>
  );
}

/** Units by their distance to a point, as they are drawn at the shown instant. */
function Ranking({
  point,
  map,
  selected,
  onSelect,
}: Pick<NearestPanelProps, 'point' | 'map' | 'selected' | 'onSelect'>): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { fleet, units, timeline } = useFleet();
  const { byId } = useStore(units);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setRound((count) => count + 1), FRESH);
    return () => clearInterval(timer);
  }, []);
  const look = useFleetLook(round);
  const ranked = useMemo(
    () => nearestUnits(look.fleet, byId.keys(), point, look.instant(), SHOWN),
    [look, byId, point],
  );
  const { instant } = timeline.getSnapshot();
  return (
    <div className="mode-list">
      {ranked.length === 0 ? (
        <EmptyState title={t('unitModes.nearest.emptyTitle')}>{t('unitModes.nearest.emptyLead')}</EmptyState>
      ) : (
        <ol className="mode-lines nearest">
          {ranked.map(({ unitId, distance, direction }) => (
            <li key={unitId} className="mode-line" data-chosen={selected.includes(unitId)}>
              <button
                type="button"
                className="mode-line-button nearest-unit"
                onClick={() => onSelect(unitId)}
                onPointerEnter={() => map?.setHover(unitId)}
                onPointerLeave={() => map?.setHover(null)}
                onFocus={() => map?.setHover(unitId)}
                onBlur={() => map?.setHover(null)}>
                <StatusMark {...MOTION_LOOK[rowState(fleet, fleet.slotOf(unitId), instant)]} />
                <bdi className="unit-name">{byId.get(unitId)?.name ?? unitId}</bdi>
                <span className="figures nearest-way">
                  <DirectionIcon
                    aria-hidden="true"
                    className="nearest-arrow"
                    style={{ rotate: `${Math.round(direction) - 45}deg` }}
                  />
                  {t('unitModes.nearest.row', {
                    distance: formats.distance(distance),
                    direction: formats.course(direction),
                  })}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
      <p className="mode-hint">{t('unitModes.nearest.hint')}</p>
    </div>
  );
}
