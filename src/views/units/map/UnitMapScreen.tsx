import { useCallback, useEffect, useMemo, useRef, useState, type DragEvent, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { FleetMapView, defaultBaseLayer, type BaseLayerId, type FleetMap, type MapCamera } from '../../../map/index.ts';
import { Banner, Button, EmptyState, IconButton, ListIcon, SplitPane } from '../../../ui/index.ts';
import type { FileProblem } from '../../../machines/playback/index.ts';
import { themeColors } from '../../../ui/tokens/index.ts';
import { useFleet } from '../../shared/fleet.ts';
import { usePreferences } from '../../shared/preferences.ts';
import { useSession } from '../../shared/session.ts';
import { useStore } from '../../shared/store.ts';
import { UnitDetail } from '../detail/UnitDetail.tsx';
import { Timeline } from '../timeline/index.ts';
import '../units.css';
import type { Camera } from '../viewState.ts';
import { Hover, type HoverState } from './Hover.tsx';
import { MapTools } from './MapTools.tsx';
import { UnitPanel } from './UnitPanel.tsx';
import { useDensity, useTrails } from './useMapChoices.ts';
import { useMapShortcuts } from './useMapShortcuts.ts';
import { useMapTexts } from './useMapTexts.ts';
import { useNarrow } from './useNarrow.ts';
import { useTracks } from './useTracks.ts';
import { useAddress, useLinkedTimeline, useLinkedView } from './useViewState.ts';

const WORLD: MapCamera = { longitude: 45, latitude: 42, zoom: 2.6 };
const NOBODY: readonly number[] = [];
const DEFAULT_PANEL = 336;

/** The fleet on the map, live and at any instant: list at the start, map, details at the end, time below. */
export default function UnitMapScreen(): ReactNode {
  const { t, i18n } = useTranslation();
  const services = useFleet();
  const { appearance } = usePreferences();
  const mayReplay = useSession().can({ resource: 'units', action: 'sh' });
  const mapServices = useStore(services.mapServices);
  const playback = useStore(services.playback);
  const { byId } = useStore(services.units);
  const narrow = useNarrow();
  const linked = useLinkedView();
  useLinkedTimeline(linked, mayReplay);

  const [selected, setSelected] = useState<readonly number[]>(linked.units);
  const [followed, setFollowed] = useState<number | null>(null);
  const [camera, setCamera] = useState<Camera | null>(linked.camera);
  const [listOpen, setListOpen] = useState(!narrow);
  const { trails, setTrails, asked } = useTrails(linked.trails);
  const { density, setDensity, onDensity, crowds } = useDensity();
  const [labels, setLabels] = useState(true);
  const [shown, setShown] = useState<'all' | 'selected'>('all');
  const [chosenLayer, setChosenLayer] = useState<BaseLayerId | null>(null);
  const [hover, setHover] = useState<HoverState | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const map = useRef<FleetMap | null>(null);
  useAddress({ units: selected, camera, trails: asked });
  const tracks = useTracks(selected, trails !== 'off' && mayReplay && playback.fileName === null);
  useEffect(() => services.showOnly(shown === 'selected' && selected.length > 0 ? selected : null), [services, shown, selected]);

  const select = useCallback((unitId: number | null, additive: boolean) => setSelected((before) => picked(before, unitId, additive)), []);
  const open = useCallback((unitId: number) => {
    setSelected([unitId]);
    map.current?.fit([unitId]);
  }, []);
  const fitAll = useCallback(() => void map.current?.fit([...byId.keys()]), [byId]);
  useFirstFit(map, camera === null);
  const nameOf = useCallback((unitId: number) => byId.get(unitId)?.name ?? null, [byId]);
  const colors = useMemo(() => themeColors(appearance.skin, appearance.accent), [appearance.skin, appearance.accent]);
  const texts = useMapTexts();
  const firstSelected = selected.find((unitId) => byId.has(unitId)) ?? null;

  useMapShortcuts({
    mayReplay, send: services.sendPlayback,
    search: () => { setListOpen(true); search.current?.focus(); },
    follow: () => setFollowed((before) => (before === null ? firstSelected : null)),
    fit: fitAll, labels: () => setLabels((before) => !before), clear: () => setSelected(NOBODY),
  });

  const canvas = mapServices === null ? <div className="map-waiting" aria-busy="true" /> : (
    <FleetMapView
      key={i18n.language} services={mapServices} baseLayer={chosenLayer ?? defaultBaseLayer(mapServices)} origin={location.origin} colors={colors}
      camera={camera ?? WORLD} texts={texts} language={i18n.language} onCamera={(next) => setCamera({ ...next, bearing: next.bearing ?? 0 })}
      onPick={select} onHover={(unitId, x, y) => setHover(unitId === null ? null : { unitId, x, y })} onFollowEnd={() => setFollowed(null)}
      onFrame={services.onFrame} selection={selected} followed={followed} labels={labels} trails={trails} density={density} tracks={tracks} nameOf={nameOf}
      samplePast={services.samplePast} onDensity={onDensity}
      onReady={(made) => { map.current = made; }} fallback={() => <EmptyState title={t('map.noWebgl')}>{t('map.noWebglNext')}</EmptyState>}
    />
  );
  const middle = (
    <div className="map-area">
      {canvas}
      <MapTools
        services={mapServices} baseLayer={chosenLayer} onBaseLayer={setChosenLayer} labels={labels} onLabels={setLabels}
        density={density} onDensity={setDensity} onFit={fitAll}
        before={<IconButton className="map-tool" label={t(listOpen ? 'units.list.closeList' : 'units.list.openList')} icon={<ListIcon />} pressed={listOpen} onPress={() => setListOpen(!listOpen)} />}
      />
      {hover !== null && <Hover {...hover} />}
      <output className="visually-hidden" aria-label={t('map.density')}>{crowds}</output>
    </div>
  );
  const list = <UnitPanel searchRef={search} selected={selected} onSelect={(unitId) => { setSelected([unitId]); if (narrow) setListOpen(false); }} onOpen={open} />;
  const detail = firstSelected === null ? null : (
    <UnitDetail unitId={firstSelected} following={followed === firstSelected} onFollow={(on) => setFollowed(on ? firstSelected : null)} onClose={() => setSelected(NOBODY)} />
  );
  const chartUnit = firstSelected === null || playback.fileName !== null ? null : { unitId: firstSelected, name: byId.get(firstSelected)?.name ?? '' };
  return (
    <FileDrop enabled={mayReplay} onFile={services.openFile}>
      {playback.fileProblem !== null && (
        <FileProblemBanner problem={playback.fileProblem} onClose={() => services.sendPlayback({ type: 'playback.fileClosed' })} />
      )}
      <Panes narrow={narrow} list={listOpen ? list : null} middle={middle} detail={detail} />
      {mayReplay && (
        <Timeline
          playback={playback} send={services.sendPlayback} timeline={services.timeline} span={services.span} presence={services.presence}
          chartUnit={chartUnit}
          track={services.track} now={services.now} trails={trails} onTrails={setTrails} units={shown} onUnits={setShown} selectedCount={selected.length}
          onFile={services.openFile}
        />
      )}
    </FileDrop>
  );
}

/** List, map and details side by side; on a phone one over the other. */
function Panes({ narrow, list, middle, detail }: { narrow: boolean; list: ReactNode; middle: ReactNode; detail: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const [size, setSize] = useState(DEFAULT_PANEL);
  return (
    <div className="map-rows" data-narrow={narrow}>
      {list !== null && !narrow ? (
        <SplitPane side="start" size={size} onSize={setSize} minimum={260} maximum={560} label={t('common.resizePanels')} fixed={list}>
          <div className="map-columns">{middle}{detail}</div>
        </SplitPane>
      ) : (
        <div className="map-columns">
          {middle}
          {list !== null ? <div className="map-sheet">{list}</div> : detail}
        </div>
      )}
    </div>
  );
}

function FileProblemBanner({ problem, onClose }: { problem: FileProblem; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <Banner tone="critical" action={<Button size="compact" onPress={onClose}>{t('common.dismiss')}</Button>}>
      {t('timeline.file.notOpened')}: {t(problem.key, problem.values)}
    </Banner>
  );
}

/** The selection after a press on the map: the latest pick first; with a key held it is added or taken away. */
function picked(before: readonly number[], unitId: number | null, additive: boolean): readonly number[] {
  if (unitId === null) return additive ? before : NOBODY;
  if (!additive) return [unitId];
  return before.includes(unitId) ? before.filter((each) => each !== unitId) : [unitId, ...before];
}

/** Moves to the units as soon as the first of them has a place, unless the address said where to look. */
function useFirstFit(map: { current: FleetMap | null }, wanted: boolean): void {
  const { onFrame, units } = useFleet();
  const done = useRef(!wanted);
  useEffect(() => {
    if (done.current) return;
    const stop = onFrame(() => {
      const ids = units.getSnapshot().units.map((unit) => unit.unit_id);
      if (done.current || ids.length === 0 || !map.current?.fit(ids)) return;
      done.current = true;
      stop();
    });
    return stop;
  }, [map, onFrame, units]);
}

/** A GPX or CSV file dropped anywhere on the screen is shown in place of the recorded history. */
function FileDrop({ enabled, onFile, children }: { enabled: boolean; onFile: (file: File) => void; children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent): void => {
    if (!enabled || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    // Files can be opened by the button of the timeline as well.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="map-screen" onDragEnter={drag} onDragOver={drag} onDragLeave={(event) => event.currentTarget === event.target && setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (enabled && file) onFile(file);
      }}
    >
      {children}
      {over && <div className="file-drop"><strong>{t('fileDrop.title')}</strong><span>{t('fileDrop.lead')}</span></div>}
    </div>
  );
}
