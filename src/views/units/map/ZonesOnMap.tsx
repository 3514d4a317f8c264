import { useEffect, useMemo, useState, type MouseEvent, type PointerEvent, type ReactNode } from 'react';
import { geofences } from '../../../domain/geofence/index.ts';
import { areaOf } from '../../../domain/geometry/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import type { FleetMap, MapZone } from '../../../map/index.ts';
import { CloseIcon, IconButton, Link } from '../../../ui/index.ts';
import { entityPaths } from '../../shared/entity/index.ts';
import { ColourMark } from '../../shared/colour/ColourMark.tsx';
import { useZones } from '../../shared/geofences/useZones.ts';
import { usePreferences } from '../../shared/services/preferences.ts';
import './zonesOnMap.css';

interface Pointed {
  readonly ids: readonly number[];
  /** CSS pixels of the map. */
  readonly x: number;
  readonly y: number;
}

/** Zones at one place that are listed at once. */
const LISTED = 6;

export interface ZonesOnMap {
  readonly isOn: boolean;
  readonly setOn: (on: boolean) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
  /** What lies over the map: the name under the pointer, and the card of what was pressed. */
  readonly overlay: ReactNode;
}

/** Geofences on the map of units: drawn, named under the pointer, and opened by a press where no unit is. */
export function useZonesOnMap(map: FleetMap | null): ZonesOnMap {
  const { preferences, change } = usePreferences();
  const isOn = preferences.mapZones;
  const { zones } = useZones(isOn);
  const byId = useMemo(() => new Map(zones.map((zone) => [zone.id, zone])), [zones]);
  const [hover, setHover] = useState<Pointed | null>(null);
  const [pressed, setPressed] = useState<Pointed | null>(null);
  useEffect(() => map?.setZones(zones), [map, zones]);
  useEffect(() => map?.showZones(isOn), [map, isOn]);
  const find = ({ currentTarget, target, clientX, clientY }: PointerEvent | MouseEvent): Pointed | null => {
    if (!map || zones.length === 0 || !(target instanceof HTMLCanvasElement)) return null;
    const box = currentTarget.getBoundingClientRect();
    const [x, y] = [clientX - box.left, clientY - box.top];
    if (map.unitAt(x, y) !== null) return null;
    const ids = map.zonesAt(x, y).filter((id) => byId.has(id));
    return ids.length === 0 ? null : { ids, x, y };
  };
  const shownOf = (pointed: Pointed | null): readonly MapZone[] =>
    (pointed?.ids ?? []).flatMap((id) => byId.get(id) ?? []);
  return {
    isOn,
    setOn: (mapZones) => {
      change({ mapZones });
      setPressed(null);
    },
    onPointerMove: (event) => {
      const found = event.buttons === 0 ? find(event) : null;
      if (found?.ids.join(' ') !== hover?.ids.join(' ')) setHover(found);
    },
    onClick: (event) => setPressed(find(event)),
    overlay: (
      <>
        {hover !== null && pressed === null && <ZoneHover zones={shownOf(hover)} x={hover.x} y={hover.y} />}
        {pressed !== null && <ZoneCard zones={shownOf(pressed)} onClose={() => setPressed(null)} />}
      </>
    ),
  };
}

function ZoneHover({ zones, x, y }: { zones: readonly MapZone[]; x: number; y: number }): ReactNode {
  if (zones.length === 0) return null;
  return (
    <div className="map-hover" style={{ transform: `translate(${x + 14}px, ${y + 14}px)` }} aria-hidden="true">
      {zones.slice(0, LISTED).map(({ id, name, colour }) => (
        <ColourMark key={id} colour={colour}>
          <bdi>{name}</bdi>
        </ColourMark>
      ))}
    </div>
  );
}

function ZoneCard({ zones, onClose }: { zones: readonly MapZone[]; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  if (zones.length === 0) return null;
  const { view } = entityPaths(geofences);
  return (
    <section className="zone-card" aria-label={t('geofences.here')}>
      <IconButton size="compact" label={t('common.close')} icon={<CloseIcon />} onPress={onClose} />
      <ul className="zone-card-list">
        {zones.slice(0, LISTED).map(({ id, name, colour, shape }) => (
          <li key={id}>
            <ColourMark colour={colour}>
              <Link href={view(id)}>
                <bdi>{name}</bdi>
              </Link>
            </ColourMark>
            <span className="dim figures">{formats.area(areaOf(shape))}</span>
          </li>
        ))}
      </ul>
      {zones.length > LISTED && <p className="dim">{t('geofences.more', { count: zones.length - LISTED })}</p>}
    </section>
  );
}
