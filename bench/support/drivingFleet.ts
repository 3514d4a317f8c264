import { createFix, type Fix } from '../../src/domain/telemetry/index.ts';

/** First instant of the made-up day. */
export const START = Date.UTC(2026, 0, 5);
/** Milliseconds between two reports of a unit. */
export const STEP = 10_000;

interface UnitState {
  latitude: number;
  longitude: number;
  course: number;
  speed: number;
  odometer: number;
}

/** Units that drive and stop, report by report; the same in every run. */
export class DrivingFleet {
  readonly #fix = createFix();
  readonly #units: UnitState[];
  #random = 12_345;

  constructor(units: number) {
    this.#units = Array.from({ length: units }, () => ({
      latitude: 50 + this.#next(),
      longitude: 10 + this.#next(),
      course: this.#next() * 360,
      speed: 0,
      odometer: 1e8,
    }));
  }

  /** The unit's next report; valid until the next call. */
  report(unit: number, time: number): Fix {
    const state = this.#units[unit];
    // Half of the time on the road: more than most fleets.
    const driving = (Math.floor(time / 1_800_000) + unit) % 2 === 0;
    this.#drive(state, driving);
    const fix = this.#fix;
    // Whole km/h and degrees, as trackers' own formats carry them.
    Object.assign(fix, {
      time,
      hasPosition: true,
      valid: true,
      latitude: state.latitude,
      longitude: state.longitude,
      speed: Math.round(state.speed),
      course: Math.round(state.course),
      altitude: 100,
      satellites: 11,
    });
    fix.attributes.set('ignition', driving);
    fix.attributes.set('external_voltage', driving ? 13.9 + Math.round(this.#next() * 3) / 10 : 12.6);
    fix.attributes.set('battery_voltage', 4.1);
    fix.attributes.set('gsm_signal', 80);
    fix.attributes.set('odometer', state.odometer);
    fix.attributes.set('digital_inputs', driving ? 1 : 0);
    return fix;
  }

  #drive(state: UnitState, driving: boolean): void {
    state.speed = driving ? Math.max(5, Math.min(110, (state.speed || 40) + (this.#next() - 0.5) * 12)) : 0;
    if (!driving) return;
    state.course = (state.course + (this.#next() - 0.5) * 20 + 360) % 360;
    const metres = (state.speed / 3.6) * (STEP / 1_000);
    state.latitude += (Math.cos((state.course * Math.PI) / 180) * metres) / 111_320;
    state.longitude += (Math.sin((state.course * Math.PI) / 180) * metres) / 71_000;
    state.odometer += metres;
  }

  #next(): number {
    this.#random = (Math.imul(this.#random, 1_664_525) + 1_013_904_223) >>> 0;
    return this.#random / 4_294_967_296;
  }
}

/** Calls back for reports `from` up to `from + count`, oldest first, the units taking turns. */
export function eachReport(
  units: number,
  from: number,
  count: number,
  visit: (unit: number, time: number) => void,
): void {
  for (let place = from; place < from + count; place++) visit(place % units, START + Math.floor(place / units) * STEP);
}
