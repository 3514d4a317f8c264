import { array, boolean, number, object, string, type InferType } from 'yup';
import type { Branding } from '../account/index.ts';
import type { Need } from '../access/index.ts';
import {
  DAY,
  HOUR,
  LENGTH,
  SHARE,
  optionalText,
  requiredText,
  type Instant,
  type Interval,
  emptyIsNull,
} from '../base/index.ts';

/** What it takes to share units, beside reading them: to act on them (docs/adr/0016). */
export const SHARES_UNITS: Need = { resource: 'units', action: 'ec' };
/** What it takes to show the zones that units are in. */
export const SHOWS_ZONES: Need = { resource: 'geofences', action: 'r' };

export const SHARE_STATES = ['upcoming', 'active', 'expired', 'revoked'] as const;
export type ShareState = (typeof SHARE_STATES)[number];

const degrees = (most: number) =>
  number()
    .typeError('validation.invalid')
    .transform(emptyIsNull)
    .min(-most, 'validation.min')
    .max(most, 'validation.max')
    .nullable()
    .default(null);

/** The fields of a destination, none of which is required by itself. */
export const DESTINATION_FIELDS = {
  geofence_id: number()
    .typeError('validation.invalid')
    .integer('validation.integer')
    .positive('validation.invalid')
    .nullable()
    .default(null),
  name: optionalText(LENGTH.shareName),
  latitude: degrees(90),
  longitude: degrees(180),
};
export interface DestinationForm {
  readonly geofence_id: number | null;
  readonly name: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Where the units are going: a geofence, or else a point, which may have a name. */
const destinationSchema = object(DESTINATION_FIELDS).test('place', (place: DestinationForm | null, context) => {
  if (place === null || place.geofence_id !== null) return true;
  const missing = (['latitude', 'longitude'] as const).find((field) => place[field] === null);
  return (
    missing === undefined || context.createError({ path: `${context.path}.${missing}`, message: 'validation.required' })
  );
});

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
  /** Recipients see when the units are expected there; null: nowhere in particular. */
  destination: destinationSchema.nullable().default(null),
  /** How often the link may be opened; null: as often as one likes. */
  max_opens: number()
    .typeError('validation.invalid')
    .transform(emptyIsNull)
    .integer('validation.integer')
    .min(SHARE.opens.min, 'validation.min')
    .max(SHARE.opens.max, 'validation.max')
    .nullable()
    .default(null),
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
  /** What its destination is called; empty: it has none, or one without a name. */
  destination: string;
  max_opens: number | null;
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
  /** Null: it was not asked for, nothing is known of it, or the share has no destination. */
  arrival: SharedArrival | null;
}

/** When a unit is expected at the destination of its share. */
export interface SharedArrival {
  /** Metres by road, estimated; 0: it is there. */
  remaining: number;
  /** Null: it is there, or has not reported lately. */
  eta: string | null;
}

/** Where the units of a share are going. */
export interface SharedDestination {
  /** Empty: a point without a name. */
  name: string;
  latitude: number;
  longitude: number;
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

/**
 * What a link of a share leads to. A revoked one answers as one that never was; `usedUp`: it was opened as often as it
 * may be.
 */
export type SharedLocation =
  | { state: 'invalid' }
  | { state: 'expired' | 'usedUp'; brand: SharedBrand }
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
      destination: SharedDestination | null;
      units: SharedUnit[];
      /** By which the page that opened it goes on asking; null: it was not an opening, or none is needed. */
      visit: string | null;
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
