import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { BEAT, type Instant } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { FleetMapView, defaultBaseLayer, type FleetMap } from '../../../map/index.ts';
import { Button, CloseIcon, IconButton, Popover, Skeleton } from '../../../ui/index.ts';
import { themeColors } from '../../../ui/tokens/index.ts';
import { useFleet, type OtherTime } from '../../shared/services/fleet.ts';
import { usePreferences } from '../../shared/services/preferences.ts';
import { useStore } from '../../shared/services/store.ts';
import { useMapTexts } from '../../shared/unit/useMapTexts.ts';
import { GoTo, useShownInstant } from '../timeline/index.ts';
import type { MapChoices } from './useMapChoices.ts';
import type { MapFilter } from './useMapFilter.ts';
import type { MapView } from './useMapView.ts';
import './beside.css';

export interface BesideProps {
  /** What the second map shows. */
  readonly instant: Instant;
  /** The map of the timeline. */
  readonly map: FleetMap;
  readonly view: MapView;
  readonly series: ReadonlyMap<number, number>;
  readonly choices: MapChoices;
  readonly filter: MapFilter;
  readonly nameOf: (unitId: number) => string | null;
}

/** The whole fleet at another instant, on a map that moves with that of the timeline. */
export function Beside({ instant, map, view, series, choices, filter, nameOf }: BesideProps): ReactNode {
  const { t } = useTranslation();
  const { otherTime } = useFleet();
  const [picture] = useState(() => otherTime(instant));
  useEffect(() => () => picture.close(), [picture]);
  useEffect(() => picture.seek(instant), [picture, instant]);
  // A fleet that was in sight as a whole is so on half of the room.
  useEffect(() => void map.refit(), [map]);
  // Effects of what lies above, the marks among them, run after this one.
  const { unitIds, dims } = filter;
  useEffect(() => {
    const timer = setTimeout(() => picture.refilter());
    return () => clearTimeout(timer);
  }, [picture, unitIds, dims, choices.shown, view.selected]);
  return (
    <section className="map-beside" aria-label={t('timeline.besideLabel')}>
      <BesideMap picture={picture} map={map} view={view} series={series} choices={choices} nameOf={nameOf} />
      <BesideHead instant={instant} picture={picture} onInstant={choices.setBeside} />
    </section>
  );
}

/** When that is, another time, and the way back to one map. */
function BesideHead({
  instant,
  picture,
  onInstant,
}: {
  instant: Instant;
  picture: OtherTime;
  onInstant: (instant: Instant | null) => void;
}): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { now } = useFleet();
  return (
    <div className="map-instant">
      <Popover
        label={t('timeline.besideTime')}
        placement="bottom"
        trigger={
          <Button size="compact" variant="quiet">
            <bdi className="figures">{formats.preciseTime(instant)}</bdi>
          </Button>
        }>
        {(close) => <GoTo instant={instant} now={now} span={null} onGo={onInstant} onDone={close} />}
      </Popover>
      <BesideState picture={picture} />
      <IconButton
        size="compact"
        label={t('timeline.besideClose')}
        icon={<CloseIcon aria-hidden="true" />}
        onPress={() => onInstant(null)}
      />
    </div>
  );
}

/** That the picture is on its way, or cannot be had. */
function BesideState({ picture }: { picture: OtherTime }): ReactNode {
  const { t } = useTranslation();
  const presence = useStore(picture.presence);
  const isLoading = presence.state === 'connecting' || (presence.state === 'replaying' && presence.loading);
  if (presence.state === 'failed') return <output>{t('timeline.historyAway')}</output>;
  return isLoading ? <output className="timeline-ring" aria-label={t('timeline.loading')} /> : null;
}

/** The instant of the map that the timeline moves, where there are two. */
export function ShownInstant(): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { timeline } = useFleet();
  const { mode } = useStore(timeline);
  const instant = useShownInstant(timeline, BEAT);
  return (
    <div className="map-instant map-instant-shown">
      {mode === 'live' && <strong>{t('timeline.live')}</strong>}
      <bdi className="figures">{formats.preciseTime(instant)}</bdi>
    </div>
  );
}

type BesideMapProps = Omit<BesideProps, 'instant' | 'filter'> & { picture: OtherTime };

function BesideMap({ picture, map, view, series, choices, nameOf }: BesideMapProps): ReactNode {
  const { i18n } = useTranslation();
  const services = useFleet();
  const { appearance, preferences } = usePreferences();
  const mapServices = useStore(services.mapServices);
  const { skin, accent } = appearance;
  const colors = useMemo(() => themeColors(skin, accent), [skin, accent]);
  const texts = useMapTexts();
  const [other, setOther] = useState<FleetMap | null>(null);
  const [camera] = useState(() => map.camera());
  useEffect(() => (other === null ? undefined : moveTogether(map, other)), [map, other]);
  if (mapServices === null) return <Skeleton height="100%" />;
  return (
    <FleetMapView
      key={i18n.language}
      services={mapServices}
      baseLayer={defaultBaseLayer(mapServices)}
      origin={location.origin}
      colors={colors}
      camera={camera}
      texts={texts}
      language={i18n.language}
      onPick={view.pick}
      onFrame={picture.onFrame}
      selection={view.selected}
      series={series}
      followed={NO_UNITS}
      labels={choices.labels}
      trails="off"
      density={preferences.mapDensity}
      tracks={NO_TRACKS}
      nameOf={nameOf}
      onReady={setOther}
      fallback={() => null}
    />
  );
}

const NO_UNITS: readonly number[] = [];
const NO_TRACKS: readonly never[] = [];

/** Both maps look the same way, whichever of them is moved. Returns an undo. */
export function moveTogether(one: FleetMap, other: FleetMap): () => void {
  let isLed = false;
  const lead = (from: FleetMap, to: FleetMap) => () => {
    if (isLed) return;
    isLed = true;
    // Published synchronously: the move that this causes leads nowhere.
    to.moveTo(from.camera());
    isLed = false;
  };
  const undo = [one.followView(lead(one, other)), other.followView(lead(other, one))];
  lead(one, other)();
  return () => {
    for (const end of undo) end();
  };
}
