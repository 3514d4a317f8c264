import type { Layer } from '@deck.gl/core';
import type { FleetFrame } from '../../../streams/pipeline/fleetColumns.ts';
import type { MapPalette } from '../../palette.ts';
import type { DensityGrid } from './densityGrid.ts';
import type { DrawList } from './drawList.ts';
import type { PlaceName } from '../../placeNames.ts';
import type { FleetMirror } from './fleetMirror.ts';

/** Seconds since the fleet's epoch; read when a layer draws, so a frame changes no props. */
export interface MapClock {
  now: number;
}

/** Which trails are drawn. */
export type TrailMode = 'off' | 'selected' | 'fleet';

/** What the map's user chose, and what all layers share. A new object whenever one of these changes. */
export interface MapContext {
  readonly clock: MapClock;
  readonly mirror: FleetMirror;
  readonly palette: MapPalette;
  readonly devicePixelRatio: number;
  readonly labels: boolean;
  readonly trails: TrailMode;
  /** Crowds are drawn as bubbles. */
  readonly density: boolean;
  /** Cells whose units a bubble stands for: their marks and names are left out. */
  readonly bundles: DensityGrid;
  /** Which units have a mark on the screen. */
  readonly drawList: DrawList;
  /** What the base map names: units' names keep clear of it. */
  readonly places: { names: readonly PlaceName[] };
}

/** Where the camera is and how it maps to the screen, in CSS pixels. */
export interface ScreenView {
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
  /** Smallest box of degrees that holds the screen. West may be below -180 and east above 180. */
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  /** Writes the pixel of a coordinate into `out`. */
  project(longitude: number, latitude: number, out: [number, number]): void;
}

/**
 * One kind of thing drawn over the base map. `layers` is a pure function of the context and runs when that changes;
 * `frame` runs once per animation frame and may only write records. Code that changes the drawing asks for a new
 * picture itself (`picture.ts`), most of it by way of `Records` and `TextAtlas`.
 */
export interface MapLayerModule {
  readonly id: string;
  layers(context: MapContext): Layer[];
  frame?(frame: FleetFrame, context: MapContext): void;
  /** A few times a second and after the camera moved. */
  settle?(frame: FleetFrame, context: MapContext, view: ScreenView): void;
  close?(): void;
}
