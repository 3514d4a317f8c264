/** What the fields of a place hold: null where empty, the text where it is no number. */
export interface PlaceValues {
  readonly latitude: number | string | null;
  readonly longitude: number | string | null;
}

export const NO_PLACE: PlaceValues = { latitude: null, longitude: null };

/** The place that the fields stand for; null while they are not yet one. */
export function placeOf({ latitude, longitude }: PlaceValues): { latitude: number; longitude: number } | null {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

/** Two numbers as maps and messengers write them: `52.5163, 13.3777`; also with a blank or a semicolon between. */
const PAIR = /^\s*\(?([+-]?\d{1,2}(?:\.\d+)?)°?\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)°?\)?\s*$/;

/** Coordinates in a text that was pasted; null when it is none, or lies off the globe. */
export function readCoordinates(text: string): { latitude: number; longitude: number } | null {
  const found = PAIR.exec(text);
  return found === null ? null : placeOf({ latitude: Number(found[1]), longitude: Number(found[2]) });
}
