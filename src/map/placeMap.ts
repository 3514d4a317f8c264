import { Marker, type Map as MapLibreMap, type MapMouseEvent } from 'maplibre-gl';
import { failure, success, type Result } from '../domain/base/index.ts';
import { baseStyle } from './basemaps/index.ts';
import { css } from './color.ts';
import type { FleetMapOptions, MapFailure } from './fleetMapTypes.ts';
import { createBaseMap, hasWebGl, paintControls } from './baseMap.ts';
import { watchLand, type Land } from './land.ts';
import { mapPalette, type MapThemeColors } from './palette.ts';
import { provideShields } from './shields.ts';

/** Degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

export interface PlaceMapOptions extends Pick<
  FleetMapOptions,
  'container' | 'services' | 'baseLayer' | 'origin' | 'colors' | 'camera' | 'texts' | 'language' | 'reducedMotion'
> {
  /** A place was pressed; left out, the map only shows. */
  readonly onPick?: (place: Place) => void;
}

/** A map of one place. */
export interface PlaceMap {
  /** Marks the place; null marks nothing. One that is out of sight is moved to. */
  mark(place: Place | null): void;
  setColors(colors: MapThemeColors): void;
  destroy(): void;
}

/** A place that was typed is seen with the towns around it; who wants the street comes nearer. */
const PLACE_ZOOM = 8;
/** Digits after the point that are kept of a press: about a metre. */
const DIGITS = 5;

const rounded = (degrees: number): number => Number(degrees.toFixed(DIGITS));

/** The longitude of a copy of the world that lies beside it. */
const wrapped = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180;

/** Makes the map in its container. Fails where the browser cannot draw with WebGL 2. */
export function createPlaceMap(options: PlaceMapOptions): Result<PlaceMap, MapFailure> {
  return hasWebGl() ? success(new PlaceMapController(options)) : failure({ code: 'webglUnavailable' });
}

class PlaceMapController implements PlaceMap {
  readonly #options: PlaceMapOptions;
  readonly #map: MapLibreMap;
  readonly #marker: Marker;
  readonly #land: Land;
  #colors: MapThemeColors;

  constructor(options: PlaceMapOptions) {
    this.#options = options;
    this.#colors = options.colors;
    this.#map = createBaseMap(options, this.#style(false));
    this.#land = watchLand(this.#map, () => css(mapPalette(this.#colors).water));
    provideShields(this.#map, () => mapPalette(this.#colors));
    this.#marker = new Marker({ color: css(mapPalette(options.colors).selection) });
    if (options.onPick) {
      this.#map.getCanvas().style.cursor = 'crosshair';
      this.#map.on('click', this.#pick);
    }
    paintControls(this.#map, mapPalette(options.colors));
  }

  mark(place: Place | null): void {
    if (place === null) {
      this.#marker.remove();
      return;
    }
    const { latitude, longitude } = place;
    this.#marker.setLngLat([longitude, latitude]).addTo(this.#map);
    if (this.#map.getBounds().contains([longitude, latitude])) return;
    this.#map.jumpTo({ center: [longitude, latitude], zoom: Math.max(this.#map.getZoom(), PLACE_ZOOM) });
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

  #pick = ({ lngLat }: MapMouseEvent): void =>
    this.#options.onPick?.({ latitude: rounded(lngLat.lat), longitude: rounded(wrapped(lngLat.lng)) });

  #style(hasLand: boolean) {
    const { baseLayer, services, origin, language } = this.#options;
    return baseStyle(baseLayer, services, { origin, palette: mapPalette(this.#colors), language, hasLand });
  }
}
