import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl';
import type { Result } from '../domain/base/index.ts';
import type { MapFailure } from './fleetMapTypes.ts';
import type { MapThemeColors } from './palette.ts';
import type { Place } from './placeMap.ts';
import { ringsAround } from './drawing/outline.ts';
import { GroundRoute, placeOn, type RouteDrawing } from './routes/groundRoute.ts';
import { SmallMap, whereDrawn, type SmallMapOptions } from './smallMap.ts';

export interface RouteMapOptions extends SmallMapOptions {
  /** A place was pressed; left out, the map only shows. */
  readonly onPress?: (place: Place) => void;
  readonly onMove?: (key: number, place: Place) => void;
  readonly onVertex?: (index: number, place: Place) => void;
}

/** A map of one route. */
export interface RouteMap {
  draw(drawing: RouteDrawing): void;
  /** Brings all of the route into sight. */
  fit(): void;
  setColors(colors: MapThemeColors): void;
  destroy(): void;
}

const FIT = { padding: 48, maxZoom: 15 } as const;

/** Makes the map in its container. Fails where the browser cannot draw with WebGL 2. */
export function createRouteMap(options: RouteMapOptions): Result<RouteMap, MapFailure> {
  return whereDrawn(() => new RouteMapController(options));
}

class RouteMapController implements RouteMap {
  readonly #map: MapLibreMap;
  readonly #ground: SmallMap;
  readonly #route: GroundRoute;
  #drawing: RouteDrawing | null = null;

  constructor(options: RouteMapOptions) {
    this.#ground = new SmallMap(options);
    this.#map = this.#ground.map;
    this.#route = new GroundRoute(this.#map, options);
    if (options.onPress) {
      this.#map.getCanvas().style.cursor = 'crosshair';
      this.#map.on('click', ({ lngLat, originalEvent }: MapMouseEvent) => {
        // A click on a mark is none on the map below it.
        if (originalEvent.target === this.#map.getCanvas()) options.onPress?.(placeOn(lngLat));
      });
    }
  }

  draw(drawing: RouteDrawing): void {
    this.#drawing = drawing;
    this.#route.set(drawing);
  }

  fit(): void {
    if (!this.#drawing) return;
    const { stops, line } = this.#drawing;
    this.#ground.fit([...stops.flatMap(({ shape }) => ringsAround(shape)[0] ?? []), ...line], FIT);
  }

  setColors(colors: MapThemeColors): void {
    this.#ground.setColors(colors);
  }

  destroy(): void {
    this.#route.close();
    this.#ground.destroy();
  }
}
