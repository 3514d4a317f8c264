import type { ReportRow } from '../../../../src/domain/report/index.ts';
import { rateOf, speedOf } from './totals.ts';

/** What units did on a day, or in all. */
export class Figures {
  distance = 0;
  trips = 0;
  driving = 0;
  idle = 0;
  stops = 0;
  duration = 0;
  visits = 0;
  events = 0;
  used: number | null = null;
  refilled = 0;
  stolen = 0;
  maximum: number | null = null;
  first: number | null = null;
  last: number | null = null;

  moved(from: number, to: number, speed: number | null): void {
    this.first = this.first === null ? from : Math.min(this.first, from);
    this.last = this.last === null ? to : Math.max(this.last, to);
    if (speed !== null) this.maximum = this.maximum === null ? speed : Math.max(this.maximum, speed);
  }

  use(litres: number | null): void {
    if (litres !== null) this.used = (this.used ?? 0) + litres;
  }

  add(other: Figures): void {
    this.distance += other.distance;
    this.trips += other.trips;
    this.driving += other.driving;
    this.idle += other.idle;
    this.stops += other.stops;
    this.duration += other.duration;
    this.visits += other.visits;
    this.events += other.events;
    this.refilled += other.refilled;
    this.stolen += other.stolen;
    this.use(other.used);
    if (other.first !== null && other.last !== null) this.moved(other.first, other.last, other.maximum);
  }

  /** Every figure by the key of its column; sections take the ones that they have. */
  row(): ReportRow {
    const { distance, trips, driving, idle, stops, duration, visits, events, used, refilled, stolen } = this;
    return {
      distance,
      trips,
      driving,
      idle,
      stops,
      duration,
      visits,
      events,
      used,
      refilled,
      stolen,
      max_speed: this.maximum,
      mean_speed: speedOf(distance, driving),
      rate: rateOf(used, distance),
      first: this.first,
      last: this.last,
    };
  }
}

/** Figures by day, and of several units together. */
export class FiguresByDay {
  readonly #days = new Map<string, Figures>();

  has(day: string): boolean {
    return this.#days.has(day);
  }

  of(day: string): Figures {
    const known = this.#days.get(day);
    if (known) return known;
    const made = new Figures();
    this.#days.set(day, made);
    return made;
  }

  add(other: FiguresByDay): void {
    for (const [day, figures] of other.entries()) this.of(day).add(figures);
  }

  /** In the order of the days. */
  entries(): [day: string, figures: Figures][] {
    return [...this.#days].toSorted(([one], [other]) => (one < other ? -1 : 1));
  }

  total(): Figures {
    const total = new Figures();
    for (const figures of this.#days.values()) total.add(figures);
    return total;
  }
}
