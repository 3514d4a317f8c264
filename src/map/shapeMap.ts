import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Result } from '../domain/base/index.ts';
import { boxOf, type LonLat, type Shape, type DrawTool } from '../domain/geometry/index.ts';
import type { MapBounds, MapCamera } from './camera.ts';
import { ShapeDrawer, type DrawingColors, type ShapeDrawerOptions } from './drawing/ShapeDrawer.ts';
import type { MapFailure } from './fleetMapTypes.ts';
import { mapPalette, type MapThemeColors } from './palette.ts';
import { GroundZones } from './zones/groundZones.ts';
import type { MapZone } from './zones/zones.ts';
import { SmallMap, whereDrawn, type SmallMapOptions } from './smallMap.ts';

export interface ShapeMapOptions
  extends SmallMapOptions, Pick<ShapeDrawerOptions, 'onDrawn' | 'onLive' | 'onCancelled' | 'width'> {
  /** Words of the handles of a circle. */
  readonly handles: ShapeDrawerOptions['texts'];
  /** Token of the shape's colour. */
  readonly color: keyof MapThemeColors;
}

/** A map on which one shape is drawn and changed. */
export interface ShapeMap {
  /** Draws with the pointer; `hole`: out of the shape that is there. */
  start(tool: DrawTool, hole?: boolean): void;
  /** Shows the shape with its handles. False where it has too many points for them. */
  edit(shape: Shape | null): boolean;
  setFault(place: LonLat | null): void;
  setNeighbours(shapes: readonly Shape[]): void;
  /** Geofences that are drawn under the shape; the pointer is not drawn to them by this. */
  setZones(zones: readonly MapZone[]): void;
  setColors(colors: MapThemeColors, color: keyof MapThemeColors): void;
  /** Brings the box into sight. */
  fit(box: MapBounds): void;
  fitShape(shape: Shape): void;
  flyTo(camera: MapCamera): void;
  destroy(): void;
}

/** Makes the map in its container. Fails where the browser cannot draw with WebGL 2. */
export function createShapeMap(options: ShapeMapOptions): Result<ShapeMap, MapFailure> {
  return whereDrawn(() => new ShapeMapController(options));
}

class ShapeMapController implements ShapeMap {
  readonly #map: MapLibreMap;
  readonly #ground: SmallMap;
  #colors: MapThemeColors;
  #color: keyof MapThemeColors;
  readonly #zones: GroundZones;
  #drawer: ShapeDrawer | null = null;
  /** What was asked of the drawing before the map had a style. */
  #waiting: ((drawer: ShapeDrawer) => void)[] = [];

  constructor(options: ShapeMapOptions) {
    this.#colors = options.colors;
    this.#color = options.color;
    this.#ground = new SmallMap(options);
    this.#map = this.#ground.map;
    this.#zones = new GroundZones(this.#map, options.colors);
    this.#map.once('style.load', () => {
      const drawer = new ShapeDrawer({ ...options, map: this.#map, colors: this.#drawn(), texts: options.handles });
      this.#drawer = drawer;
      for (const act of this.#waiting) act(drawer);
      this.#waiting = [];
      this.#map.getContainer().dataset['drawing'] = 'ready';
    });
  }

  start(tool: DrawTool, hole = false): void {
    this.#with((drawer) => drawer.start(tool, hole));
  }

  edit(shape: Shape | null): boolean {
    if (this.#drawer) return this.#drawer.edit(shape);
    this.#waiting.push((drawer) => drawer.edit(shape));
    return true;
  }

  setFault(place: LonLat | null): void {
    this.#with((drawer) => drawer.setFault(place));
  }

  setNeighbours(shapes: readonly Shape[]): void {
    this.#with((drawer) => drawer.setNeighbours(shapes));
  }

  setZones(zones: readonly MapZone[]): void {
    this.#zones.set(zones);
  }

  setColors(colors: MapThemeColors, color: keyof MapThemeColors): void {
    if (colors === this.#colors && color === this.#color) return;
    const isGroundSame = colors === this.#colors;
    [this.#colors, this.#color] = [colors, color];
    if (isGroundSame) {
      this.#with((drawer) => drawer.setColors(this.#drawn()));
      return;
    }
    this.#zones.setColors(colors);
    const change = (): void => this.#ground.setColors(colors);
    if (this.#drawer) this.#drawer.restyle(this.#drawn(), change);
    else change();
  }

  fit({ west, south, east, north }: MapBounds): void {
    this.#map.fitBounds([west, south, east, north], { padding: 48, maxZoom: 17, duration: 0 });
  }

  fitShape(shape: Shape): void {
    this.fit(boxOf(shape));
  }

  flyTo({ longitude, latitude, zoom }: MapCamera): void {
    this.#map.jumpTo({ center: [longitude, latitude], zoom });
  }

  destroy(): void {
    this.#drawer?.close();
    this.#zones.close();
    this.#ground.destroy();
  }

  #with(act: (drawer: ShapeDrawer) => void): void {
    if (this.#drawer) act(this.#drawer);
    else this.#waiting.push(act);
  }

  #drawn(): DrawingColors {
    const [red, green, blue] = this.#colors[this.#color];
    return { line: [red, green, blue], handle: mapPalette(this.#colors).controlSurface };
  }
}
