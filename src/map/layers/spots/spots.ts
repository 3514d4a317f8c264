import type { ScreenView } from '../shared/context.ts';
import type { WordRecords } from '../shared/wordsLayer.ts';

/**
 * What a spot says by its colour: the ends of a trip, something that happened, something grave, a chosen point, a fix
 * that was refused.
 */
export const SPOT_LOOKS = ['start', 'end', 'event', 'alarm', 'point', 'refused'] as const;
type SpotLook = (typeof SPOT_LOOKS)[number];

/** A place that a list beside the map is about. */
export interface MapSpot {
  readonly id: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly look: SpotLook;
  /** Drawn larger, as its line in the list is. */
  readonly chosen?: boolean;
}

/** Words of a spot: longitude and latitude, high part (2), low part (2), look and radius in CSS pixels (2). */
export const SPOT_WORDS = 6;
const RADIUS = 6;
const CHOSEN_RADIUS = 9;
/** There may be many, and they are beside the matter. */
const REFUSED_RADIUS = 4;

function radiusOf({ chosen, look }: MapSpot): number {
  if (look === 'refused') return REFUSED_RADIUS;
  return chosen === true || look === 'point' ? CHOSEN_RADIUS : RADIUS;
}

/** Lays spots out for the GPU, the chosen ones last, on top of the others. */
export function layOutSpots(spots: readonly MapSpot[]): WordRecords {
  const ordered = [...spots.filter(({ chosen }) => chosen !== true), ...spots.filter(({ chosen }) => chosen === true)];
  // A buffer of no bytes cannot be made.
  const words = new Float32Array(Math.max(1, ordered.length) * SPOT_WORDS);
  ordered.forEach((spot, index) => {
    const { longitude, latitude, look } = spot;
    const [high, highLatitude] = [Math.fround(longitude), Math.fround(latitude)];
    words.set(
      [high, highLatitude, longitude - high, latitude - highLatitude, SPOT_LOOKS.indexOf(look), radiusOf(spot)],
      index * SPOT_WORDS,
    );
  });
  return { words, count: ordered.length };
}

/** The spot at a pixel, the nearest first; null when there is none within `reach` of its edge. */
export function spotAt(
  spots: readonly MapSpot[],
  x: number,
  y: number,
  reach: number,
  view: ScreenView,
): MapSpot | null {
  const pixel: [number, number] = [0, 0];
  let best: MapSpot | null = null;
  let least = reach;
  for (const spot of spots) {
    view.project(spot.longitude, spot.latitude, pixel);
    const away = Math.hypot(pixel[0] - x, pixel[1] - y) - radiusOf(spot);
    if (away > least) continue;
    [best, least] = [spot, away];
  }
  return best;
}
