import { useEffect, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { colourToken } from '../../../domain/geofence/index.ts';
import { draftOf, type Shape } from '../../../domain/geometry/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { ShapeMapView, defaultBaseLayer, type MapBounds, type ShapeMap } from '../../../map/index.ts';
import { Button, EmptyState, FitIcon } from '../../../ui/index.ts';
import { themeColors } from '../../../ui/tokens/index.ts';
import { useZones } from '../geofences/useZones.ts';
import { useFleet } from '../services/fleet.ts';
import { usePreferences } from '../services/preferences.ts';
import { useStore } from '../services/store.ts';
import { useMapTexts } from '../unit/useMapTexts.ts';
import { useFleetBox } from './useFleetBox.ts';
import { PlaceSearch } from './PlaceSearch.tsx';
import type { Drawing, SendDrawing } from './useDrawing.ts';
import './shape.css';

/** Where a map begins that has nothing to show yet. */
const WIDE = { longitude: 45, latitude: 42, zoom: 2 };
const TOWN_ZOOM = 12;

export interface DrawMapProps {
  drawing: Drawing;
  send: SendDrawing;
  colour: string;
  ownId: number | null;
  /** What the pointer is drawing now; null: nothing. */
  onLive: (shape: Shape | null) => void;
}

/** The map that a shape is drawn on. Import it lazily: it brings the map. */
export default function DrawMap({ drawing, send, colour, ownId, onLive }: DrawMapProps): ReactNode {
  const { t, i18n } = useTranslation();
  const { mapServices } = useFleet();
  const { appearance } = usePreferences();
  const services = useStore(mapServices);
  const texts = useMapTexts();
  const [map, setMap] = useState<ShapeMap | null>(null);
  const box = useFleetBox();
  const { zones } = useZones();
  const others = useMemo(() => zones.filter(({ id }) => id !== ownId), [zones, ownId]);
  const neighbours = useMemo(() => others.map((zone) => zone.shape), [others]);
  const [hasHandles, setHasHandles] = useState(true);
  const colors = useMemo(() => themeColors(appearance.skin, appearance.accent), [appearance.skin, appearance.accent]);
  const isBlank = drawing.context.draft === null;
  useFirstLook(map, isBlank ? box : null);
  if (services === null) return <div className="shape-map" aria-busy="true" />;
  const { shape, fault, tool } = drawing.context;
  const keys = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    send({ type: event.shiftKey ? 'drawing.redo' : 'drawing.undo' });
  };
  return (
    <>
      <div className="shape-ways">
        <PlaceSearch onPlace={(place) => map?.flyTo({ ...place, zoom: TOWN_ZOOM })} />
        <Button
          size="compact"
          icon={<FitIcon aria-hidden="true" />}
          isDisabled={box === null || map === null}
          onPress={() => box && map?.fit(box)}>
          {t('shapes.toFleet')}
        </Button>
        {shape !== null && (
          <Button size="compact" icon={<FitIcon aria-hidden="true" />} onPress={() => map?.fitShape(shape)}>
            {t('shapes.toShape')}
          </Button>
        )}
      </div>
      {/* Keys that the focused map has no use for. */}
      <div className="shape-map" onKeyDown={keys} role="presentation">
        <ShapeMapView
          key={i18n.language}
          shape={shape}
          tool={drawing.matches('hole') ? 'hole' : drawing.matches('drawing') ? tool : null}
          zones={others}
          neighbours={neighbours}
          fault={fault?.place ?? null}
          width={50}
          color={colourToken(colour)}
          services={services}
          baseLayer={defaultBaseLayer(services)}
          origin={location.origin}
          colors={colors}
          texts={texts}
          handles={{ center: t('shapes.center'), radius: t('fields.radius') }}
          language={i18n.language}
          camera={
            box === null
              ? WIDE
              : { longitude: (box.west + box.east) / 2, latitude: (box.south + box.north) / 2, zoom: 9 }
          }
          onReady={setMap}
          onHandles={setHasHandles}
          onLive={onLive}
          onDrawn={(drawn) => {
            onLive(null);
            send({ type: drawing.matches('editing') ? 'drawing.change' : 'drawing.drawn', draft: draftOf(drawn) });
          }}
          onCancelled={() => {
            onLive(null);
            send({ type: 'drawing.cancel' });
          }}
          fallback={() => <EmptyState title={t('map.noWebgl')}>{t('shapes.noMap')}</EmptyState>}
        />
      </div>
      {!hasHandles && <p className="dim">{t('shapes.noHandles')}</p>}
      {(drawing.matches('drawing') || drawing.matches('hole')) && (
        <output className="dim">{t(`shapes.drawing.${drawing.matches('hole') ? 'polygon' : tool}`)}</output>
      )}
    </>
  );
}

/** A map of nothing yet looks where the fleet is, and wider as more of it comes in. */
function useFirstLook(map: ShapeMap | null, box: MapBounds | null): void {
  useEffect(() => {
    if (box !== null) map?.fit(box);
  }, [map, box]);
}
