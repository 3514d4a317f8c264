import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { DAY } from '../../../domain/base/index.ts';
import { geofences } from '../../../domain/geofence/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import { Banner, IconButton, ListIcon } from '../../../ui/index.ts';
import { FileDrop } from '../../shared/fileDrop/FileDrop.tsx';
import { isAreaFile, useAreaFiles } from '../../shared/geofences/import/useAreaFile.tsx';
import { useFleet } from '../../shared/services/fleet.ts';
import { useSession } from '../../shared/services/session.ts';
import { useStore, useStorePart } from '../../shared/services/store.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import { GoneUnit, UnitDetail } from '../detail/UnitDetail.tsx';
import { firstOf, useLastKnown, type LastKnown } from '../detail/useLastKnown.ts';
import { modeOfPath } from '../../shared/unit/unitModes.ts';
import { ShareDialogHost } from '../../shared/share/ShareDialogHost.tsx';
import { MOST_LANES, Timeline, type Ghost } from '../timeline/index.ts';
import '../units.css';
import type { Camera } from '../../shared/unit/viewState.ts';
import { Beside } from './Beside.tsx';
import { ComparePanel } from './ComparePanel.tsx';
import { FileLeftOutBanner, FileProblemBanner, Panes } from './MapFrame.tsx';
import { MapPane } from './MapPane.tsx';
import { SidePanel, type SidePanelProps } from './SidePanel.tsx';
import { useFirstFit, usePlace } from './useFirstFit.ts';
import { useFoundTarget, useFoundUnit } from './useFoundTarget.ts';
import { useHistoryExport } from './useHistoryExport.ts';
import { InZone, useUnitZone } from './InZone.tsx';
import { useListPanel, type ListPanel } from './useListPanel.ts';
import { useMapChoices, type MapChoices } from './useMapChoices.ts';
import { useMapFilter, type MapFilter } from './useMapFilter.ts';
import { useMapShortcuts } from './useMapShortcuts.ts';
import { useMapView, type MapView } from './useMapView.ts';
import { useColoured, useSeriesColours } from './useSeriesColours.ts';
import { useNarrow } from './useNarrow.ts';
import { AlarmsOnMap } from '../alarms/AlarmsOnMap.ts';
import { useRunOnMap } from '../run/useRunOnMap.ts';
import { useShownFile } from './useShownFile.ts';
import { useTrackColours } from './tools/useTrackColours.tsx';
import { useUnitNames } from './useUnitNames.ts';
import { useTripTracks } from './useTripTracks.ts';
import { useAddress, useLinkedTimeline, useLinkedView } from './useViewState.ts';

/**
 * The fleet on the map, live and at any instant, in all modes: a panel at the start, map, card at the end, time below.
 */
export default function UnitMapScreen(): ReactNode {
  const services = useFleet();
  const mayReplay = useSession().can({ resource: 'units', action: 'sh' });
  const fileName = useStorePart(services.playback, (playback) => playback.fileName);
  const mode = modeOfPath(useScreenPath().path);
  const narrow = useNarrow();
  const linked = useLinkedView();
  useLinkedTimeline(linked, mayReplay);

  const [map, setMap] = useState<FleetMap | null>(null);
  const view = useMapView(linked.units, map, mayReplay);
  const { selected, shownTrip } = view;
  const [camera, setCamera] = useState<Camera | null>(linked.camera);
  const panel = useListPanel(view, mode, narrow);
  const filter = useMapFilter(linked.filter);
  const choices = useMapChoices(linked, selected, filter);
  const { trails, refused, labels, setLabels } = choices;
  useAddress({ ...choices.linked, units: selected, camera, filter: filter.values });
  const series = useSeriesColours(selected);
  const wanted = (trails !== 'off' || refused || shownTrip !== null) && mayReplay && fileName === null;
  const tracks = useTripTracks({ map, shownTrip, selected, wanted });
  const painted = useTrackColours(useColoured(tracks, series));
  const file = useShownFile(map);
  const isPlaced = usePlace(camera !== null);
  const found = useFoundUnit();
  useFirstFit(map, found === null ? linked.units : [found], camera === null);
  useFoundTarget({ map, show: view.show, rank: view.rank });

  const fitAll = useCallback(() => void map?.fit([...services.units.getSnapshot().byId.keys()]), [map, services]);
  const nameOf = useUnitNames();
  const looked = useLastKnown(
    selected,
    useStorePart(services.units, ({ byId }) => firstOf(selected, byId)),
  );
  const firstSelected = looked?.isThere === true ? looked.unit.unit_id : null;
  useMapShortcuts({
    mayReplay,
    map,
    view,
    firstSelected,
    search: panel.search,
    fit: fitAll,
    labels: () => setLabels((before) => !before),
  });

  const middle = (
    <MapPane
      map={map}
      isPlaced={isPlaced}
      view={view}
      camera={camera}
      onCamera={setCamera}
      onReady={setMap}
      labels={labels}
      onLabels={setLabels}
      trails={file !== null || (shownTrip !== null && trails === 'off') ? 'selected' : trails}
      series={series}
      tracks={tracks}
      lines={file?.tracks ?? painted.lines}
      legend={painted.legend}
      refused={refused}
      nameOf={nameOf}
      onFit={fitAll}
      listButton={<ListButton panel={panel} />}
      isPaired={choices.beside !== null}
    />
  );
  const unitZone = useUnitZone(firstSelected);
  const showRun = useRunOnMap(map, selected.length === 1 ? firstSelected : null);
  return (
    <InZone zone={unitZone}>
      <AlarmsOnMap map={map} />
      <MapPage mayReplay={mayReplay}>
        <Panes
          narrow={narrow}
          list={panel.isOpen ? <ScreenPanel {...{ mode, map, view, filter, panel, narrow, mayReplay }} /> : null}
          middle={
            <div className="map-pair">
              {choices.beside !== null && map !== null && mayReplay && (
                <Beside instant={choices.beside} {...{ map, view, series, choices, filter, nameOf }} />
              )}
              {middle}
            </div>
          }
          detail={looked === null ? null : <Selected looked={looked} view={view} series={series} onShowRun={showRun} />}
        />
        {mayReplay && <MapTimeline {...{ map, filter, series, unitZone, view, choices, nameOf }} />}
      </MapPage>
    </InZone>
  );
}

