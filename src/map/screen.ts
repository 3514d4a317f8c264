import type { Map as MapLibreMap } from 'maplibre-gl';
import type { ScreenView } from './layers/shared/context.ts';
import { WORLD } from './worldSize.ts';

const RADIANS = Math.PI / 180;

function mercatorY(latitude: number): number {
  return (
    0.5 - Math.log(Math.tan(Math.PI / 4 + (Math.min(85.06, Math.max(-85.06, latitude)) * RADIANS) / 2)) / (2 * Math.PI)
  );
}

/** The camera as numbers. */
export interface ScreenCamera {
  readonly width: number;
  readonly height: number;
  readonly longitude: number;
  readonly latitude: number;
  readonly zoom: number;
  /** Degrees, clockwise. */
  readonly bearing: number;
}

/**
 * A flat camera's projection without an object per point: labels and picking look at thousands of
 * units. Longitudes are taken on the copy of the world that is nearest to the centre.
 */
export function flatProjection(camera: ScreenCamera): ScreenView['project'] {
  const scale = WORLD * 2 ** camera.zoom;
  const centerY = mercatorY(camera.latitude);
  const cosine = Math.cos(-camera.bearing * RADIANS);
  const sine = Math.sin(-camera.bearing * RADIANS);
  return (longitude, latitude, out) => {
    const away = ((((longitude - camera.longitude + 180) % 360) + 360) % 360) - 180;
    const x = (away / 360) * scale;
    const y = (mercatorY(latitude) - centerY) * scale;
    out[0] = camera.width / 2 + x * cosine - y * sine;
    out[1] = camera.height / 2 + x * sine + y * cosine;
  };
}

/** What the map shows now. */
export function screenView(map: MapLibreMap): ScreenView {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const bounds = map.getBounds();
  const center = map.getCenter();
  const zoom = map.getZoom();
  const flat = map.getPitch() === 0;
  const project = flat
    ? flatProjection({ width, height, longitude: center.lng, latitude: center.lat, zoom, bearing: map.getBearing() })
    : (longitude: number, latitude: number, out: [number, number]) => {
        const away = ((((longitude - center.lng + 180) % 360) + 360) % 360) - 180;
        const point = map.project([center.lng + away, latitude]);
        out[0] = point.x;
        out[1] = point.y;
      };
  return {
    width,
    height,
    zoom,
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: Math.min(bounds.getEast(), bounds.getWest() + 360),
    north: bounds.getNorth(),
    project,
  };
}
