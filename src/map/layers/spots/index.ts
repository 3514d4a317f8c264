import type { MapLayerModule, ScreenView } from '../shared/context.ts';
import type { WordRecords } from '../shared/wordsLayer.ts';
import { SpotLayer } from './spotLayer.ts';
import { layOutSpots, spotAt, type MapSpot } from './spots.ts';

export type { MapSpot } from './spots.ts';

export interface SpotModule extends MapLayerModule {
  setSpots(spots: readonly MapSpot[]): void;
  /** The spot at a pixel, or null. */
  at(x: number, y: number, reach: number, view: ScreenView): MapSpot | null;
}

/**
 * Places that a list beside the map is about: ends of a trip, events, a chosen point. Nothing is drawn or sent while
 * there are none.
 */
export function createSpots(rebuild: () => void, id = 'spots'): SpotModule {
  let spots: readonly MapSpot[] = [];
  let points: WordRecords = layOutSpots(spots);
  return {
    id,
    setSpots(next) {
      if (next.length === 0 && spots.length === 0) return;
      spots = next;
      points = layOutSpots(next);
      rebuild();
    },
    at: (x, y, reach, view) => spotAt(spots, x, y, reach, view),
    layers({ palette, devicePixelRatio }) {
      if (points.count === 0) return [];
      return [
        new SpotLayer({
          id,
          points,
          palette,
          ratio: devicePixelRatio,
          parameters: { depthCompare: 'always', depthWriteEnabled: false },
        }),
      ];
    },
  };
}
