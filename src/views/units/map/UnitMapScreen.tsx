import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import { IconButton, ListIcon } from '../../../ui/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useSession } from '../../shared/services/session.ts';
import { useStore } from '../../shared/services/store.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import { GoneUnit, UnitDetail } from '../detail/UnitDetail.tsx';
import { useLastKnown } from '../detail/useLastKnown.ts';
import { modeOfPath } from '../../shared/unit/unitModes.ts';
import { Timeline } from '../timeline/index.ts';
import '../units.css';
import type { Camera } from '../../shared/unit/viewState.ts';
import { FileDrop, FileLeftOutBanner, FileProblemBanner, Panes } from './MapFrame.tsx';
import { MapPane } from './MapPane.tsx';
import { SidePanel } from './SidePanel.tsx';
import { useFirstFit, usePlace } from './useFirstFit.ts';
import { useFoundTarget } from './useFoundTarget.ts';
import { useHistoryExport } from './useHistoryExport.ts';
import { useTrails } from './useMapChoices.ts';
import { useMapShortcuts } from './useMapShortcuts.ts';
import { useMapView } from './useMapView.ts';
import { useNarrow } from './useNarrow.ts';
import { useWay } from './useWay.ts';
import { useAddress, useLinkedTimeline, useLinkedView } from './useViewState.ts';

/** The fleet on the map, live and at any instant, in all modes: a panel at the start, map, card at the end, time below. */
export default function UnitMapScreen(): ReactNode {
  const { t } = useTranslation();
  const services = useFleet();
  const { info } = useNotify();
  const mayReplay = useSession().can({ resource: 'units', action: 'sh' });
  const playback = useStore(services.playback);
  const { byId } = useStore(services.units);
  const { path } = useScreenPath();
  const narrow = useNarrow();
  const linked = useLinkedView();
  useLinkedTimeline(linked, mayReplay);

  const [map, setMap] = useState<FleetMap | null>(null);
  const view = useMapView(linked.units, map, mayReplay);
  const { selected, followed } = view;
  const [camera, setCamera] = useState<Camera | null>(linked.camera);
  // On a phone the map comes first, unless the mode is about what the list says.
  const [listOpen, setListOpen] = useState(!narrow || !['map', 'history'].includes(modeOfPath(path)));
  const { trails, setTrails, asked } = useTrails(linked.trails);
  const [refused, setRefused] = useState(linked.refused);
  const [labels, setLabels] = useState(true);
  const [shown, setShown] = useState<'all' | 'selected'>('all');
  const search = useRef<HTMLInputElement>(null);
  useAddress({ units: selected, camera, trails: asked, refused });
  const tracks = useWay({
    map,
    way: view.way,
    selected,
    wanted: (trails !== 'off' || refused || view.way !== null) && mayReplay && playback.fileName === null,
  });
  useEffect(
    () => services.showOnly(shown === 'selected' && selected.length > 0 ? selected : null),
    [services, shown, selected],
  );
  const isPlaced = usePlace(camera !== null);
  useFirstFit(map, linked.units, camera === null);
  useFoundTarget({ map, show: view.show, rank: view.rank });

  const fitAll = useCallback(() => void map?.fit([...byId.keys()]), [map, byId]);
  const nameOf = useCallback((unitId: number) => byId.get(unitId)?.name ?? null, [byId]);
  const exporter = useHistoryExport(selected, nameOf);
  const looked = useLastKnown(selected, byId);
  const firstSelected = looked?.isThere === true ? looked.unit.unit_id : null;
  const follow = (on: boolean): void => view.follow(on ? selected.filter((unitId) => byId.has(unitId)) : []);
  const spread = (): void => {
    const stack = firstSelected === null ? null : (map?.stackOf(firstSelected) ?? null);
    if (stack === null) info(t('unitModes.stack.none'));
    else view.spread(stack);
  };
  const rankHere = (): void => {
    const middle = map?.camera();
    if (middle) view.rank({ latitude: middle.latitude, longitude: middle.longitude, name: '' });
  };
  useMapShortcuts({
    mayReplay,
    send: services.sendPlayback,
    search: () => {
      setListOpen(true);
      search.current?.focus();
    },
    follow: () => follow(followed.length === 0),
    fit: fitAll,
    labels: () => setLabels((before) => !before),
    clear: () => (view.near === null ? view.select([]) : view.rank(null)),
    spread,
    nearest: rankHere,
  });

  const isListOpen = listOpen || view.near !== null;
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
      trails={view.way !== null && trails === 'off' ? 'selected' : trails}
      tracks={tracks}
      refused={refused}
      nameOf={nameOf}
      onFit={fitAll}
      listButton={
        <IconButton
          className="map-tool"
          label={t(isListOpen ? 'units.list.closeList' : 'units.list.openList')}
          icon={<ListIcon />}
          pressed={isListOpen}
          onPress={() => {
            setListOpen(!isListOpen);
            view.rank(null);
          }}
        />
      }
    />
  );
  const close = (): void => {
    if (narrow) {
      setListOpen(false);
      view.rank(null);
    }
  };
  const list = (
    <SidePanel
      mode={modeOfPath(path)}
      map={map}
      selected={selected}
      onSelect={view.select}
      onShow={(unitId) => {
        view.show(unitId);
        close();
      }}
      searchRef={search}
      visible={mayReplay ? view.visible : null}
      way={view.way}
      onWay={(way) => {
        view.showWay(way);
        if (way !== null) close();
      }}
      onSeek={(instant, place) => {
        view.seek(instant, place);
        close();
      }}
      near={view.near}
      onNear={view.rank}
      onClose={narrow ? close : null}
    />
  );
  const detail =
    looked?.isThere === false ? (
      <GoneUnit unit={looked.unit} onClose={() => view.select([])} />
    ) : firstSelected === null ? null : (
      <UnitDetail
        unitId={firstSelected}
        following={followed.includes(firstSelected)}
        onFollow={(on) => view.follow(on ? [firstSelected] : [])}
        onClose={() => view.select([])}
      />
    );
  const chartUnit =
    firstSelected === null || playback.fileName !== null
      ? null
      : { unitId: firstSelected, name: byId.get(firstSelected)?.name ?? '' };
  return (
    <FileDrop enabled={mayReplay} onFile={services.openFile}>
      <h1 className="visually-hidden">{t('menu.unitMap')}</h1>
      {playback.fileProblem !== null && (
        <FileProblemBanner
          problem={playback.fileProblem}
          onClose={() => services.sendPlayback({ type: 'playback.problemDismissed' })}
        />
      )}
      {playback.fileName !== null && <FileLeftOutBanner name={playback.fileName} leftOut={playback.fileLeftOut} />}
      <Panes narrow={narrow} list={isListOpen ? list : null} middle={middle} detail={detail} />
      {mayReplay && (
        <Timeline
          playback={playback}
          send={services.sendPlayback}
          timeline={services.timeline}
          span={services.span}
          presence={services.presence}
          chartUnit={chartUnit}
          track={services.track}
          now={services.now}
          trails={trails}
          onTrails={setTrails}
          refused={refused}
          onRefused={setRefused}
          units={shown}
          onUnits={setShown}
          selectedCount={selected.length}
          onFile={services.openFile}
          exporter={exporter}
          wanted={view.wanted}
          onVisible={view.setVisible}
        />
      )}
    </FileDrop>
  );
}
