import { Marker, type Map as MapLibreMap, type MapMouseEvent } from 'maplibre-gl';
import type { Result } from '../domain/base/index.ts';
import { css } from './color.ts';
import type { MapFailure } from './fleetMapTypes.ts';
import type { MapThemeColors } from './palette.ts';
import { SmallMap, whereDrawn, type SmallMapOptions } from './smallMap.ts';

/** Degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

export interface PlaceMapOptions extends SmallMapOptions {
  /** What stands at the place; a pin where it is left out. */
  readonly markElement?: HTMLElement;
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
  return whereDrawn(() => new PlaceMapController(options));
}

class PlaceMapController implements PlaceMap {
  readonly #options: PlaceMapOptions;
  readonly #map: MapLibreMap;
  readonly #marker: Marker;
  readonly #ground: SmallMap;

  constructor(options: PlaceMapOptions) {
    this.#options = options;
    this.#ground = new SmallMap(options);
    this.#map = this.#ground.map;
    const { markElement } = options;
    this.#marker = new Marker(markElement ? { element: markElement } : { color: css(this.#ground.palette.selection) });
    if (options.onPick) {
      this.#map.getCanvas().style.cursor = 'crosshair';
      this.#map.on('click', this.#pick);
    }
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
    this.#ground.setColors(colors);
  }

  destroy(): void {
    this.#ground.destroy();
  }

  #pick = ({ lngLat }: MapMouseEvent): void =>
    this.#options.onPick?.({ latitude: rounded(lngLat.lat), longitude: rounded(wrapped(lngLat.lng)) });
}
