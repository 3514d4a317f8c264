import { mixed, object, string, type InferType } from 'yup';
import { HOUR, toIso, type Instant } from '../../../domain/base/index.ts';
import { DESTINATION_FIELDS, shareSchema, type ShareForm } from '../../../domain/share/index.ts';
import { presetSpan } from '../time/datePresets.ts';

/** How long a share lasts: from now on for a while, or dated. */
export const SHARE_SPANS = ['hour', 'hours8', 'today', 'dated'] as const;
/** Where its units are going: nowhere in particular, to a point, or to a geofence. */
export const GOALS = ['none', 'point', 'zone'] as const;

const missing = 'validation.required';
const { latitude, longitude, geofence_id, name } = DESTINATION_FIELDS;
const anything = mixed().nullable();
/** Fields filled in before another goal was chosen are asked for no more. */
const NOT_ASKED = { name: string(), latitude: anything, longitude: anything, geofence_id: anything };
const DESTINATIONS = {
  none: object(NOT_ASKED),
  point: object({ ...NOT_ASKED, name, latitude: latitude.required(missing), longitude: longitude.required(missing) }),
  zone: object({ ...NOT_ASKED, geofence_id: geofence_id.required(missing) }),
} as const;

/** What is chosen in the dialog. Times are only asked for where the span is dated; an empty start is now. */
export const shareChoiceSchema = shareSchema.omit(['unit_ids', 'from', 'to', 'destination']).shape({
  span: string().oneOf(SHARE_SPANS).default('hour'),
  from: string().max(40).default(''),
  to: string()
    .max(40)
    .default('')
    .when('span', ([span], schema) => (span === 'dated' ? schema.required(missing) : schema)),
  goal: string().oneOf(GOALS).default('none'),
  destination: object(DESTINATION_FIELDS).when('goal', ([goal]) => DESTINATIONS[goal as (typeof GOALS)[number]]),
});
export type ShareChoice = InferType<typeof shareChoiceSchema>;

/** What the dialog begins with. */
export const newChoice = (name: string): ShareChoice => ({
  name,
  span: 'hour',
  from: '',
  to: '',
  names: true,
  trail: false,
  zones: false,
  driver: false,
  max_opens: null,
  goal: 'none',
  destination: { geofence_id: null, name: '', latitude: null, longitude: null },
});

interface Present {
  readonly now: Instant;
  readonly timeZone: string;
  readonly language: string;
}

/** The request that the choice comes to. Today ends with the day in the account's time zone. */
export function shareRequest(
  { span, from, to, goal, destination, ...rest }: ShareChoice,
  units: readonly { readonly unit_id: number }[],
  { now, timeZone, language }: Present,
): ShareForm {
  const ends: Readonly<Record<Exclude<ShareChoice['span'], 'dated'>, Instant>> = {
    hour: now + HOUR,
    hours8: now + 8 * HOUR,
    today: presetSpan('today', now, timeZone, language).to,
  };
  const goals: Readonly<Record<ShareChoice['goal'], ShareForm['destination']>> = {
    none: null,
    point: { ...destination, geofence_id: null },
    zone: { geofence_id: destination.geofence_id, name: '', latitude: null, longitude: null },
  };
  return {
    ...rest,
    unit_ids: units.map(({ unit_id: id }) => id),
    from: span === 'dated' && from !== '' ? from : null,
    to: span === 'dated' ? to : toIso(ends[span]),
    destination: goals[goal],
  };
}
