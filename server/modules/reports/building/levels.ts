import { MINUTE, type Instant } from '../../../../src/domain/base/index.ts';
import type { ReportWindow } from '../../../../src/domain/report/index.ts';

/** Levels of which the middle one counts, of so many milliseconds at most: a tank sloshes. */
const MEDIAN = { of: 5, within: 10 * MINUTE } as const;

/** Follows the reports of a unit in their order and notes the level of all its tanks where windows begin and end. */
export class LevelWatch {
  readonly #windows: readonly ReportWindow[];
  readonly #levels: { from: number | null; to: number | null }[];
  readonly #tanks: number[] = [];
  #recent: { readonly time: Instant; readonly level: number }[] = [];
  #place = 0;

  constructor(windows: readonly ReportWindow[]) {
    this.#windows = windows;
    this.#levels = windows.map(() => ({ from: null, to: null }));
  }

  accept(time: Instant, tanks: readonly number[]): void {
    for (const [tank, level] of tanks.entries()) if (level >= 0) this.#tanks[tank] = level;
    let sum = 0;
    for (let tank = 0; tank < tanks.length; tank++) sum += this.#tanks[tank] ?? Number.NaN;
    if (Number.isNaN(sum)) return;
    this.#close(time);
    const since = time - MEDIAN.within;
    this.#recent = [...this.#recent.filter((each) => each.time >= since), { time, level: sum }].slice(-MEDIAN.of);
    const open = this.#windows[this.#place];
    // A window begins with the first level that is known within it.
    if (open !== undefined && time >= open.from) this.#levels[this.#place].from ??= this.#level();
  }

  finish(): readonly { readonly from: number | null; readonly to: number | null }[] {
    this.#close(Number.POSITIVE_INFINITY);
    return this.#levels;
  }

  /** Notes the level that was known before the instant wherever a window began or ended up to it. */
  #close(time: Instant): void {
    for (; this.#place < this.#windows.length; this.#place++) {
      const { from, to } = this.#windows[this.#place];
      if (from > time) return;
      this.#levels[this.#place].from ??= this.#level();
      if (to > time) return;
      this.#levels[this.#place].to = this.#level();
    }
  }

  #level(): number | null {
    const sorted = this.#recent.map(({ level }) => level).toSorted((a, b) => a - b);
    return sorted.length === 0 ? null : sorted[Math.floor(sorted.length / 2)];
  }
}
