import { longitudeNear, type Box, type ShapeProbe } from '../geometry/index.ts';

/**
 * The parts of a straight segment inside a shape, as fractions of it (`ShapeProbe.insideOf`). Only the part of the
 * segment within the box around the shape is asked about: geometry on a plane is exact near to what it is about.
 */
export function partsInside(
  probe: ShapeProbe,
  box: Box,
  latitudeA: number,
  longitudeA: number,
  latitudeB: number,
  longitudeB: number,
): readonly number[] {
  const a = longitudeNear(longitudeA, (box.west + box.east) / 2);
  const b = longitudeNear(longitudeB, a);
  const clip = { from: 0, to: 1 };
  if (!clipTo(clip, latitudeA, latitudeB - latitudeA, box.south, box.north)) return NONE;
  if (!clipTo(clip, a, b - a, box.west, box.east)) return NONE;
  const { from, to } = clip;
  const alongX = b - a;
  const alongY = latitudeB - latitudeA;
  const parts = probe.insideOf(latitudeA + alongY * from, a + alongX * from, latitudeA + alongY * to, a + alongX * to);
  const scale = to - from;
  for (let index = 0; index < parts.length; index++) parts[index] = from + parts[index] * scale;
  return parts;
}

const NONE: readonly number[] = [];

/** Narrows a part of a segment to where one of its coordinates lies within bounds; false: nowhere. */
function clipTo(clip: { from: number; to: number }, start: number, step: number, low: number, high: number): boolean {
  if (step === 0) return start >= low && start <= high;
  const one = (low - start) / step;
  const other = (high - start) / step;
  clip.from = Math.max(clip.from, Math.min(one, other));
  clip.to = Math.min(clip.to, Math.max(one, other));
  return clip.from <= clip.to;
}
