import { Marker, type GeoJSONSource, type Map as MapLibreMap } from 'maplibre-gl';
import {
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawLineStringMode,
  TerraDrawPolygonMode,
  TerraDrawRectangleMode,
  TerraDrawSelectMode,
  type GeoJSONStoreFeatures,
  type HexColor,
} from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import { destination, distance, SHAPE } from '../../domain/base/index.ts';
import {
  positionsOf,
  ringsOf,
  unwrapped,
  type LonLat,
  type Shape,
  type DrawTool,
} from '../../domain/geometry/index.ts';
import type { Rgb } from '../color.ts';
import { circleOf, pointsOf, shapeFeature } from './geometry.ts';
import { shapeLayers } from './shapePaint.ts';
import { SnapLines } from './snapping.ts';

const SOURCE = 'drawn-shape';
/** Modes of the drawing library by tool; a hole is drawn as a polygon of its own. */
const MODES = { polygon: 'polygon', rectangle: 'rectangle', circle: 'circle', corridor: 'linestring' } as const;

/** Colours of what is drawn, and of the fill of its handles. */
export interface DrawingColors {
  readonly line: Rgb;
  readonly handle: Rgb;
}

export interface ShapeDrawerOptions {
  readonly map: MapLibreMap;
  readonly colors: DrawingColors;
  /** Words of the handles of a circle. */
  readonly texts: { readonly center: string; readonly radius: string };
  /** Width of a corridor that is new, metres. */
  readonly width: number;
  /** A shape was finished, or its vertices were left somewhere else. */
  readonly onDrawn: (shape: Shape) => void;
  /** The same while the pointer is still down, for figures that follow it; null where there is nothing to measure. */
  readonly onLive?: (shape: Shape | null) => void;
  readonly onCancelled?: () => void;
}

/**
 * Draws one shape on a map with the pointer and changes it by its vertices. It keeps nothing: what was drawn is said
 * by `onDrawn`, and whoever keeps it gives it back by `edit`. Used by the form of geofences (`ShapeMapView`).
 */
export class ShapeDrawer {
  readonly #options: ShapeDrawerOptions;
  readonly #map: MapLibreMap;
  #draw: TerraDraw;
  #shape: Shape | null = null;
  #hole = false;
  #tool: DrawTool | null = null;
  #colors: DrawingColors;
  #snap = new SnapLines([]);
  #fault: Marker | null = null;
  #handles: Marker[] = [];
  /** Changes that this class makes itself are no news. */
  #quiet = false;
  #isClosed = false;

  constructor(options: ShapeDrawerOptions) {
    this.#options = options;
    this.#map = options.map;
    this.#colors = options.colors;
    this.#draw = this.#make();
    this.#begin();
  }

  /** Lines that the pointer is drawn to: outlines of other shapes. */
  setNeighbours(shapes: readonly Shape[]): void {
    this.#snap = new SnapLines(shapes.flatMap(linesOf));
  }

