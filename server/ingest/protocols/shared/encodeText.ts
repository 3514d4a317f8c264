import { KNOT_IN_KMH } from '../../../../src/domain/base/index.ts';
import { minutesFromDegrees } from './coordinates.ts';

/** A place with what a device may say of its motion; what is left out is not sent. */
export interface ReportedPlace {
  /** Unix milliseconds. */
  readonly time: number;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** km/h, degrees, metres. */
  readonly speed?: number;
  readonly course?: number;
  readonly altitude?: number;
}

/** A position as the device side of the text protocols sends it. */
export interface TextPosition {
  /** Unix milliseconds. */
  readonly time: number;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** km/h, degrees. */
  readonly speed: number;
  readonly course: number;
  /** True by default. */
  readonly valid?: boolean;
}

/** The same as the fields that they have in common. */
export interface TextPositionFields {
  /** `hhmmss`, `ddmmyy` and `yymmdd`, UTC. */
  readonly time: string;
  readonly dayFirst: string;
  readonly yearFirst: string;
  readonly validity: 'A' | 'V';
  /** `ddmm.mmmmm`, `dddmm.mmmmm` and their letters. */
  readonly latitude: string;
  readonly north: 'N' | 'S';
  readonly longitude: string;
  readonly east: 'E' | 'W';
  readonly knots: number;
}

/** Writes a position as text fields. */
export function textPosition({ time, latitude, longitude, speed, valid = true }: TextPosition): TextPositionFields {
  const digits = new Date(time).toISOString().replaceAll(/\D/g, '');
  return {
    time: digits.slice(8, 14),
    dayFirst: digits.slice(6, 8) + digits.slice(4, 6) + digits.slice(2, 4),
    yearFirst: digits.slice(2, 8),
    validity: valid ? 'A' : 'V',
    latitude: minutesFromDegrees(latitude, 2),
    north: latitude < 0 ? 'S' : 'N',
    longitude: minutesFromDegrees(longitude, 3),
    east: longitude < 0 ? 'W' : 'E',
    knots: speed / KNOT_IN_KMH,
  };
}
