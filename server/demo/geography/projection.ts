import { EARTH_RADIUS } from '../../../src/domain/base/index.ts';

const RADIANS = Math.PI / 180;

/**
 * A region's flat map in metres: the stereographic projection about its centre. It keeps angles, and
 * 130 km out a length is wrong by a ten-thousandth, so that odometers and drawn paths agree.
 */
export class Projection {
  readonly #longitude: number;
  readonly #sine: number;
  readonly #cosine: number;
  /** Results of the last {@link toGlobe}: degrees. */
  latitude = 0;
  longitude = 0;
  /** How much true north deviates from the map's, in degrees: true course = map course + this. */
  convergence = 0;

  constructor(latitude: number, longitude: number) {
    this.#longitude = longitude;
    this.#sine = Math.sin(latitude * RADIANS);
    this.#cosine = Math.cos(latitude * RADIANS);
  }

  /** Degrees to metres east and north of the centre. */
  toMap(latitude: number, longitude: number): [x: number, y: number] {
    const across = (longitude - this.#longitude) * RADIANS;
    const sine = Math.sin(latitude * RADIANS);
    const cosine = Math.cos(latitude * RADIANS);
    const scale = (2 * EARTH_RADIUS) / (1 + this.#sine * sine + this.#cosine * cosine * Math.cos(across));
    return [scale * cosine * Math.sin(across), scale * (this.#cosine * sine - this.#sine * cosine * Math.cos(across))];
  }

  /** Metres to degrees, left in the fields: it runs for every report, and an object each would cost more. */
  toGlobe(x: number, y: number): void {
    const radius = Math.hypot(x, y);
    if (radius < 1e-6) {
      this.latitude = Math.asin(this.#sine) / RADIANS;
      this.longitude = this.#longitude;
      this.convergence = 0;
      return;
    }
    const angle = 2 * Math.atan(radius / (2 * EARTH_RADIUS));
    const sine = Math.sin(angle);
    const cosine = Math.cos(angle);
    const height = cosine * this.#sine + (y * sine * this.#cosine) / radius;
    const across = Math.atan2(x * sine, radius * this.#cosine * cosine - y * this.#sine * sine);
    this.latitude = Math.asin(height) / RADIANS;
    this.longitude = this.#longitude + across / RADIANS;
    this.convergence = (across / RADIANS) * height;
  }
}
