import { DAY, SHAPE, TELEMETRY, type Instant, type Interval } from '../../../domain/base/index.ts';
import { boxOf, findShapeFault, isShape, tidyShape, type Shape } from '../../../domain/geometry/index.ts';
import { dayOf, dayStart, localInstant } from '../../shared/time/zonedDays.ts';

/** Where, and between which days or times of the account's zone: what the address says of a search by place. */
export interface PlaceQuestion {
  readonly shape: Shape | null;
  /** `2026-03-01`, or with a time `2026-03-01T08:30`; empty: thirty days, or up to now. */
  readonly from: string;
  readonly to: string;
}

const KEYS = { shape: 'area', from: 'since', to: 'until' } as const;
/** Days that are searched where nobody says which. */
const USUAL_DAYS = 30;
/** Corners in an address: one of ten thousand would be no address any more. */
const LINKED_LENGTH = 4_000;

/** Reads what an address says; what is no shape there is none. */
export function readPlaceQuestion(query: URLSearchParams): PlaceQuestion {
  return { shape: readShape(query.get(KEYS.shape)), from: query.get(KEYS.from) ?? '', to: query.get(KEYS.to) ?? '' };
}

export function writePlaceQuestion(query: URLSearchParams, { shape, from, to }: PlaceQuestion): URLSearchParams {
  const next = new URLSearchParams(query);
  const text = shape === null ? '' : JSON.stringify(shape);
  for (const [key, value] of [
    [KEYS.shape, text.length > LINKED_LENGTH ? '' : text],
    [KEYS.from, from],
    [KEYS.to, to],
  ])
    if (value === '') next.delete(key);
    else next.set(key, value);
  return next;
}

function readShape(text: string | null): Shape | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (!isShape(value)) return null;
    const shape = tidyShape(value);
    return findShapeFault(shape) === null ? shape : null;
  } catch {
    return null;
  }
}

/** A day and a time of day, each empty where nothing says it. */
export interface LocalTime {
  /** `2026-03-01`. */
  readonly day: string;
  /** `08:30`. */
  readonly clock: string;
}

export function splitLocal(text: string): LocalTime {
  const [day, clock = ''] = text.split('T');
  return { day, clock };
}

export const joinLocal = ({ day, clock }: LocalTime): string => (day === '' || clock === '' ? day : `${day}T${clock}`);

/** The first day that is searched where nobody says which. */
export const usualDay = (now: Instant, timeZone: string): string => dayOf(now, timeZone, 1 - USUAL_DAYS);

/**
 * The instants that are asked for: from the beginning of a day, or a time on it, to the end of a day, a time on it, or
 * now. Null: the end does not lie after the beginning. `isTooLong`: more than may be asked at once.
 */
export function askedSpan(
  { from, to }: Pick<PlaceQuestion, 'from' | 'to'>,
  now: Instant,
  timeZone: string,
): { readonly interval: Interval; readonly isTooLong: boolean } | null {
  const last = dayStart(to, timeZone);
  const end = last === null ? localInstant(to, timeZone) : dayStart(dayOf(last, timeZone, 1), timeZone);
  const until = Math.min(end ?? Number.POSITIVE_INFINITY, now);
  const since =
    dayStart(from, timeZone) ??
    localInstant(from, timeZone) ??
    dayStart(usualDay(until, timeZone), timeZone) ??
    until - DAY;
  if (since >= until) return null;
  return { interval: { from: since, to: until }, isTooLong: until - since > TELEMETRY.historyDays * DAY };
}

/** A circle around a point; its radius within bounds. */
export function circleAround(longitude: number, latitude: number, radius: number): Shape {
  const within = Math.min(SHAPE.radius.max, Math.max(SHAPE.radius.min, Math.round(radius)));
  return tidyShape({ type: 'circle', center: [longitude, latitude], radius: within });
}

/** What a map has in sight as a shape; null where that is more than a shape may be. */
export function shapeInSight({ west, south, east, north }: ReturnType<typeof boxOf>): Shape | null {
  const [low, high] = [Math.max(south, -SHAPE.latitude), Math.min(north, SHAPE.latitude)];
  if (east - west >= 180 || low >= high) return null;
  const shape = tidyShape({
    type: 'polygon',
    coordinates: [
      [
        [west, low],
        [east, low],
        [east, high],
        [west, high],
        [west, low],
      ],
    ],
  });
  return findShapeFault(shape) === null ? shape : null;
}