/**
 * What lies around the panes: the heading, recorded files dropped anywhere, and what is wrong with the one that is
 * open.
 */
function MapPage({ mayReplay, children }: { mayReplay: boolean; children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const services = useFleet();
  const { fileName, fileProblem, fileLeftOut } = useStore(services.playback);
  const isStill = useStore(services.shownFile)?.isStill === true;
  const mayAdd = useSession().can(geofences.needs.add);
  const areas = useAreaFiles();
  return (
    <FileDrop
      className="map-screen"
      lead={t('fileDrop.lead')}
      enabled={mayReplay || mayAdd}
      onFile={(file) => {
        if (mayAdd && isAreaFile(file)) void areas.open(file);
        else if (mayReplay) services.openFile(file);
      }}>
      {areas.view}
      <h1 className="visually-hidden">{t('menu.unitMap')}</h1>
      {fileProblem !== null && (
        <FileProblemBanner
          problem={fileProblem}
          onClose={() => services.sendPlayback({ type: 'playback.problemDismissed' })}
        />
      )}
      {fileName !== null && isStill && <Banner tone="info">{t('timeline.file.still', { name: fileName })}</Banner>}
      {fileName !== null && <FileLeftOutBanner name={fileName} leftOut={fileLeftOut} />}
      <ShareDialogHost>{children}</ShareDialogHost>
    </FileDrop>
  );
}

/** Opens and closes the panel beside the map. */
function ListButton({ panel }: { panel: ListPanel }): ReactNode {
  const { t } = useTranslation();
  return (
    <IconButton
      className="map-tool"
      label={t(panel.isOpen ? 'units.list.closeList' : 'units.list.openList')}
      icon={<ListIcon />}
      pressed={panel.isOpen}
      onPress={panel.toggle}
    />
  );
}

interface ScreenPanelProps extends Pick<SidePanelProps, 'mode' | 'map' | 'filter'> {
  view: MapView;
  panel: ListPanel;
  narrow: boolean;
  mayReplay: boolean;
}

/** The panel beside the map; on a phone, what is chosen in it closes it, so that the map shows it. */
function ScreenPanel({ mode, map, view, filter, panel, narrow, mayReplay }: ScreenPanelProps): ReactNode {
  const { closeIfNarrow } = panel;
  return (
    <SidePanel
      mode={mode}
      map={map}
      filter={filter}
      selected={view.selected}
      onSelect={view.choose}
      onShow={(unitId) => {
        view.show(unitId);
        closeIfNarrow();
      }}
      searchRef={panel.searchRef}
      visible={mayReplay ? view.visible : null}
      shownTrip={view.shownTrip}
      onShowTrip={(shownTrip) => {
        view.showTrip(shownTrip);
        if (shownTrip !== null) closeIfNarrow();
      }}
      onSeek={(instant, place) => {
        view.seek(instant, place);
        closeIfNarrow();
      }}
      onVisit={(visit) => {
        view.playVisit(visit);
        closeIfNarrow();
      }}
      visitScope={view.visitScope}
      onMoment={(unitId, instant, place) => {
        view.select([unitId]);
        view.seek(instant, place);
        closeIfNarrow();
      }}
      near={view.near}
      onNear={view.rank}
      onClose={narrow ? closeIfNarrow : null}
    />
  );
}

interface SelectedProps extends Pick<CardProps, 'onShowRun'> {
  looked: LastKnown;
  view: MapView;
  series: ReadonlyMap<number, number>;
}

/** The card of the selected unit; of several how they compare, and the card of the one that is asked for. */
function Selected({ looked, view, series, onShowRun }: SelectedProps): ReactNode {
  const [opened, setOpened] = useState<number | null>(null);
  const { selected } = view;
  const isOne = selected.length < 2;
  const back = isOne ? null : () => setOpened(null);
  if (isOne || !looked.isThere) return <SelectedUnit looked={looked} view={view} onBack={null} onShowRun={onShowRun} />;
  if (opened !== null && selected.includes(opened))
    return <OpenedUnit unitId={opened} view={view} onBack={back} onShowRun={null} />;
  return (
    <ComparePanel
      unitIds={selected}
      series={series}
      onOpen={setOpened}
      onRemove={(unitId) => view.select(selected.filter((each) => each !== unitId))}
      onClose={() => view.select([])}
    />
  );
}

interface CardProps {
  view: MapView;
  /** Back to the comparison; null without one. */
  onBack: (() => void) | null;
  /** Brings the route of its run into sight; null: the map draws none. */
  onShowRun: (() => void) | null;
}

/** The card of the selected unit, or that it is gone. */
function SelectedUnit({ looked: { unit, isThere }, view, ...card }: CardProps & { looked: LastKnown }): ReactNode {
  if (!isThere) return <GoneUnit unit={unit} onClose={() => view.select([])} />;
  return <OpenedUnit unitId={unit.unit_id} view={view} {...card} />;
}

function OpenedUnit({ unitId, view, onBack, onShowRun }: CardProps & { unitId: number }): ReactNode {
  const close = (): void => view.select([]);
  return (
    <UnitDetail
      unitId={unitId}
      following={view.followed.includes(unitId)}
      onFollow={(on) => view.follow(on ? [unitId] : [])}
      onShowRun={onShowRun}
      onBack={onBack}
      onClose={close}
    />
  );
}

interface MapTimelineProps {
  /** The time zone of the first selected unit. */
  unitZone: string | null;
  map: FleetMap | null;
  filter: MapFilter;
  series: ReadonlyMap<number, number>;
  view: MapView;
  choices: MapChoices;
  nameOf: (unitId: number) => string | null;
}

/** Time below the map, over the fleet's clock and recordings. */
function MapTimeline({ map, filter, series, unitZone, view, choices, nameOf }: MapTimelineProps): ReactNode {
  const services = useFleet();
  const playback = useStore(services.playback);
  const exporter = useHistoryExport(view.selected.length > 0 ? view.selected : filter.unitIds, nameOf);
  const isFile = playback.fileName !== null;
  const ghosts = useCallback(
    (places: readonly Ghost[]) =>
      map?.setGhosts(places.map(({ unitId, ...place }) => ({ id: String(unitId), look: 'point', ...place }))),
    [map],
  );
  const chartUnits = useMemo(
    () =>
      isFile
        ? []
        : view.selected
            .filter((unitId) => nameOf(unitId) !== null)
            .slice(0, MOST_LANES)
            .map((unitId) => ({ unitId, name: nameOf(unitId) ?? '', series: series.get(unitId) ?? null })),
    [isFile, view.selected, nameOf, series],
  );
  const laneUnits = useMemo(
    () =>
      isFile
        ? []
        : view.selected
            .slice(0, MOST_LANES)
            .map((id) => ({ unitId: id, name: nameOf(id) ?? '', series: series.get(id) ?? null })),
    [isFile, view.selected, nameOf, series],
  );
  return (
    <Timeline
      playback={playback}
      send={services.sendPlayback}
      timeline={services.timeline}
      span={services.span}
      presence={services.presence}
      laneUnits={laneUnits}
      unitZone={unitZone}
      chartUnits={chartUnits}
      charts={choices.charts}
      onCharts={choices.setCharts}
      onGhosts={ghosts}
      track={services.track}
      now={services.now}
      trails={choices.trails}
      onTrails={choices.setTrails}
      refused={choices.refused}
      onRefused={choices.setRefused}
      units={choices.shown}
      onUnits={choices.setShown}
      selectedCount={view.selected.length}
      isBeside={choices.beside !== null}
      onBeside={(on) => choices.setBeside(on ? services.timeline.getSnapshot().instant - DAY : null)}
      onFile={services.openFile}
      exporter={exporter}
      wanted={view.wanted}
      onVisible={view.setVisible}
    />
  );
}
