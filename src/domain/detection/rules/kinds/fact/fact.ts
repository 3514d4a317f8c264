import { object, string, type InferType } from 'yup';
import { DAY, HOUR, MINUTE, RULE, optionalWholeWithin, optionalWithin } from '../../../../base/index.ts';
import { anyOf, idsField, type ConditionKind, type ConditionSpeech, type ParameterProblem } from '../kind.ts';
import { drivingFields } from '../driving/driving.ts';
import { placeFields } from '../place/place.ts';

/** What other detectors and modules find at an instant. */
export const FACTS = [
  'fuelTheft',
  'fuelRefill',
  'tripEnded',
  'zonePassed',
  'driverChanged',
  'checkpointLate',
  'checkpointSkipped',
  'offRoute',
  'runFinished',
  'commandFailed',
  'deviceTakenOver',
  'unitsNear',
  'unitsApart',
  'traffic',
  'operatorDriving',
  'simExpires',
  'allocationEnds',
  'serviceSoon',
  'serviceDue',
  'serviceOverdue',
] as const;
export type FactName = (typeof FACTS)[number];

/** Facts about two units and the distance between them. */
export const isOfTwoUnits = (fact: FactName): boolean => fact === 'unitsNear' || fact === 'unitsApart';

/** Where a unit that stopped was a day before says whom it is near. */
const MEETING_LEAD_IN = 25 * HOUR;

/** Facts about a day on which something ends: so many days before it. */
export const EXPIRY_FACTS = ['simExpires', 'allocationEnds'] as const satisfies readonly FactName[];
export type ExpiryFact = (typeof EXPIRY_FACTS)[number];
export const isExpiry = (fact: FactName): fact is ExpiryFact => EXPIRY_FACTS.some((each) => each === fact);

/** What the traffic of a unit is counted in, of UTC. */
export const TRAFFIC_PERIODS = ['day', 'month'] as const;

/** Figures that a fact may have to reach. */
export type FactFigure = 'litres' | 'kilometres' | 'minutes';

/** Which facts have which figures: minutes are how long a trip took, or how late a checkpoint was reached. */
export const FACT_FIGURES: Readonly<Partial<Record<FactName, readonly FactFigure[]>>> = {
  fuelTheft: ['litres'],
  fuelRefill: ['litres'],
  tripEnded: ['kilometres', 'minutes'],
  checkpointLate: ['minutes'],
};

export const factFields = {
  fact: string().oneOf(FACTS, 'validation.oneOf').default('fuelTheft'),
  /** At least so much; null: any. */
  litres: optionalWithin(RULE.litres),
  kilometres: optionalWithin(RULE.kilometres),
  minutes: optionalWithin(RULE.minutes),
  /** Geofences that were passed through, and groups of them; none: any. */
  zone_ids: placeFields.zone_ids,
  zone_group_ids: placeFields.zone_group_ids,
  /** Of two units: the distance that brings them together, and the others of which one has to be there. */
  metres: optionalWithin(RULE.metres, RULE.metres.usual),
  other_unit_ids: idsField(RULE.otherUnits),
  /** Days before a SIM card expires, or an allocation ends. */
  expiry_days: optionalWholeWithin(RULE.expiryDays, RULE.expiryDays.usual),
  /** Of what an operator drives at any units: for how long without a rest of how long. */
  driving_minutes: drivingFields.driving_minutes,
  rest_minutes: drivingFields.rest_minutes,
  /** Of traffic: more than so many in a day or a month. */
  megabytes: optionalWithin(RULE.megabytes, RULE.megabytes.usual),
  traffic_period: string().oneOf(TRAFFIC_PERIODS, 'validation.oneOf').default('day'),
};
const parameters = object(factFields);
type FactParameters = InferType<typeof parameters>;

/** Facts that are looked for with bounds that rules choose. */
export const BOUND_FACTS = ['traffic', 'operatorDriving', ...EXPIRY_FACTS] as const satisfies readonly FactName[];

/** Such a fact with its bounds; those of the others are null. */
export interface FactBound extends Pick<
  FactParameters,
  'megabytes' | 'traffic_period' | 'driving_minutes' | 'rest_minutes' | 'expiry_days'
> {
  readonly fact: (typeof BOUND_FACTS)[number];
}
const NO_BOUND = {
  megabytes: null,
  traffic_period: TRAFFIC_PERIODS[0],
  driving_minutes: null,
  rest_minutes: null,
  expiry_days: null,
};

/** The bounds of the condition; null: what it asks for is found whatever rules ask for. */
export function factBoundOf({ fact, ...own }: FactParameters): FactBound | null {
  const { megabytes, traffic_period, driving_minutes, rest_minutes, expiry_days } = own;
  switch (fact) {
    case 'traffic':
      return { ...NO_BOUND, fact, megabytes, traffic_period };
    case 'operatorDriving':
      return { ...NO_BOUND, fact, driving_minutes, rest_minutes };
    case 'simExpires':
    case 'allocationEnds':
      return { ...NO_BOUND, fact, expiry_days };
    default:
      return null;
  }
}

