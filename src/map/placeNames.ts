import { NAME_LAYERS, ZONE_NAMES } from './basemaps/index.ts';

/** A name on the ground: where its place is, and the room it takes, CSS px from there. */
export interface PlaceName {
  readonly longitude: number;
  readonly latitude: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What of a drawn feature matters here. */
interface DrawnFeature {
  readonly geometry: { readonly type: string; readonly coordinates?: unknown };
  readonly layer: { readonly layout?: object };
}

/** What this asks of the map. */
export interface NamedGround {
  getLayer(id: string): unknown;
  queryRenderedFeatures(options: { layers: string[] }): readonly DrawnFeature[];
}

/** Width of a letter, height of a line and the longest line, in parts of the text's size. */
const LETTER = 0.58;
const LINE = 1.2;
const LONGEST_LINE = 9;
const SMALLEST_GAP = 2;

/** The names that the base map shows now: those that it left out for want of room are not among them. */
export function placeNames(map: NamedGround): PlaceName[] {
  const layers = [...NAME_LAYERS, ZONE_NAMES].filter((id) => map.getLayer(id) !== undefined);
  return layers.length === 0 ? [] : map.queryRenderedFeatures({ layers }).flatMap(nameOf);
}

function nameOf({ geometry, layer }: DrawnFeature): PlaceName[] {
  const [longitude, latitude] =
    geometry.type === 'Point' && Array.isArray(geometry.coordinates) ? (geometry.coordinates as unknown[]) : [];
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return [];
  // The map library gives each feature's layer with the values that hold for this feature.
  const layout = (layer.layout ?? {}) as Readonly<Record<string, unknown>>;
  const {
    'text-size': size,
    'text-field': field,
    'text-anchor': anchor,
    'text-offset': offset,
    'text-letter-spacing': spacing,
  } = layout;
  const text = field == null ? '' : String(field as string);
  if (typeof size !== 'number' || text === '') return [];
  const letter = LETTER + (typeof spacing === 'number' ? spacing : 0);
  const whole = text.length * letter;
  const lines = Math.min(text.split(' ').length, Math.ceil(whole / LONGEST_LINE));
  const width = (lines === 1 ? whole : Math.min(whole, LONGEST_LINE)) * size;
  const height = lines * LINE * size;
  const down =
    (Array.isArray(offset) && typeof offset[1] === 'number' ? offset[1] : 0) * size +
    (anchor === 'bottom' ? -height / 2 : 0);
  return [
    {
      longitude,
      latitude,
      left: -width / 2 - SMALLEST_GAP,
      right: width / 2 + SMALLEST_GAP,
      top: down - height / 2,
      bottom: down + height / 2,
    },
  ];
}
