import { COORDINATE_SCALE, destination, MINUTE, type Instant } from '../../src/domain/base/index.ts';
import {
  ATTRIBUTES,
  copyTrack,
  TRACK_FLAG,
  TrackBuilder,
  type TrackColumns,
} from '../../src/domain/telemetry/index.ts';
import type { Country } from './country.ts';

export interface RoundSize {
  readonly units: number;
  /** Reports of each unit in a round, and ms between two. */
  readonly rows: number;
  readonly step: number;
  /** Of so many reports one carries more than its position; left out: all do. */
  readonly fullEvery?: number;
}

interface Vehicle {
  longitude: number;
  latitude: number;
  course: number;
  speed: number;
  /** Until when it drives, or stands. */
  until: Instant;
  drives: boolean;
  odometer: number;
  fuel: number;
}

/** What a fleet reports, round after round: two of three vehicles drive, and all carry what trackers of lorries do. */
export class FleetReports {
  readonly #random: () => number;
  readonly #size: RoundSize;
  readonly #start: Instant;
  readonly #vehicles: readonly Vehicle[];
  readonly #builder = new TrackBuilder();

  constructor(country: Country, random: () => number, size: RoundSize, start: Instant) {
    this.#random = random;
    this.#size = size;
    this.#start = start;
    this.#vehicles = Array.from({ length: size.units }, (_, unit): Vehicle => {
      const [longitude, latitude] = country.somewhere(unit);
      const course = random() * 360;
      const [odometer, fuel] = [random() * 3e8, 50 + random() * 300];
      return { longitude, latitude, course, speed: 0, until: start, drives: unit % 3 === 0, odometer, fuel };
    });
  }

  /** A track of each unit. */
  round(number: number): TrackColumns[] {
    const { rows, step } = this.#size;
    return this.#vehicles.map((vehicle, unit) => {
      this.#builder.reset(unit + 1);
      for (let row = 0; row < rows; row++) this.#report(vehicle, this.#start + (number * rows + row) * step);
      return copyTrack(this.#builder.finish());
    });
  }

  #report(vehicle: Vehicle, time: Instant): void {
    this.#move(vehicle, time);
    const random = this.#random;
    const { longitude, latitude, course, speed, odometer, fuel, drives } = vehicle;
    const whole = (degrees: number): number => Math.round(degrees * COORDINATE_SCALE);
    const flags = TRACK_FLAG.valid | TRACK_FLAG.hasPosition;
    this.#builder.add(
      time,
      whole(longitude),
      whole(latitude),
      Math.round(speed * 10),
      course * 10,
      80,
      11,
      flags,
      2,
      0,
    );
    const { fullEvery = 1, step } = this.#size;
    if (Math.round((time - this.#start) / step) % fullEvery !== 0) return;
    const put = (name: keyof typeof ATTRIBUTES, value: number): void => {
      const { id, scale } = ATTRIBUTES[name];
      this.#builder.addWhole(id, name, scale, Math.round(value * scale));
    };
    this.#builder.addBoolean(ATTRIBUTES.ignition.id, 'ignition', drives);
    put('odometer', odometer);
    put('fuel_level', fuel + random());
    put('coolant_temperature', drives ? 85 + random() * 8 : 40);
    put('temperature_1', -18 + random());
    put('external_voltage', drives ? 27.8 + random() / 5 : 25.1);
    put('digital_inputs', random() < 0.01 ? 3 : 1);
    put('hdop', 0.8);
    put('engine_hours', odometer / 60_000);
    if (random() < 0.0005) this.#builder.addText(ATTRIBUTES.alarm.id, 'alarm', random() < 0.5 ? 'hard_braking' : 'sos');
  }

  #move(vehicle: Vehicle, time: Instant): void {
    const random = this.#random;
    if (time >= vehicle.until) {
      vehicle.drives = random() < 2 / 3;
      vehicle.until = time + (1 + random() * 20) * MINUTE;
    }
    if (!vehicle.drives) {
      vehicle.speed = 0;
      return;
    }
    vehicle.speed = Math.max(5, Math.min(110, vehicle.speed + (random() - 0.47) * 6));
    vehicle.course = (vehicle.course + (random() - 0.5) * 8 + 360) % 360;
    const metres = (vehicle.speed / 3_600) * this.#size.step;
    const [latitude, longitude] = destination(vehicle.latitude, vehicle.longitude, vehicle.course, metres);
    Object.assign(vehicle, { latitude, longitude });
    vehicle.odometer += metres;
    vehicle.fuel = Math.max(5, vehicle.fuel - metres / 4_000);
  }
}
