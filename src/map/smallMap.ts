import { LngLatBounds, type Map as MapLibreMap } from 'maplibre-gl';
import { failure, success, type Result } from '../domain/base/index.ts';
import { createBaseMap, hasWebGl, paintControls } from './baseMap.ts';
import { baseStyle } from './basemaps/index.ts';
import { css } from './color.ts';
import type { FleetMapOptions, MapFailure } from './fleetMapTypes.ts';
import { watchLand, type Land } from './land.ts';
import { mapPalette, type MapPalette, type MapThemeColors } from './palette.ts';
import { provideShields } from './shields.ts';

/** What every small map is made with. */
export type SmallMapOptions = Pick<
  FleetMapOptions,
  'container' | 'services' | 'baseLayer' | 'origin' | 'colors' | 'camera' | 'texts' | 'language' | 'reducedMotion'
>;

/** How much room there is around what is brought into sight, in CSS px, and how near it may come. */
export interface SmallMapFit {
  readonly padding: number;
  readonly maxZoom: number;
}

/** The base map below a drawing of its own: style, land, road shields and controls in the colours of the theme. */
export class SmallMap {
  readonly map: MapLibreMap;
  readonly #options: SmallMapOptions;
  readonly #land: Land;
  #colors: MapThemeColors;

  constructor(options: SmallMapOptions) {
    this.#options = options;
    this.#colors = options.colors;
    this.map = createBaseMap(options, this.#style(false));
    this.#land = watchLand(this.map, () => css(this.palette.water));
    provideShields(this.map, () => this.palette);
    paintControls(this.map, this.palette);
  }

  get colors(): MapThemeColors {
    return this.#colors;
  }

  get palette(): MapPalette {
    return mapPalette(this.#colors);
  }

  /** A new style: what was drawn on the one before is drawn again by whoever hears of `styledata`. */
  setColors(colors: MapThemeColors): void {
    if (colors === this.#colors) return;
    this.#colors = colors;
    this.map.setStyle(this.#style(this.#land.hasCome));
    paintControls(this.map, this.palette);
  }

  /** Brings places (longitude, latitude) into sight; nothing without any. */
  fit(places: Iterable<readonly [number, number]>, { padding, maxZoom }: SmallMapFit): void {
    const bounds = new LngLatBounds();
    for (const [longitude, latitude] of places) bounds.extend([longitude, latitude]);
    if (!bounds.isEmpty()) this.map.fitBounds(bounds, { padding, maxZoom, duration: 0 });
  }

  destroy(): void {
    this.map.remove();
  }

  #style(hasLand: boolean) {
    const { baseLayer, services, origin, language } = this.#options;
    return baseStyle(baseLayer, services, { origin, palette: this.palette, language, hasLand });
  }
}

/** Makes a map. Fails where the browser cannot draw with WebGL 2. */
export const whereDrawn = <Made>(make: () => Made): Result<Made, MapFailure> =>
  hasWebGl() ? success(make()) : failure({ code: 'webglUnavailable' });
