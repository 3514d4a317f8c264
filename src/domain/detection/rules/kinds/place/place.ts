import { boolean, object, string, type InferType } from 'yup';
import { CROSSING, RULE, SHAPE, optionalWithin } from '../../../../base/index.ts';
import { CERTAINTY, ROW } from '../../certainty/reportColumns.ts';
import { EDGE, type PlaceSet } from '../../places/placeSet.ts';
import {
  anyOf,
  idsField,
  type ConditionKind,
  type ConditionSpeech,
  type ParameterProblem,
  type RuleReport,
} from '../kind.ts';

/** What a condition on a place names: geofences and groups of them, or a point with a radius. */
export const PLACE_CHOICES = ['zones', 'point'] as const;

export const placeFields = {
  place: string().oneOf(PLACE_CHOICES, 'validation.oneOf').default('zones'),
  zone_ids: idsField(RULE.zones),
  /** Groups of geofences, whose members of the moment count. */
  zone_group_ids: idsField(RULE.zoneGroups),
  /** Degrees, and metres around the point. */
  latitude: optionalWithin({ min: -90, max: 90 }),
  longitude: optionalWithin({ min: -180, max: 180 }),
  radius: optionalWithin(SHAPE.radius),
  /** Only units that come in (negated: go out) while the rule is at work, not those that are there already. */
  crossing: boolean().typeError('validation.invalid').default(false),
};
const parameters = object(placeFields);
type PlaceParameters = InferType<typeof parameters> & { readonly negated: boolean };

/**
 * Whether the unit is inside any of the places (kinds 1 to 4, 7 and 40). Two fixes in a row beyond the edge, or one
 * that is the margin beyond it, change that (domain reference, 7.1). It lasts until fixes say otherwise.
 */
export const placeKind: ConditionKind<PlaceParameters> = {
  fields: placeFields,
  lasts: true,
  problems: problemsOf,
  input: () => ({ part: 'fix' }),
  evaluate({ crossing, negated }, report, place, before) {
    const set = place < 0 ? null : report.places[place];
    if (!set || set.isEmpty || Number.isNaN(report.latitude)) return null;
    const depth = set.depth(report.latitude, report.longitude, report.fixMargin);
    const isInside = depth >= -EDGE;
    // A unit that is there already has not come: that is known after a fix on the other side.
    if (before === null) return crossing && isInside !== negated ? null : isInside;
    if (isInside === before) return before;
    return Math.abs(depth) >= report.fixMargin || wasInside(set, report) === isInside ? isInside : before;
  },
  certainty({ crossing }, columns, place, into) {
    // Whether one came depends on where it was first.
    if (crossing) return false;
    const set = place < 0 ? null : columns.places[place];
    if (!set || set.isEmpty) return true;
    const { start, end, marks, latitudes, longitudes, accuracy } = columns;
    const far = set.beyond(CROSSING.margin);
    for (let row = start; row < end; row++) {
      if ((marks[row] & ROW.usable) === 0) continue;
      into[row] = CERTAINTY.open;
      if (far === null) continue;
      const isNear =
        latitudes[row] >= far.south &&
        latitudes[row] <= far.north &&
        longitudes[row] >= far.west &&
        longitudes[row] <= far.east;
      if (!isNear && !(accuracy !== null && accuracy(row) > CROSSING.margin)) into[row] = CERTAINTY.no;
    }
    return true;
  },
  isSettled(_, { latitude, longitude, fixMargin, places }, place) {
    return Math.abs(places[place]?.depth(latitude, longitude, fixMargin) ?? 0) >= fixMargin;
  },
  valueOf: null,
  words: placeWords,
};

function wasInside(
  set: PlaceSet,
  { latitudeBefore, longitudeBefore, fixMargin }: Pick<RuleReport, 'latitudeBefore' | 'longitudeBefore' | 'fixMargin'>,
): boolean | null {
  return Number.isNaN(latitudeBefore) ? null : set.depth(latitudeBefore, longitudeBefore, fixMargin) >= -EDGE;
}

function problemsOf({
  place,
  zone_ids: zones,
  zone_group_ids: groups,
  latitude,
  longitude,
  radius,
}: PlaceParameters): ParameterProblem[] {
  if (place === 'zones')
    return zones.length + groups.length === 0 ? [{ field: 'zone_ids', message: 'validation.rulePlaces' }] : [];
  return Object.entries({ latitude, longitude, radius }).flatMap(([field, value]) =>
    value === null ? [{ field, message: 'validation.required' }] : [],
  );
}

/** "inside Depot or Yard", "near 35.7, 51.4 (500 m)". */
function placeWords(parameters: PlaceParameters, isNegated: boolean, speech: ConditionSpeech): string {
  const { place, crossing, latitude, longitude, radius } = parameters;
  const { translate } = speech;
  const verb = crossing ? (isNegated ? 'leaves' : 'enters') : isNegated ? 'outside' : 'inside';
  if (place === 'point')
    return translate(`rules.words.place.${verb}Point`, {
      place: `${latitude ?? '–'}, ${longitude ?? '–'}`,
      radius: radius === null ? '–' : speech.metres(radius),
    });
  return translate(`rules.words.place.${verb}`, { places: zoneNames(parameters, speech) });
}

/** "Depot or Yard": geofences and groups of them. */
export function zoneNames(
  { zone_ids: zones, zone_group_ids: groups }: Pick<PlaceParameters, 'zone_ids' | 'zone_group_ids'>,
  speech: ConditionSpeech,
): string {
  const { translate, nameOf } = speech;
  const names = [
    ...zones.map((id) => nameOf('zone', id) ?? translate('rules.words.place.gone', {})),
    ...groups.map((id) =>
      translate('rules.words.place.group', {
        name: nameOf('zoneGroup', id) ?? translate('rules.words.place.groupGone', {}),
      }),
    ),
  ];
  return anyOf(names, speech);
}
