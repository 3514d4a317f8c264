import type { ReactNode, Ref } from 'react';
import type { Instant, Interval } from '../../../domain/base/index.ts';
import type { Place } from '../../../domain/unitEvent/index.ts';
import type { Visit } from '../../../domain/visit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import { Button, EmptyState, IconButton, MapIcon } from '../../../ui/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useStorePart } from '../../shared/services/store.ts';
import { firstOf } from '../detail/useLastKnown.ts';
import { ActivityPanel } from '../modes/ActivityPanel.tsx';
import { EventsPanel } from '../modes/EventsPanel.tsx';
import { ModeBar } from '../modes/ModeBar.tsx';
import { PickUnit } from '../modes/ModeFrame.tsx';
import type { UnitMode } from '../../shared/unit/unitModes.ts';
import { ServicesPanel } from '../modes/ServicesPanel.tsx';
import { TripsPanel } from '../modes/TripsPanel.tsx';
import { useModeInterval } from '../modes/useModeInterval.ts';
import { VideosPanel } from '../modes/VideosPanel.tsx';
import type { ShownTrip } from '../modes/shownTrip.ts';
import { PlacePanel } from '../past/PlacePanel.tsx';
import '../modes/modes.css';
import { FilterNote } from './FilterNote.tsx';
import { NearestPanel } from './NearestPanel.tsx';
import type { NearPoint } from './nearest.ts';
import type { MapFilter } from './useMapFilter.ts';
import { UnitPanel } from './UnitPanel.tsx';

export interface SidePanelProps {
  readonly mode: UnitMode;
  readonly map: FleetMap | null;
  readonly filter: MapFilter;
  readonly selected: readonly number[];
  readonly onSelect: (unitIds: readonly number[]) => void;
  /** Selects a unit and brings it into sight. */
  readonly onShow: (unitId: number) => void;
  readonly searchRef: Ref<HTMLInputElement>;
  /** What the timeline shows; null without one. */
  readonly visible: Interval | null;
  readonly shownTrip: ShownTrip | null;
  readonly onShowTrip: (shownTrip: ShownTrip | null) => void;
  readonly onSeek: (instant: Instant, place: Place | null) => void;
  readonly onVisit: (visit: Visit) => void;
  /** What was selected before a visit was played; null: none is shown. */
  readonly visitScope: readonly number[] | null;
  /** Brings timeline, selection and map to where a unit was at an instant. */
  readonly onMoment: (unitId: number, instant: Instant, place: Place) => void;
  readonly near: NearPoint | null;
  readonly onNear: (near: NearPoint | null) => void;
  /** Where the panel lies over the map: closes it. */
  readonly onClose: (() => void) | null;
}

/** Beside the map: what the mode lists, or the units nearest to a point that was asked about. */
export function SidePanel(props: SidePanelProps): ReactNode {
  const { t } = useTranslation();
  const { mode, map, selected, near } = props;
  return (
    <div className="side-panel">
      <div className="side-head">
        <ModeBar mode={mode} />
        {props.onClose !== null && (
          <IconButton
            className="side-close"
            label={t('units.list.closeList')}
            icon={<MapIcon aria-hidden="true" />}
            onPress={props.onClose}
          />
        )}
      </div>
      {near === null && <FilterNote filter={props.filter} />}
      {near !== null ? (
        <NearestPanel
          point={near}
          map={map}
          selected={selected}
          onSelect={props.onShow}
          onVisit={props.onVisit}
          onMoment={props.onMoment}
          onClose={() => props.onNear(null)}
        />
      ) : mode === 'map' || mode === 'history' ? (
        <UnitPanel
          searchRef={props.searchRef}
          filter={props.filter}
          selected={selected}
          onSelect={props.onSelect}
          onOpen={props.onShow}
          opensAtOnce={props.onClose !== null}
        />
      ) : (
        <section className="mode-panel" aria-label={t(`unitModes.mode.${mode}`)}>
          <header className="mode-head">
            <h2>{t(`unitModes.mode.${mode}`)}</h2>
          </header>
          {mode === 'trips' || mode === 'events' || mode === 'place' ? (
            <IntervalMode {...props} mode={mode} />
          ) : (
            <UnitOfMode {...props} mode={mode} />
          )}
        </section>
      )}
    </div>
  );
}

/** Modes about units in an interval. */
function IntervalMode({
  mode,
  map,
  filter,
  selected,
  onSelect,
  visible,
  shownTrip,
  onShowTrip,
  onSeek,
  onVisit,
  visitScope,
}: SidePanelProps & { mode: 'trips' | 'events' | 'place' }): ReactNode {
  const interval = useModeInterval(visible);
  const { t } = useTranslation();
  const chosen = (mode === 'place' ? visitScope : shownTrip?.scope) ?? selected;
  const isFiltered = chosen.length === 0 && filter.unitIds !== null;
  const scope = {
    unitIds: isFiltered ? (filter.unitIds ?? []) : chosen,
    chosen,
    isFiltered,
    clear: () => onSelect([]),
  };
  // No unit in a question means all units.
  if (isFiltered && scope.unitIds.length === 0)
    return <EmptyState title={t('units.list.noMatchTitle')}>{t('units.list.noMatchLead')}</EmptyState>;
  if (mode === 'place') return <PlacePanel scope={scope} map={map} onVisit={onVisit} />;
  if (mode === 'trips')
    return <TripsPanel scope={scope} interval={interval} map={map} shownTrip={shownTrip} onShowTrip={onShowTrip} />;
  return <EventsPanel scope={scope} interval={interval} map={map} onSeek={onSeek} />;
}

/** Modes about one unit: without one, the list to choose it from. */
function UnitOfMode({
  mode,
  filter,
  selected,
  onSelect,
  onShow,
  searchRef,
}: SidePanelProps & { mode: 'services' | 'videos' | 'activity' }): ReactNode {
  const { t } = useTranslation();
  const unit = useStorePart(useFleet().units, ({ byId }) => firstOf(selected, byId));
  if (unit === null) {
    return (
      <>
        <PickUnit>{t(`unitModes.${mode}.pick`)}</PickUnit>
        <UnitPanel searchRef={searchRef} filter={filter} selected={selected} onSelect={onSelect} onOpen={onShow} />
      </>
    );
  }
  return (
    <>
      <div className="mode-tools">
        <div className="mode-tools-row">
          <strong className="mode-unit">
            <bdi>{unit.name}</bdi>
          </strong>
          <Button size="compact" variant="quiet" onPress={() => onSelect([])}>
            {t('unitModes.scope.another')}
          </Button>
        </div>
      </div>
      {mode === 'services' && <ServicesPanel key={unit.unit_id} unitId={unit.unit_id} />}
      {mode === 'videos' && <VideosPanel key={unit.unit_id} unitId={unit.unit_id} unitName={unit.name} />}
      {mode === 'activity' && <ActivityPanel key={unit.unit_id} unitId={unit.unit_id} />}
    </>
  );
}
