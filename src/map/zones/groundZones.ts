import type { ExpressionSpecification, GeoJSONSource, Map as MapLibreMap, SymbolLayerSpecification } from 'maplibre-gl';
import { colourToken, GEOFENCE_COLOURS } from '../../domain/geofence/index.ts';
import { MAP_FONT, NAME_LAYERS, ZONE_NAMES } from '../basemaps/index.ts';
import { css } from '../color.ts';
import { shapeLayers } from '../drawing/shapePaint.ts';
import { mapPalette, type MapThemeColors } from '../palette.ts';
import { nameFeature, NAMED_FROM, zoneFeature, type MapZone } from './zones.ts';

const SOURCE = 'zones';
const NAMES = 'zone-names';
const LAYERS = shapeLayers(SOURCE, SOURCE, { color: '', fill: 0, line: 0 }).map(({ id }) => id);
/** CSS pixels around the pointer in which an edge is found. */
const REACH = 3;
/** Names are there when nothing else moved; beyond these zooms they stay as they are. */
const NAME_ZOOMS = Array.from({ length: 19 }, (_, zoom) => zoom);

/**
 * Geofences on the ground of a map: areas, corridors by their width, and names from the zoom on at which they fit.
 * They are part of the base map, which rests while the camera does: moving units cost the same with ten thousand of
 * them as with none. Their buffers are made by the map's worker, and only when zones change.
 */
export class GroundZones {
  readonly #map: MapLibreMap;
  #colors: MapThemeColors;
  #zones: readonly MapZone[] = [];
  #isShown = true;

  constructor(map: MapLibreMap, colors: MapThemeColors) {
    this.#map = map;
    this.#colors = colors;
    // A new style takes away what the one before was given.
    map.on('styledata', this.#put);
  }

  set(zones: readonly MapZone[]): void {
    if (zones === this.#zones) return;
    this.#zones = zones;
    const [source, names] = [SOURCE, NAMES].map((id) => this.#map.getSource<GeoJSONSource>(id));
    if (!source || !names) {
      this.#put();
      return;
    }
    source.setData(this.#areas());
    names.setData(this.#names());
  }

  show(isShown: boolean): void {
    this.#isShown = isShown;
    for (const id of [...LAYERS, ZONE_NAMES])
      if (this.#map.getLayer(id)) this.#map.setLayoutProperty(id, 'visibility', isShown ? 'visible' : 'none');
  }

  /** The colours of another skin; the style that is set with it lets the layers be made again. */
  setColors(colors: MapThemeColors): void {
    this.#colors = colors;
  }

  /** Ids of the zones at a pixel, the smallest first. */
  at(x: number, y: number): number[] {
    if (!this.#isShown || !this.#map.getLayer(LAYERS[0])) return [];
    const found = this.#map.queryRenderedFeatures(
      [
        [x - REACH, y - REACH],
        [x + REACH, y + REACH],
      ],
      { layers: LAYERS },
    );
    const sizes = new Map(found.map(({ id, properties }) => [Number(id), Number(properties['size'])]));
    return [...sizes].toSorted(([, one], [, other]) => one - other).map(([id]) => id);
  }

  close(): void {
    this.#map.off('styledata', this.#put);
  }

  readonly #put = (): void => {
    if (this.#zones.length === 0 || this.#map.getSource(SOURCE) || !this.#map.getStyle()) return;
    this.#map.addSource(SOURCE, { type: 'geojson', data: this.#areas(), maxzoom: 16, tolerance: 0.2 });
    this.#map.addSource(NAMES, { type: 'geojson', data: this.#names(), maxzoom: 14 });
    const below = NAME_LAYERS.find((id) => this.#map.getLayer(id));
    for (const layer of shapeLayers(SOURCE, SOURCE, { color: this.#color(), fill: 0.16, line: 1.5 }))
      this.#map.addLayer(layer, below);
    this.#map.addLayer(this.#nameLayer());
    if (!this.#isShown) this.show(false);
  };

  #areas() {
    return { type: 'FeatureCollection' as const, features: this.#zones.map(zoneFeature) };
  }

  #names() {
    return { type: 'FeatureCollection' as const, features: this.#zones.map(nameFeature) };
  }

  #color(): ExpressionSpecification {
    const paint = (colour: string): string => {
      const [red, green, blue] = this.#colors[colourToken(colour)];
      return css([red, green, blue]);
    };
    const [first, ...others] = GEOFENCE_COLOURS;
    return [
      'match',
      ['get', 'colour'],
      others[0],
      paint(others[0]),
      ...others.slice(1).flatMap((colour) => [colour, paint(colour)]),
      paint(first),
    ];
  }

  /** Each name from the zoom on at which its zone is as wide as the name needs. */
  #nameLayer(): SymbolLayerSpecification {
    const palette = mapPalette(this.#colors);
    const from = (zoom: number): ExpressionSpecification => [
      'case',
      ['<=', ['get', NAMED_FROM], zoom],
      ['get', 'name'],
      '',
    ];
    return {
      id: ZONE_NAMES,
      type: 'symbol',
      source: NAMES,
      layout: {
        'text-field': [
          'step',
          ['zoom'],
          '',
          ...NAME_ZOOMS.slice(1).flatMap((zoom) => [zoom, from(zoom)]),
        ] as unknown as ExpressionSpecification,
        'text-font': MAP_FONT,
        'text-size': 12,
        'text-max-width': 9,
        'text-padding': 4,
      },
      paint: { 'text-color': css(palette.unitText), 'text-halo-color': css(palette.halo, 0.9), 'text-halo-width': 1.3 },
    };
  }
}
