/** Measures and their wire scales. Everything is metric inside: km/h, metres, degrees, litres. */

/** One knot in km/h (international nautical mile, 1852 m). */
export const KNOT_IN_KMH = 1.852;
/** One metre a second in km/h. */
export const METRE_PER_SECOND_IN_KMH = 3.6;
/** Stored coordinates are whole numbers of 1e-7 degrees (about 1 cm). */
export const COORDINATE_SCALE = 1e7;
/** Stored speeds are whole numbers of 0.1 km/h. */
export const SPEED_SCALE = 10;

/** Degrees to the stored whole number. */
export function toStoredCoordinate(degrees: number): number {
  return Math.round(degrees * COORDINATE_SCALE);
}

/** Any course to the range 0 (included) to 360 (excluded). */
export function normaliseCourse(degrees: number): number {
  const wrapped = degrees % 360;
  return wrapped < 0 ? wrapped + 360 : wrapped;
}
