import type { GeoJSONSource, Map as MapLibreMap, MapLayerMouseEvent } from 'maplibre-gl';
import type { Result } from '../domain/base/index.ts';
import { css } from './color.ts';
import type { MapFailure } from './fleetMapTypes.ts';
import type { MapThemeColors } from './palette.ts';
import type { Place } from './placeMap.ts';
import { SmallMap, whereDrawn, type SmallMapOptions } from './smallMap.ts';

/** How a point is drawn: filled, filled and quiet, or a ring of what is there no more. */
type PointLook = 'strong' | 'quiet' | 'ring';

/** Something that happened somewhere. */
export interface MapPoint extends Place {
  readonly key: number;
  readonly look: PointLook;
}

export interface PointMapOptions extends SmallMapOptions {
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

const FIT = { padding: 40, maxZoom: 13 } as const;
const POINTS = 'points';
/** CSS px around a press in which a point is meant: a finger is not exact. */
const REACH = 8;

/** Makes the map in its container. Fails where the browser cannot draw with WebGL 2. */
export function createPointMap(options: PointMapOptions): Result<PointMap, MapFailure> {
  return whereDrawn(() => new PointMapController(options));
}

class PointMapController implements PointMap {
  readonly #options: PointMapOptions;
  readonly #map: MapLibreMap;
  readonly #ground: SmallMap;
  #points: readonly MapPoint[] = [];
  #chosen: number | null = null;

  constructor(options: PointMapOptions) {
    this.#options = options;
    this.#ground = new SmallMap(options);
    this.#map = this.#ground.map;
    // A new style takes away what the one before was given.
    this.#map.on('styledata', () => {
      if (!this.#map.getLayer(POINTS)) this.#paint();
    });
    this.#map.on('click', this.#press);
    this.#map.on('mouseenter', POINTS, () => this.#point('pointer'));
    this.#map.on('mouseleave', POINTS, () => this.#point(''));
  }

  draw(points: readonly MapPoint[], chosen: number | null): void {
    this.#points = points;
    this.#chosen = chosen;
    this.#paint();
  }

  fit(): void {
    this.#ground.fit(
      this.#points.map(({ longitude, latitude }) => [longitude, latitude] as const),
      FIT,
    );
  }

  setColors(colors: MapThemeColors): void {
    this.#ground.setColors(colors);
  }

  destroy(): void {
    this.#ground.destroy();
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
      const [red, green, blue] = this.#ground.colors[token];
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
}

const featuresOf = (points: readonly MapPoint[], chosen: number | null): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: points.map(({ key, look, longitude, latitude }) => ({
    type: 'Feature',
    properties: { key, look, chosen: key === chosen },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  })),
});
