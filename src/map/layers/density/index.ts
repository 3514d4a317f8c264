import type { MapContext, MapLayerModule, ScreenView } from '../shared/context.ts';
import { CROWDS, NEIGHBOURS, type Bubble, type DensityGrid } from '../shared/densityGrid.ts';
import { InstanceReader } from '../shared/instances.ts';
import { BubbleLayer, createBubbleRecords, writeBubbles } from './bubbleLayer.ts';
import { CountAtlas } from './countAtlas.ts';
import { WORLD } from '../../worldSize.ts';

/** In fleets below this each unit counts: only marks that would lie on each other are put together. */
const FLEET_FROM = 500;
/** From this zoom on a cell is a block of houses, and each unit is worth its mark. */
const UNITS_FROM_ZOOM = 14;

/** A place or an end of an arc that moved less is the same, CSS px. */
const VISIBLE = 0.5;

/** What the bubbles stand for, for those who do not see them. */
export interface DensityState {
  readonly bubbles: number;
  /** Units in bubbles. */
  readonly units: number;
}

export interface DensityModule extends MapLayerModule {
  readonly state: DensityState;
  /** The bubble at a pixel, or null. */
  bubbleAt(x: number, y: number, view: ScreenView): Bubble | null;
}

/** True when these bubbles make the same picture as those that are drawn. */
function looksAlike(drawn: readonly Bubble[], next: readonly Bubble[], zoom: number): boolean {
  const pixels = (WORLD * 2 ** zoom) / 360;
  const isShareAlike = (one: Bubble, other: Bubble, of: 'moving' | 'silent' | 'noFix'): boolean =>
    (of === 'moving' || (one[of] === 0) === (other[of] === 0)) &&
    Math.abs(one[of] - other[of]) * 2 * Math.PI * one.radius < one.count * VISIBLE;
  const isAlike = (one: Bubble, other: Bubble): boolean =>
    one.count === other.count &&
    Math.abs(one.radius - other.radius) < VISIBLE &&
    isShareAlike(one, other, 'moving') &&
    isShareAlike(one, other, 'silent') &&
    isShareAlike(one, other, 'noFix') &&
    Math.abs(one.longitude - other.longitude) * pixels < VISIBLE &&
    Math.abs(one.latitude - other.latitude) * pixels < VISIBLE * Math.cos((one.latitude * Math.PI) / 180);
  return drawn.length === next.length && next.every((bubble, index) => isAlike(bubble, drawn[index] ?? bubble));
}

/** Crowds as bubbles with counts, while the camera is too far away for single units. */
export function createDensity(language: string, redrawNeeded: () => void): DensityModule {
  const records = createBubbleRecords(redrawNeeded);
  const reader = new InstanceReader();
  let bubbles: readonly Bubble[] = [];
  let atlas: { made: CountAtlas; ratio: number } | null = null;
  const atlasFor = (ratio: number): CountAtlas => {
    if (atlas?.ratio !== ratio) atlas = { made: new CountAtlas(ratio, language, redrawNeeded), ratio };
    return atlas.made;
  };
  const show = (next: readonly Bubble[], made: CountAtlas, bundles: DensityGrid): void => {
    bubbles = next;
    bundles.drawn = next;
    writeBubbles(records, next, made);
  };

  return {
    id: 'density',
    get state() {
      return { bubbles: bubbles.length, units: bubbles.reduce((sum, { count }) => sum + count, 0) };
    },
    bubbleAt(x, y, view) {
      const pixel: [number, number] = [0, 0];
      const under = bubbles.find(({ longitude, latitude, radius }) => {
        view.project(longitude, latitude, pixel);
        return Math.hypot(pixel[0] - x, pixel[1] - y) <= radius;
      });
      return under ?? null;
    },
    layers({ devicePixelRatio, palette }: MapContext) {
      const made = atlasFor(devicePixelRatio);
      writeBubbles(records, bubbles, made);
      const parameters = { depthCompare: 'always', depthWriteEnabled: false } as const;
      return [
        new BubbleLayer({
          id: `density-${devicePixelRatio}`,
          records,
          atlas: made,
          palette,
          ratio: devicePixelRatio,
          parameters,
        }),
      ];
    },
    settle(frame, { density, bundles, clock, devicePixelRatio }, view) {
      const made = atlasFor(devicePixelRatio);
      if (!density || view.zoom >= UNITS_FROM_ZOOM) {
        if (bundles.clear()) show([], made, bundles);
        return;
      }
      const grain = frame.fleet.count < FLEET_FROM ? NEIGHBOURS : CROWDS;
      bundles.rebuild(reader.attach(frame.fleet), clock.now, view, grain);
      const next = bundles.bubbles(view.zoom);
      if (!looksAlike(bubbles, next, view.zoom)) show(next, made, bundles);
    },
  };
}