  /** Draws something new with the pointer; `hole`: cut out of the shape that is there. */
  start(tool: DrawTool, hole = false): void {
    [this.#tool, this.#hole] = [tool, hole];
    this.#quietly(() => {
      this.#clearHandles();
      this.#draw.clear();
      if (!hole) this.#paint(null);
      this.#draw.setMode(MODES[tool]);
    });
  }

  /** Shows a shape with its handles; null: nothing. False where it can only be changed by its list of points. */
  edit(shape: Shape | null): boolean {
    this.#tool = null;
    this.#shape = shape;
    let hasHandles = true;
    this.#quietly(() => {
      this.#clearHandles();
      this.#draw.clear();
      this.#paint(shape);
      this.#draw.setMode('select');
      hasHandles = shape === null || this.#addHandles(shape);
    });
    return hasHandles;
  }

  /** Marks the place of a fault; null: there is none. */
  setFault(place: LonLat | null): void {
    this.#fault?.remove();
    this.#fault = null;
    if (place === null) return;
    const element = document.createElement('div');
    element.className = 'map-fault';
    this.#fault = new Marker({ element }).setLngLat([place[0], place[1]]).addTo(this.#map);
  }

  /** Draws in other colours from now on. */
  setColors(colors: DrawingColors): void {
    this.#colors = colors;
    this.#end();
    this.#removeLayers();
    this.#resume();
  }

  /** Does what takes the map's layers away, and puts those of the drawing back afterwards. */
  restyle(colors: DrawingColors, change: () => void): void {
    this.#colors = colors;
    this.#end();
    change();
    this.#map.once('styledata', () => {
      if (!this.#isClosed) this.#resume();
    });
  }

  /** True once the drawing was ended for good. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  close(): void {
    this.#isClosed = true;
    this.setFault(null);
    this.#end();
    this.#removeLayers();
  }

  #resume(): void {
    this.#draw = this.#make();
    this.#begin();
    if (this.#tool === null) this.edit(this.#shape);
    else this.start(this.#tool, this.#hole);
  }

  #removeLayers(): void {
    for (const { id } of shapeLayers(SOURCE, SOURCE, { color: '', fill: 0, line: 0 }))
      if (this.#map.getLayer(id)) this.#map.removeLayer(id);
    if (this.#map.getSource(SOURCE)) this.#map.removeSource(SOURCE);
  }

  #make(): TerraDraw {
    const color = hex(this.#colors.line);
    const handle = hex(this.#colors.handle);
    const snapping = { toCoordinate: true, toCustom: this.#snapTo };
    const line = { outlineColor: color, fillColor: color, fillOpacity: 0.15, outlineWidth: 2 };
    const area = {
      draggable: true,
      coordinates: { draggable: true, midpoints: true, deletable: true, snappable: snapping },
    };
    return new TerraDraw({
      adapter: new TerraDrawMapLibreGLAdapter({ map: this.#map, coordinatePrecision: 7 }),
      modes: [
        new TerraDrawPolygonMode({ snapping, styles: line, showCoordinatePoints: true }),
        new TerraDrawRectangleMode({ styles: line }),
        new TerraDrawCircleMode({ styles: line, segments: 64, projection: 'globe' }),
        new TerraDrawLineStringMode({ snapping, styles: { lineStringColor: color, lineStringWidth: 3 } }),
        new TerraDrawSelectMode({
          flags: { polygon: { feature: area }, linestring: { feature: area } },
          keyEvents: { deselect: null, delete: null, rotate: null, scale: null },
          styles: {
            selectedPolygonColor: color,
            selectedPolygonFillOpacity: 0,
            selectedPolygonOutlineColor: color,
            selectedLineStringColor: color,
            selectionPointColor: handle,
            selectionPointOutlineColor: color,
            selectionPointOutlineWidth: 2,
            selectionPointWidth: 5,
            midPointColor: color,
            midPointOutlineColor: handle,
            midPointWidth: 3,
          },
        }),
      ],
    });
  }

  #snapTo = (event: { containerX: number; containerY: number }): [number, number] | undefined => {
    const { project, unproject } = this.#view;
    const found = this.#snap.near({ x: event.containerX, y: event.containerY }, { project, unproject });
    return found && [found[0], found[1]];
  };

  readonly #view = {
    project: (longitude: number, latitude: number) => this.#map.project([longitude, latitude]),
    unproject: (x: number, y: number) => this.#map.unproject([x, y]),
  };

  #begin(): void {
    const draw = this.#draw;
    draw.start();
    draw.setMode('select');
    draw.on('finish', (id, { action }) => {
      if (this.#quiet) return;
      if (action === 'draw') this.#finished(draw.getSnapshotFeature(id));
      else this.#changed(true);
    });
    draw.on('change', (_, type) => {
      if (this.#quiet || type === 'styling') return;
      if (this.#tool === null) this.#changed(false);
      else this.#follow();
    });
    this.#map.getCanvas().addEventListener('keyup', this.#onKey);
  }

  #end(): void {
    this.#clearHandles();
    this.#map.getCanvas().removeEventListener('keyup', this.#onKey);
    this.#quietly(() => this.#draw.stop());
  }

  #onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape' && this.#tool !== null) this.#options.onCancelled?.();
  };

  #quietly(act: () => void): void {
    this.#quiet = true;
    try {
      act();
    } finally {
      this.#quiet = false;
    }
  }

  /** A new shape, or the one that is there with a hole more. */
  #finished(feature: GeoJSONStoreFeatures | undefined): void {
    const shape = feature && this.#shapeOf(feature);
    if (!shape) return;
    const { onDrawn } = this.#options;
    if (this.#hole && this.#shape?.type === 'polygon' && shape.type === 'polygon')
      onDrawn({ type: 'polygon', coordinates: [...this.#shape.coordinates, shape.coordinates[0]] });
    else onDrawn(shape);
  }

  /** What is drawn, while it is. */
  #follow(): void {
    const feature = this.#draw
      .getSnapshot()
      .find(({ properties }) => properties['mode'] === MODES[this.#tool ?? 'polygon']);
    const shape = feature && feature.geometry.type !== 'Point' ? this.#shapeOf(feature) : null;
    if (!this.#hole) this.#options.onLive?.(shape);
  }

  #shapeOf({ geometry }: GeoJSONStoreFeatures): Shape | null {
    if (geometry.type === 'LineString')
      return { type: 'corridor', coordinates: pointsOf(geometry), width: this.#options.width };
    if (geometry.type !== 'Polygon') return null;
    if (this.#tool === 'circle' && !this.#hole) return circleOf(geometry.coordinates[0]);
    return { type: 'polygon', coordinates: [pointsOf(geometry)] };
  }

  /** Vertices were moved, added or removed. */
  #changed(isLeft: boolean): void {
    const before = this.#shape;
    if (before === null || before.type === 'circle') return;
    const lines = this.#draw
      .getSnapshot()
      .flatMap(({ geometry, properties }) =>
        typeof properties['ring'] === 'number' && geometry.type !== 'Point'
          ? [[properties['ring'], pointsOf(geometry)] as const]
          : [],
      )
      .toSorted(([one], [other]) => one - other)
      .map(([, line]) => line);
    if (lines.length === 0) return;
    this.#emit(
      before.type === 'corridor' ? { ...before, coordinates: lines[0] } : { type: 'polygon', coordinates: lines },
      isLeft,
    );
  }

  #emit(shape: Shape, isLeft: boolean): void {
    this.#paint(shape);
    if (isLeft) this.#options.onDrawn(shape);
    else this.#options.onLive?.(shape);
  }

  #addHandles(shape: Shape): boolean {
    if (shape.type === 'circle') {
      this.#addCircleHandles(shape.center, shape.radius);
      return true;
    }
    if (positionsOf(shape).length > SHAPE.handles) return false;
    const features = linesOf(shape).map((line, ring) => featureOf(line, ring, shape.type === 'corridor'));
    const added = this.#draw.addFeatures(features);
    const [first] = added;
    if (!added.every(({ valid }) => valid)) {
      this.#draw.clear();
      return false;
    }
    if (first?.id !== undefined) this.#draw.selectFeature(first.id);
    return true;
  }

  /** A circle has two handles: its center, and a place on its edge to the east. */
  #addCircleHandles(center: LonLat, radius: number): void {
    const { texts } = this.#options;
    const edgeOf = ([longitude, latitude]: LonLat, metres: number): [number, number] => {
      const [lat, lon] = destination(latitude, longitude, 90, metres);
      return [lon, lat];
    };
    const make = (name: string, label: string, at: [number, number]): Marker => {
      const element = document.createElement('div');
      element.className = `map-handle map-handle-${name}`;
      element.title = label;
      return new Marker({ element, draggable: true }).setLngLat(at).addTo(this.#map);
    };
    const middle = make('center', texts.center, [center[0], center[1]]);
    const edge = make('edge', texts.radius, edgeOf(center, radius));
    let now = { center, radius };
    const read = (isLeft: boolean): void => this.#emit({ type: 'circle', ...now }, isLeft);
    middle.on('drag', () => {
      const { lng, lat } = middle.getLngLat();
      now = { center: [lng, lat], radius: now.radius };
      edge.setLngLat(edgeOf(now.center, now.radius));
      read(false);
    });
    edge.on('drag', () => {
      const { lng, lat } = edge.getLngLat();
      const metres = distance(now.center[1], now.center[0], lat, lng);
      now = { center: now.center, radius: Math.max(SHAPE.radius.min, Math.round(metres * 10) / 10) };
      read(false);
    });
    for (const handle of [middle, edge]) handle.on('dragend', () => read(true));
    this.#handles = [middle, edge];
  }

  #clearHandles(): void {
    for (const handle of this.#handles) handle.remove();
    this.#handles = [];
  }

  #paint(shape: Shape | null): void {
    const data = { type: 'FeatureCollection' as const, features: shape === null ? [] : [shapeFeature(shape)] };
    const source = this.#map.getSource<GeoJSONSource>(SOURCE);
    if (source) {
      source.setData(data);
      return;
    }
    this.#map.addSource(SOURCE, { type: 'geojson', data, tolerance: 0 });
    for (const layer of shapeLayers(SOURCE, SOURCE, { color: hex(this.#colors.line), fill: 0.2, line: 2 }))
      this.#map.addLayer(layer);
  }
}

const hex = (color: Rgb): HexColor => `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** The lines of a shape: rings of areas, closed, and the line of a corridor. */
function linesOf(shape: Shape): readonly (readonly LonLat[])[] {
  if (shape.type === 'circle') return [];
  return shape.type === 'corridor' ? [unwrapped(shape.coordinates)] : ringsOf(shape);
}

function featureOf(line: readonly LonLat[], ring: number, isLine: boolean): GeoJSONStoreFeatures {
  const coordinates = line.map(([longitude, latitude]) => [longitude, latitude]);
  return isLine
    ? { type: 'Feature', geometry: { type: 'LineString', coordinates }, properties: { mode: 'linestring', ring } }
    : {
        type: 'Feature',
        geometry: { type: 'Polygon', coordinates: [coordinates] },
        properties: { mode: 'polygon', ring },
      };
}
