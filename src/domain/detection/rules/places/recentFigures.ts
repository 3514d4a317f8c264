import type { RuleReport } from '../kinds/index.ts';

/** What reports said last of the figures that rules compare with the report before, as plain data; null: nothing. */
export interface RecentFigureState {
  readonly speed: number | null;
  readonly course: number | null;
  /** Of the speed. */
  readonly time: number | null;
  readonly mileage: number | null;
  readonly engineHours: number | null;
}

/** Puts beside the figures of each report what the reports before said of them. */
export class RecentFigures {
  #speed: number;
  #course: number;
  #time: number;
  #mileage: number;
  #engineHours: number;

  constructor(last: RecentFigureState | null = null) {
    this.#speed = last?.speed ?? Number.NaN;
    this.#course = last?.course ?? Number.NaN;
    this.#time = last?.time ?? Number.NaN;
    this.#mileage = last?.mileage ?? Number.NaN;
    this.#engineHours = last?.engineHours ?? Number.NaN;
  }

  /** The report has its own figures by now. */
  fill(report: RuleReport): void {
    report.speedBefore = this.#speed;
    report.courseBefore = this.#course;
    report.speedTime = this.#time;
    report.mileageBefore = this.#mileage;
    report.engineHoursBefore = this.#engineHours;
    if (!Number.isNaN(report.speed)) {
      this.#speed = report.speed;
      this.#course = report.course;
      this.#time = report.time;
    }
    if (!Number.isNaN(report.mileage)) this.#mileage = report.mileage;
    if (!Number.isNaN(report.engineHours)) this.#engineHours = report.engineHours;
  }

  /** Null where nothing was said. */
  state(): RecentFigureState | null {
    const state = {
      speed: orNull(this.#speed),
      course: orNull(this.#course),
      time: orNull(this.#time),
      mileage: orNull(this.#mileage),
      engineHours: orNull(this.#engineHours),
    };
    return Object.values(state).every((value) => value === null) ? null : state;
  }
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
