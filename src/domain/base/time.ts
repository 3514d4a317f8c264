/**
 * Time is a count of milliseconds since the Unix epoch, UTC, and is always passed in.
 * On the wire it is ISO 8601 UTC (contract, "HTTP").
 */
export type Instant = number;

/** Milliseconds in one of each. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** One turn of the satellites' ten-bit week counter. */
export const WEEK_ROLLOVER = 1_024 * 7 * DAY;

/** A span of time, start included, end excluded. */
export interface Interval {
  readonly from: Instant;
  readonly to: Instant;
}

/** Where "now" comes from; tests pass one that they move by hand. */
export interface TimeSource {
  now(): Instant;
}

/** ISO 8601 in UTC with milliseconds, as the wire carries it. */
export function toIso(instant: Instant): string {
  return new Date(instant).toISOString();
}

/** Reads ISO 8601; returns NaN when the text is not a time. */
export function fromIso(text: string): Instant {
  return Date.parse(text);
}

/** The greatest multiple of `step` that is not after `instant`. */
export function floorTo(instant: Instant, step: number): Instant {
  return Math.floor(instant / step) * step;
}

/** Keeps `value` within `minimum` and `maximum`, both included. */
export function clamp(value: number, minimum: number, maximum: number): number {
  return value < minimum ? minimum : value > maximum ? maximum : value;
}

/**
 * What a person watches and what need not be newer than this (ms) changes on the beats of one clock: figures, hands and
 * marks that change together cost one picture, and a picture costs a machine without a graphics card most
 * (docs/adr/0009).
 */
export const BEAT = 250;

/** The beat that is nearest to a moment of a clock that only runs forward, ms. */
export const nearestBeat = (moment: number): number => Math.round(moment / BEAT) * BEAT;