/** A fact as conditions look at it; a figure that it does not have is null. */
export interface RuleFact extends Readonly<Record<FactFigure, number | null>> {
  readonly fact: FactName;
  /** The geofence that it is about, and the groups that this is in. */
  readonly zoneId?: number;
  readonly zoneGroupIds?: readonly number[];
  /** The unit that it met or left, and the distance that was looked for. */
  readonly otherUnitId?: number;
  readonly metres?: number;
  /** The limit of driving that an operator reached. */
  readonly duty?: { readonly minutes: number; readonly restMinutes: number };
  /** So many days, or fewer, before it ends. */
  readonly expiryDays?: number;
  /** The bound that the traffic of a unit passed. */
  readonly traffic?: RuleTraffic;
}

/** A bound of traffic. */
interface RuleTraffic {
  readonly megabytes: number;
  readonly period: (typeof TRAFFIC_PERIODS)[number];
}

/**
 * What is found by others than rules (kinds 5, 13, 22, 23, 32, 34, 36 to 39, 41, and 44 to 46). It happens at an
 * instant, and reports say nothing of it: the occurrence is stored with the fact.
 */
export const factKind: ConditionKind<FactParameters> = {
  fields: factFields,
  problems: problemsOf,
  leadIn: ({ fact }) => (isOfTwoUnits(fact) ? MEETING_LEAD_IN : 0),
  evaluate: () => null,
  valueOf: null,
  words: (own, _, speech) => factWords(own, speech),
};

function problemsOf(own: FactParameters): ParameterProblem[] {
  const needed = NEEDED[own.fact] ?? [];
  return [
    ...needed.filter((field) => own[field] === null).map((field) => ({ field, message: 'validation.required' })),
    ...(isOfTwoUnits(own.fact) && own.other_unit_ids.length === 0
      ? [{ field: 'other_unit_ids', message: 'validation.ruleOtherUnits' }]
      : []),
  ];
}

/** Figures without which a fact means nothing. */
const NEEDED: Readonly<
  Partial<Record<FactName, readonly ('metres' | 'expiry_days' | 'megabytes' | 'driving_minutes' | 'rest_minutes')[]>>
> = {
  unitsNear: ['metres'],
  unitsApart: ['metres'],
  simExpires: ['expiry_days'],
  allocationEnds: ['expiry_days'],
  traffic: ['megabytes'],
  operatorDriving: ['driving_minutes', 'rest_minutes'],
};

/** Whether the condition asks for the fact. */
export function meetsFact(condition: FactParameters, found: RuleFact): boolean {
  if (condition.fact !== found.fact) return false;
  for (const figure of FACT_FIGURES[found.fact] ?? []) {
    const least = condition[figure];
    if (least !== null && (found[figure] ?? Number.NEGATIVE_INFINITY) < least) return false;
  }
  if (isOfTwoUnits(found.fact))
    return condition.metres === found.metres && condition.other_unit_ids.some((id) => id === found.otherUnitId);
  if (isExpiry(found.fact)) return condition.expiry_days === found.expiryDays;
  if (found.fact === 'operatorDriving')
    return condition.driving_minutes === found.duty?.minutes && condition.rest_minutes === found.duty?.restMinutes;
  if (found.fact === 'traffic')
    return condition.megabytes === found.traffic?.megabytes && condition.traffic_period === found.traffic.period;
  const { zone_ids: zones, zone_group_ids: groups } = condition;
  if (found.fact !== 'zonePassed' || zones.length + groups.length === 0) return true;
  return zones.some((id) => id === found.zoneId) || groups.some((id) => (found.zoneGroupIds ?? []).includes(id));
}

function factWords(own: FactParameters, speech: ConditionSpeech): string {
  const { translate, nameOf } = speech;
  if (isOfTwoUnits(own.fact)) {
    const names = own.other_unit_ids.map((id) => nameOf('unit', id) ?? translate('rules.words.unitGone', {}));
    const metres = own.metres === null ? '–' : speech.metres(own.metres);
    return translate(`rules.words.facts.${own.fact}`, { units: anyOf(names, speech), metres });
  }
  if (isExpiry(own.fact)) {
    const days = own.expiry_days === null ? '–' : speech.duration(own.expiry_days * DAY);
    return translate(`rules.words.${own.fact}.${own.expiry_days === 0 ? 'today' : 'soon'}`, { days });
  }
  if (own.fact === 'operatorDriving') {
    const [driving, rest] = [own.driving_minutes, own.rest_minutes].map((minutes) =>
      minutes === null ? '–' : speech.duration(minutes * MINUTE),
    );
    return translate(`rules.words.facts.${own.fact}`, { driving, rest });
  }
  if (own.fact === 'traffic') {
    const megabytes = own.megabytes === null ? '–' : speech.number(own.megabytes);
    return translate(`rules.words.traffic.${own.traffic_period}`, { megabytes });
  }
  const words = translate(`rules.words.facts.${own.fact}`, {});
  const least = (FACT_FIGURES[own.fact] ?? []).flatMap((figure) => {
    const value = own[figure];
    return value === null ? [] : [translate(`rules.words.least.${figure}`, { value: speech.number(value) })];
  });
  const places =
    own.fact !== 'zonePassed'
      ? []
      : [
          ...own.zone_ids.map((id) => nameOf('zone', id) ?? translate('rules.words.place.gone', {})),
          ...own.zone_group_ids.map((id) =>
            translate('rules.words.place.group', {
              name: nameOf('zoneGroup', id) ?? translate('rules.words.place.groupGone', {}),
            }),
          ),
        ];
  const more = [...least, ...places];
  return more.length === 0 ? words : translate('rules.words.factWith', { words, more: more.join(', ') });
}
