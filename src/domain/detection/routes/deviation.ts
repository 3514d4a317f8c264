import { distance, ROUTE, SECOND, type Instant } from '../../base/index.ts';
import { probeOf, type Shape, type ShapeProbe } from '../../geometry/index.ts';
import type { Place } from '../../unitEvent/index.ts';
import type { Fix } from './checkpointCrossing.ts';

/** A stretch off the corridor. */
export interface OffSpan {
  readonly from: Instant;
  /** Null while it lasts. */
  readonly to: Instant | null;
  /** Where it went out. */
  readonly place: Place;
  /** Where it came back; null: it did not, as when the run ended meanwhile. */
  readonly back: Place | null;
}

/** Metres inside at which one fix brings a unit back on the route. */
const MARGIN = 15;

/**
 * How a unit keeps to a corridor: the metres inside it, and when it was off it: outside for {@link ROUTE.offAfter}
 * seconds or by {@link ROUTE.offBeyond} metres; back on it after two fixes inside, or one well inside (domain
 * reference, 7.2).
 */
export class Deviation {
  readonly #probe: ShapeProbe;
  #spans: OffSpan[] = [];
  #isOff = false;
  /** When and where it went out, while it is not off yet. */
  #out: { readonly at: Instant; readonly place: Place } | null = null;
  /** When and where it came in, while it is not taken to be back. */
  #in: { readonly at: Instant; readonly place: Place } | null = null;
  inside = 0;
  total = 0;

  constructor(corridor: Shape) {
    this.#probe = probeOf(corridor);
  }

  get spans(): readonly OffSpan[] {
    return this.#spans;
  }

  get isOff(): boolean {
    return this.#isOff;
  }

  /** Nothing before counts: the run begins again. */
  reset(): void {
    [this.inside, this.total, this.#isOff, this.#out, this.#in] = [0, 0, false, null, null];
    this.#spans = [];
  }

  accept(fix: Fix, before: Fix | null): void {
    const spans = before ? this.#measure(fix, before) : [];
    const depth = this.#probe.depth(fix.latitude, fix.longitude, ROUTE.offBeyond + 1);
    if (depth >= 0) this.#comeIn(fix, before, depth, spans);
    else this.#goOut(fix, before, depth, spans);
  }

  /** The run is over: what lasts ends with it. */
  end(at: Instant): void {
    if (this.#isOff) this.#close(at, null);
    this.#isOff = false;
  }

  #measure(fix: Fix, before: Fix): readonly number[] {
    const metres = distance(before.latitude, before.longitude, fix.latitude, fix.longitude);
    this.total += metres;
    const spans = this.#probe.insideOf(before.latitude, before.longitude, fix.latitude, fix.longitude);
    for (let index = 0; index < spans.length; index += 2) this.inside += metres * (spans[index + 1] - spans[index]);
    return spans;
  }

  #goOut(fix: Fix, before: Fix | null, depth: number, spans: readonly number[]): void {
    this.#in = null;
    if (this.#isOff) return;
    const at = before && spans.length > 0 ? timeAt(before, fix, spans[spans.length - 1]) : fix.time;
    this.#out ??= { at, place: placeOf(fix) };
    if (fix.time - this.#out.at < ROUTE.offAfter * SECOND && depth > -ROUTE.offBeyond) return;
    this.#isOff = true;
    this.#spans.push({ from: this.#out.at, to: null, place: this.#out.place, back: null });
    this.#out = null;
  }

  #comeIn(fix: Fix, before: Fix | null, depth: number, spans: readonly number[]): void {
    this.#out = null;
    if (!this.#isOff) return;
    const at = before && spans.length > 0 ? timeAt(before, fix, spans[spans.length - 2]) : fix.time;
    const back = this.#in ?? { at, place: placeOf(fix) };
    if (this.#in === null && depth < MARGIN) {
      this.#in = back;
      return;
    }
    this.#in = null;
    this.#isOff = false;
    this.#close(back.at, back.place);
  }

  #close(at: Instant, back: Place | null): void {
    const last = this.#spans.pop();
    if (last) this.#spans.push({ ...last, to: Math.max(last.from, at), back });
  }
}

const placeOf = ({ latitude, longitude }: Fix): Place => ({ latitude, longitude });

const timeAt = (from: Fix, to: Fix, share: number): Instant => Math.round(from.time + (to.time - from.time) * share);
