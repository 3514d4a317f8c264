import { LngLatBounds, type GeoJSONSource, type Map as MapLibreMap, type MapLayerMouseEvent } from 'maplibre-gl';
import { failure, success, type Result } from '../domain/base/index.ts';
import { createBaseMap, hasWebGl, paintControls } from './baseMap.ts';
import { baseStyle } from './basemaps/index.ts';
import { css } from './color.ts';
import type { FleetMapOptions, MapFailure } from './fleetMapTypes.ts';
import { watchLand, type Land } from './land.ts';
import { mapPalette, type MapThemeColors } from './palette.ts';
import type { Place } from './placeMap.ts';
import { provideShields } from './shields.ts';

/** How a point is drawn: filled, filled and quiet, or a ring of what is there no more. */
type PointLook = 'strong' | 'quiet' | 'ring';

/** Something that happened somewhere. */
export interface MapPoint extends Place {
  readonly key: number;
  readonly look: PointLook;
}

export interface PointMapOptions extends Pick<
  FleetMapOptions,
  'container' | 'services' | 'baseLayer' | 'origin' | 'colors' | 'camera' | 'texts' | 'language' | 'reducedMotion'
> {
  readonly onPick?: (key: number) => void;
}

/** A small map of points, some thousands at most. */
export interface PointMap {
  draw(points: readonly MapPoint[], chosen: number | null): void;
  /** Brings all points into sight. */
  fit(): void;
  setColors(colors: MapThemeColors): void;
  destroy(): void;
}

const FIT = { padding: 40, maxZoom: 13, duration: 0 } as const;
const POINTS = 'points';
/** CSS px around a press in which a point is meant: a finger is not exact. */
const REACH = 8;

/** Makes the map in its container. Fails where the browser cannot draw with WebGL 2. */
export function createPointMap(options: PointMapOptions): Result<PointMap, MapFailure> {
  return hasWebGl() ? success(new PointMapController(options)) : failure({ code: 'webglUnavailable' });
}

class PointMapController implements PointMap {
  readonly #options: PointMapOptions;
  readonly #map: MapLibreMap;
  readonly #land: Land;
  #colors: MapThemeColors;
  #points: readonly MapPoint[] = [];
  #chosen: number | null = null;

  constructor(options: PointMapOptions) {
    this.#options = options;
    this.#colors = options.colors;
    this.#map = createBaseMap(options, this.#style(false));
    this.#land = watchLand(this.#map, () => css(mapPalette(this.#colors).water));
    provideShields(this.#map, () => mapPalette(this.#colors));
    // A new style takes away what the one before was given.
    this.#map.on('styledata', () => {
      if (!this.#map.getLayer(POINTS)) this.#paint();
    });
    this.#map.on('click', this.#press);
    this.#map.on('mouseenter', POINTS, () => this.#point('pointer'));
    this.#map.on('mouseleave', POINTS, () => this.#point(''));
    paintControls(this.#map, mapPalette(options.colors));
  }

  draw(points: readonly MapPoint[], chosen: number | null): void {
    this.#points = points;
    this.#chosen = chosen;
    this.#paint();
  }

  fit(): void {
    const bounds = new LngLatBounds();
    for (const { longitude, latitude } of this.#points) bounds.extend([longitude, latitude]);
    if (!bounds.isEmpty()) this.#map.fitBounds(bounds, FIT);
  }

  setColors(colors: MapThemeColors): void {
    if (colors === this.#colors) return;
    this.#colors = colors;
    this.#map.setStyle(this.#style(this.#land.hasCome));
    paintControls(this.#map, mapPalette(colors));
  }

  destroy(): void {
    this.#map.remove();
  }

  #press = ({ point: { x, y } }: Pick<MapLayerMouseEvent, 'point'>): void => {
    if (!this.#map.getLayer(POINTS)) return;
    const near = this.#map.queryRenderedFeatures(
      [
        [x - REACH, y - REACH],
        [x + REACH, y + REACH],
      ],
      { layers: [POINTS] },
    );
    const key: unknown = near[0]?.properties.key;
    if (typeof key === 'number') this.#options.onPick?.(key);
  };

  #point(cursor: string): void {
    this.#map.getCanvas().style.cursor = cursor;
  }

  /** A style that is loading is painted when it is there. */
  #paint(): void {
    const map = this.#map;
    if (!map.getStyle()) return;
    const data = featuresOf(this.#points, this.#chosen);
    const source = map.getSource<GeoJSONSource>(POINTS);
    if (source) source.setData(data);
    else map.addSource(POINTS, { type: 'geojson', data });
    if (map.getLayer(POINTS)) return;
    const [fired, quiet, ground] = (['serious-fill', 'text-muted', 'panel'] as const).map((token) => {
      const [red, green, blue] = this.#colors[token];
      return css([red, green, blue]);
    });
    map.addLayer({
      id: POINTS,
      type: 'circle',
      source: POINTS,
      layout: { 'circle-sort-key': ['case', ['get', 'chosen'], 1, 0] },
      paint: {
        'circle-radius': ['case', ['get', 'chosen'], 8, 5],
        'circle-color': ['match', ['get', 'look'], 'strong', fired, 'quiet', quiet, ground],
        'circle-opacity': ['match', ['get', 'look'], 'ring', 0.4, 0.9],
        'circle-stroke-width': ['match', ['get', 'look'], 'ring', 2, 1],
        'circle-stroke-color': ['match', ['get', 'look'], 'ring', quiet, ground],
      },
    });
  }

  #style(hasLand: boolean) {
    const { baseLayer, services, origin, language } = this.#options;
    return baseStyle(baseLayer, services, { origin, palette: mapPalette(this.#colors), language, hasLand });
  }
}

const featuresOf = (points: readonly MapPoint[], chosen: number | null): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: points.map(({ key, look, longitude, latitude }) => ({
    type: 'Feature',
    properties: { key, look, chosen: key === chosen },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
});
