import { LngLatBounds, type Map as MapLibreMap, type MapMouseEvent } from 'maplibre-gl';
import { failure, success, type Result } from '../domain/base/index.ts';
import { createBaseMap, hasWebGl, paintControls } from './baseMap.ts';
import { baseStyle } from './basemaps/index.ts';
import { css } from './color.ts';
import type { FleetMapOptions, MapFailure } from './fleetMapTypes.ts';
import { watchLand, type Land } from './land.ts';
import { mapPalette, type MapThemeColors } from './palette.ts';
import type { Place } from './placeMap.ts';
import { GroundRoute, outlineOf, placeOn, type RouteDrawing } from './routes/groundRoute.ts';
import { provideShields } from './shields.ts';

export interface RouteMapOptions extends Pick<
  FleetMapOptions,
  'container' | 'services' | 'baseLayer' | 'origin' | 'colors' | 'camera' | 'texts' | 'language' | 'reducedMotion'
> {
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

const FIT = { padding: 48, maxZoom: 15, duration: 0 } as const;

/** Makes the map in its container. Fails where the browser cannot draw with WebGL 2. */
export function createRouteMap(options: RouteMapOptions): Result<RouteMap, MapFailure> {
  return hasWebGl() ? success(new RouteMapController(options)) : failure({ code: 'webglUnavailable' });
}

class RouteMapController implements RouteMap {
  readonly #options: RouteMapOptions;
  readonly #map: MapLibreMap;
  readonly #land: Land;
  readonly #route: GroundRoute;
  #colors: MapThemeColors;
  #drawing: RouteDrawing | null = null;

  constructor(options: RouteMapOptions) {
    this.#options = options;
    this.#colors = options.colors;
    this.#map = createBaseMap(options, this.#style(false));
    this.#land = watchLand(this.#map, () => css(mapPalette(this.#colors).water));
    provideShields(this.#map, () => mapPalette(this.#colors));
    this.#route = new GroundRoute(this.#map, options);
    if (options.onPress) {
      this.#map.getCanvas().style.cursor = 'crosshair';
      this.#map.on('click', ({ lngLat, originalEvent }: MapMouseEvent) => {
        // A click on a mark is none on the map below it.
        if (originalEvent.target === this.#map.getCanvas()) options.onPress?.(placeOn(lngLat));
      });
    }
    paintControls(this.#map, mapPalette(options.colors));
  }

  draw(drawing: RouteDrawing): void {
    this.#drawing = drawing;
    this.#route.set(drawing);
  }

  fit(): void {
    if (!this.#drawing) return;
    const { stops, line } = this.#drawing;
    const bounds = new LngLatBounds();
    for (const place of [...stops.flatMap(({ shape }) => outlineOf(shape)), ...line])
      bounds.extend([place[0], place[1]]);
    if (!bounds.isEmpty()) this.#map.fitBounds(bounds, FIT);
  }

  setColors(colors: MapThemeColors): void {
    if (colors === this.#colors) return;
    this.#colors = colors;
    this.#map.setStyle(this.#style(this.#land.hasCome));
    paintControls(this.#map, mapPalette(colors));
  }

  destroy(): void {
    this.#route.close();
    this.#map.remove();
  }

  #style(hasLand: boolean) {
    const { baseLayer, services, origin, language } = this.#options;
    return baseStyle(baseLayer, services, { origin, palette: mapPalette(this.#colors), language, hasLand });
  }
}
