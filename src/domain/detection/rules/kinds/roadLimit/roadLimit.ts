import { number, object, string, type InferType } from 'yup';
import { LENGTH, optionalText, optionalWithin, RULE } from '../../../../base/index.ts';
import { ROAD_CLASSES, USUAL_LIMITS, type RoadClass } from '../../../../road/index.ts';
import { negatedWords, type ConditionKind, type RuleReport, type Truth } from '../kind.ts';
import { placeFields, zoneNames } from '../place/place.ts';
import { speedFields } from '../speed/speed.ts';

/** Where the speed limit comes from: the device, the class of the road on the map, or the geofence. */
export const ROAD_LIMIT_SOURCES = ['device', 'map', 'zone'] as const;
/** In which measure a device reports it. */
export const ROAD_LIMIT_UNITS = ['kmh', 'mph', 'knots'] as const;
const KMH: Readonly<Record<(typeof ROAD_LIMIT_UNITS)[number], number>> = { kmh: 1, mph: 1.609344, knots: 1.852 };

const classLimit = (roadClass: RoadClass) => optionalWithin(RULE.classLimit, USUAL_LIMITS[roadClass]);

export const roadLimitFields = {
  limit_source: string().oneOf(ROAD_LIMIT_SOURCES, 'validation.oneOf').default('device'),
  /** Name of the attribute that says the speed limit of the road. */
  limit_parameter: optionalText(LENGTH.parameterName).default('speed_limit'),
  limit_unit: string().oneOf(ROAD_LIMIT_UNITS, 'validation.oneOf').default('kmh'),
  /** km/h on roads of each class; null: roads of the class are not looked at. */
  class_limits: object({
    motorway: classLimit('motorway'),
    trunk: classLimit('trunk'),
    primary: classLimit('primary'),
    secondary: classLimit('secondary'),
    tertiary: classLimit('tertiary'),
    unclassified: classLimit('unclassified'),
    residential: classLimit('residential'),
    living_street: classLimit('living_street'),
    service: classLimit('service'),
  } satisfies Record<RoadClass, unknown>),
  /** km/h over the limit that are let pass. */
  excess: number()
    .typeError('validation.invalid')
    .transform((value: unknown, original: unknown) => (original === '' || original === null ? 0 : value))
    .min(RULE.excess.min, 'validation.min')
    .max(RULE.excess.max, 'validation.max')
    .default(RULE.excess.usual),
  margin: speedFields.margin,
  /** Geofences whose limits count, and groups of them. */
  zone_ids: placeFields.zone_ids,
  zone_group_ids: placeFields.zone_group_ids,
};
const parameters = object(roadLimitFields);
type RoadLimitParameters = InferType<typeof parameters>;

/**
 * Faster than the limit of the road (kind 8): the one that the device reports, or that of the class of road which the
 * map knows under the fix. Without a limit, or with 0, it is not known. Or faster than the geofence allows that the
 * unit is in (kind 7): of several the highest limit counts (domain reference, 7.1).
 */
export const roadLimitKind: ConditionKind<RoadLimitParameters> = {
  fields: roadLimitFields,
  problems: ({
    limit_source: source,
    limit_parameter: parameter,
    class_limits: limits,
    zone_ids: zones,
    zone_group_ids: groups,
  }) => [
    ...(source === 'zone' && zones.length + groups.length === 0
      ? [{ field: 'zone_ids', message: 'validation.rulePlaces' }]
      : []),
    ...(source === 'device' && parameter === '' ? [{ field: 'limit_parameter', message: 'validation.required' }] : []),
    ...(source === 'map' && ROAD_CLASSES.every((roadClass) => limits[roadClass] === null)
      ? [{ field: 'class_limits.motorway', message: 'validation.required' }]
      : []),
  ],
  input: ({ limit_source: source, limit_parameter: parameter }) =>
    source === 'device' ? { part: 'attribute', of: parameter } : { part: 'speed' },
  attributes: ({ limit_source: source, limit_parameter: parameter }) => (source === 'device' ? [parameter] : []),
  evaluate(asked, report, place, before) {
    const { speed } = report;
    if (Number.isNaN(speed)) return null;
    const slack = asked.excess - (before === true ? asked.margin : 0);
    if (asked.limit_source === 'zone') return isOverInZone(report, place, slack);
    return asked.limit_source === 'map' ? isOverOnMap(asked, report, slack) : isOverReported(asked, report, slack);
  },
  valueOf: ({ speed }) => speed,
  valueType: 'speed',
  words(parameters, isNegated, speech) {
    const { limit_source: source, excess } = parameters;
    const values = {
      excess: speech.speed(excess),
      ...(source === 'zone' && { places: zoneNames(parameters, speech) }),
    };
    const words = speech.translate(`rules.words.${WORDS[source]}.${excess > 0 ? 'over' : 'any'}`, values);
    return negatedWords(words, isNegated, speech);
  },
};

const WORDS = { device: 'roadLimit', map: 'classLimit', zone: 'zoneLimit' } as const;

/** Outside of all, and in those without a limit, nobody is too fast. */
function isOverInZone({ places, speed, latitude, longitude }: RuleReport, place: number, slack: number): Truth {
  const set = place < 0 ? null : places[place];
  if (!set || set.isEmpty || Number.isNaN(latitude)) return null;
  return speed > set.limitAt(latitude, longitude) + slack;
}

function isOverReported(
  { limit_parameter: parameter, limit_unit: unit }: RoadLimitParameters,
  report: RuleReport,
  slack: number,
): Truth {
  const value = report.attribute(parameter, report.row);
  const limit = value === undefined || value === '' || typeof value === 'boolean' ? Number.NaN : Number(value);
  return limit > 0 ? report.speed > limit * KMH[unit] + slack : null;
}

/** Of a unit that is slower than on any road is allowed it is not asked on which it is. */
function isOverOnMap({ class_limits: limits }: RoadLimitParameters, report: RuleReport, slack: number): Truth {
  const { roads, speed, latitude, longitude, course } = report;
  if (roads === null) return null;
  let least = Number.POSITIVE_INFINITY;
  for (const roadClass of ROAD_CLASSES) least = Math.min(least, limits[roadClass] ?? least);
  if (speed <= least + slack) return false;
  if (Number.isNaN(latitude)) return null;
  const roadClass = roads.classAt(latitude, longitude, course);
  const limit = roadClass === null ? null : limits[roadClass];
  return limit === null ? null : speed > limit + slack;
}
