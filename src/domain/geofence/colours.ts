/** Colours of geofences. The palette has one of each in every skin: `series-1` is the first. */
export const GEOFENCE_COLOURS = ['blue', 'orange', 'green', 'purple', 'yellow', 'pink'] as const;

/** The colour token of a geofence; the first for a colour that is not one of them. */
export function colourToken(colour: string): `series-${1 | 2 | 3 | 4 | 5 | 6}` {
  const index = Math.max(0, (GEOFENCE_COLOURS as readonly string[]).indexOf(colour));
  return `series-${(index + 1) as 1 | 2 | 3 | 4 | 5 | 6}`;
}
