import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Rgb } from './color.ts';
import type { MapPalette } from './palette.ts';

const SIZE = 20;
const RADIUS = 4;

/** Name of the plate behind a road's number: one a skin, as a style that is replaced keeps its pictures. */
export const shieldId = ({ skin }: Pick<MapPalette, 'skin'>): string => `shield-${skin}`;

/** Draws the plate when a style asks for it: there are no sprites to take it from. */
export function provideShields(map: MapLibreMap, palette: () => MapPalette): void {
  map.setMissingStyleImageResolver((id) => {
    const { road, roadCasing, skin } = palette();
    if (id !== shieldId({ skin }) || map.hasImage(id)) return;
    map.addImage(id, plate(road, roadCasing), {
      pixelRatio: 2,
      stretchX: [[RADIUS + 2, SIZE - RADIUS - 2]],
      stretchY: [[RADIUS + 2, SIZE - RADIUS - 2]],
      content: [2, 2, SIZE - 2, SIZE - 2],
    });
  });
}

/** A square with round corners and an edge. */
function plate(fill: Rgb, edge: Rgb): ImageData {
  const data = new Uint8ClampedArray(SIZE * SIZE * 4);
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const depth = depthAt(x + 0.5, y + 0.5);
      const [red, green, blue] = depth < 2 ? edge : fill;
      data.set([red, green, blue, 255 * Math.min(1, Math.max(0, depth + 0.5))], (y * SIZE + x) * 4);
    }
  }
  return new ImageData(data, SIZE, SIZE);
}

/** How far inside the plate a point lies, pixels; negative outside. */
function depthAt(x: number, y: number): number {
  const half = SIZE / 2;
  const [beyondX, beyondY] = [Math.abs(x - half) - (half - RADIUS), Math.abs(y - half) - (half - RADIUS)];
  const corner = Math.hypot(Math.max(0, beyondX), Math.max(0, beyondY));
  return RADIUS - (corner > 0 ? corner : Math.max(beyondX, beyondY));
}
