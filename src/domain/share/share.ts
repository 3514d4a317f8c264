import { array, boolean, number, object, string, type InferType } from 'yup';
import type { Branding } from '../account/index.ts';
import type { Need } from '../access/index.ts';
import { DAY, HOUR, LENGTH, SHARE, requiredText, type Instant, type Interval } from '../base/index.ts';

/** What it takes to share units, beside reading them: to act on them (docs/adr/0016). */
export const SHARES_UNITS: Need = { resource: 'units', action: 'ec' };
/** What it takes to show the zones that units are in. */
export const SHOWS_ZONES: Need = { resource: 'geofences', action: 'r' };

export type ShareState = 'upcoming' | 'active' | 'expired' | 'revoked';

/** A new share. `from` absent or null: from now on. */
export const shareSchema = object({
  name: requiredText(LENGTH.shareName),
  unit_ids: array(number().integer().positive().required('validation.required'))
    .required('validation.required')
    .min(1, 'validation.required')
    .max(SHARE.units, 'validation.maxItems')
    .test('different', 'validation.invalid', (ids) => new Set(ids).size === (ids?.length ?? 0)),
  from: string().max(40).nullable().default(null),
  to: string().max(40).required('validation.required'),
  /** Units are called by their names; false: by the name of the share. */
  names: boolean().default(true),
  trail: boolean().default(false),
  zones: boolean().default(false),
  driver: boolean().default(false),
});
export type ShareForm = InferType<typeof shareSchema>;

/** A share as its account sees it; the link is known to nobody after its creation. */
export interface Share {
  share_id: number;
  name: string;
  /** Those that are still there. */
  units: { unit_id: number; name: string }[];
  from: string;
  to: string;
  names: boolean;
  trail: boolean;
  zones: boolean;
  driver: boolean;
  state: ShareState;
  created_by: string;
  created_at: string;
  /** How often the page was opened while it showed something. */
  opened: number;
  last_opened_at: string | null;
}

/** A unit on the public page. */
export interface SharedUnit {
  /** Its place in the share: visitors learn no number of ours. */
  key: number;
  /** Empty where the sharer does not show names. */
  name: string;
  /** Null: it has not reported since it can be seen. */
  position: SharedPosition | null;
  /** Oldest first, [longitude, latitude]; null where it was not asked for or is not shared. */
  trail: [number, number][] | null;
  zones: string[];
  drivers: string[];
}

export interface SharedPosition {
  latitude: number;
  longitude: number;
  /** km/h. */
  speed: number;
  /** Degrees clockwise from north. */
  course: number;
  time: string;
}

/** Name and logos under which the account's people know the product; empty where that is the product's own. */
export type SharedBrand = Pick<Branding, 'name' | 'logos'>;

/** What a link of a share leads to. A revoked one answers as one that never was. */
export type SharedLocation =
  | { state: 'invalid' | 'expired' }
  | { state: 'upcoming'; name: string; from: string; account_name: string; brand: SharedBrand }
  | {
      state: 'active';
      name: string;
      from: string;
      to: string;
      /** The server's clock, for what is left of it. */
      now: string;
      trail: boolean;
      account_name: string;
      brand: SharedBrand;
      units: SharedUnit[];
    };

/** The state at an instant: revoking wins, then the clock says. The end is not part of it. */
export function shareState({ from, to }: Interval, revokedAt: Instant | null, now: Instant): ShareState {
  if (revokedAt !== null) return 'revoked';
  if (now >= to) return 'expired';
  return now < from ? 'upcoming' : 'active';
}

/** Why an interval cannot be shared: it is over, ends before it begins, lasts too long, or begins too far ahead. */
export type IntervalRefusal = 'over' | 'reversed' | 'tooLong' | 'tooFarAhead';

/** What is wrong with an interval; null where it can be shared. */
export function refusedInterval({ from, to }: Interval, now: Instant): IntervalRefusal | null {
  if (to <= now) return 'over';
  if (to <= from) return 'reversed';
  if (to - from > SHARE.days * DAY) return 'tooLong';
  return from - now > SHARE.ahead * DAY ? 'tooFarAhead' : null;
}

/** The part of the past that a trail shows: never from before the share began, and bounded. */
export const trailFrom = (from: Instant, now: Instant): Instant => Math.max(from, now - SHARE.trailHours * HOUR);
