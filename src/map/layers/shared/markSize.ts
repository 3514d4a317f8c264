/** Radius of a mark in CSS pixels at a zoom: dots of a fleet at 3, shapes to read from 9 on. */
export function markRadius(zoom: number): number {
  const stops: readonly (readonly [zoom: number, radius: number])[] = [
    [2, 4],
    [5, 6.5],
    [9, 9.5],
    [13, 12.5],
    [16, 15],
  ];
  const next = stops.findIndex(([at]) => at > zoom);
  if (next === 0) return stops[0]?.[1] ?? 0;
  const before = stops[next < 0 ? stops.length - 1 : next - 1] ?? [0, 0];
  const after = next < 0 ? before : (stops[next] ?? before);
  const share = after[0] === before[0] ? 0 : (zoom - before[0]) / (after[0] - before[0]);
  return before[1] + (after[1] - before[1]) * share;
}
