import { Marker, type GeoJSONSource, type Map as MapLibreMap } from 'maplibre-gl';
import type { Result } from '../domain/base/index.ts';
import type { LonLat } from '../domain/geometry/index.ts';
import { NAME_LAYERS } from './basemaps/index.ts';
import { css } from './color.ts';
import type { MapFailure } from './fleetMapTypes.ts';
import type { MapThemeColors } from './palette.ts';
import { SmallMap, whereDrawn, type SmallMapOptions } from './smallMap.ts';

/** A unit of a location share as its map shows it. */
export interface SharedMark {
  readonly key: number;
  /** Beside the mark. */
  readonly text: string;
  readonly place: LonLat;
  /** Degrees clockwise from north; null while it is stopped. */
  readonly course: number | null;
  readonly trail: readonly LonLat[];
}

/** Where the units of a share are going. */
export type SharedGoal = Pick<SharedMark, 'text' | 'place'>;

export type SharedMapOptions = SmallMapOptions;

/** The map of a location share: few units, each with its name and trail. */
export interface SharedMap {
  draw(marks: readonly SharedMark[], goal: SharedGoal | null): void;
  /** Brings all units and where they are going into sight. */
  fit(): void;
  setColors(colors: MapThemeColors): void;
  destroy(): void;
}

const FIT = { padding: 64, maxZoom: 15 } as const;
const TRAIL = 'share-trail';

/** Makes the map in its container. Fails where the browser cannot draw with WebGL 2. */
export function createSharedMap(options: SharedMapOptions): Result<SharedMap, MapFailure> {
  return whereDrawn(() => new SharedMapController(options));
}

class SharedMapController implements SharedMap {
  readonly #map: MapLibreMap;
  readonly #ground: SmallMap;
  readonly #markers = new Map<number, Marker>();
  #marks: readonly SharedMark[] = [];
  #goal: SharedGoal | null = null;
  #goalMarker: Marker | null = null;

  constructor(options: SharedMapOptions) {
    this.#ground = new SmallMap(options);
    this.#map = this.#ground.map;
    // A new style takes away what the one before was given.
    this.#map.on('styledata', () => {
      if (!this.#map.getLayer(TRAIL)) this.#paint();
    });
  }

  draw(marks: readonly SharedMark[], goal: SharedGoal | null): void {
    this.#marks = marks;
    this.#placeGoal(goal);
    const shown = new Set(marks.map(({ key }) => key));
    for (const [key, marker] of this.#markers) {
      if (shown.has(key)) continue;
      marker.remove();
      this.#markers.delete(key);
    }
    for (const mark of marks) this.#place(mark);
    this.#paint();
  }

  fit(): void {
    const places = this.#marks.map(({ place }) => place);
    this.#ground.fit(this.#goal === null ? places : [...places, this.#goal.place], FIT);
  }

  setColors(colors: MapThemeColors): void {
    this.#ground.setColors(colors);
  }

  destroy(): void {
    for (const marker of this.#markers.values()) marker.remove();
    this.#goalMarker?.remove();
    this.#ground.destroy();
  }

  #placeGoal(goal: SharedGoal | null): void {
    this.#goal = goal;
    if (goal === null) {
      this.#goalMarker?.remove();
      this.#goalMarker = null;
      return;
    }
    const { text, place } = goal;
    this.#goalMarker ??= new Marker({ element: createMark('goal') }).setLngLat([place[0], place[1]]).addTo(this.#map);
    this.#goalMarker.setLngLat([place[0], place[1]]);
    label(this.#goalMarker.getElement(), text);
  }

  #place({ key, text, place, course }: SharedMark): void {
    let marker = this.#markers.get(key);
    if (!marker) {
      marker = new Marker({ element: createMark('arrow') }).setLngLat([place[0], place[1]]).addTo(this.#map);
      this.#markers.set(key, marker);
    }
    marker.setLngLat([place[0], place[1]]);
    const element = marker.getElement();
    element.dataset.moving = String(course !== null);
    const [arrow] = element.children;
    if (arrow instanceof HTMLElement) arrow.style.rotate = `${course ?? 0}deg`;
    label(element, text);
  }

  /** A style that is loading is painted when it is there. */
  #paint(): void {
    const map = this.#map;
    if (!map.getStyle()) return;
    const data = trailsOf(this.#marks);
    const source = map.getSource<GeoJSONSource>(TRAIL);
    if (source) source.setData(data);
    else map.addSource(TRAIL, { type: 'geojson', data });
    if (!map.getLayer(TRAIL))
      map.addLayer(
        { id: TRAIL, type: 'line', source: TRAIL, layout: { 'line-cap': 'round', 'line-join': 'round' } },
        NAME_LAYERS.find((id) => map.getLayer(id)),
      );
    map.setPaintProperty(TRAIL, 'line-color', css(this.#ground.palette.selection));
    map.setPaintProperty(TRAIL, 'line-width', 3);
  }
}

function label(element: HTMLElement, text: string): void {
  element.setAttribute('aria-label', text);
  const name = element.children[1];
  if (name) name.textContent = text;
}

/** An arrow, a dot or the ring of a goal, and the name beside it. */
function createMark(kind: 'arrow' | 'goal'): HTMLElement {
  const element = document.createElement('div');
  element.className = 'shared-mark';
  element.setAttribute('role', 'img');
  for (const part of [kind, 'name']) {
    const child = document.createElement('span');
    child.className = `shared-mark-${part}`;
    element.append(child);
  }
  return element;
}

/** The trails, each to where its unit is now. */
const trailsOf = (marks: readonly SharedMark[]): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: marks.flatMap(({ trail, place }): GeoJSON.Feature[] =>
    trail.length === 0
      ? []
      : [
          {
            type: 'Feature',
            properties: {},
            geometry: { type: 'LineString', coordinates: [...trail, place].map(([lon, lat]) => [lon, lat]) },
          },
        ],
  ),
});
