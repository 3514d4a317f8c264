import { boolean, object, string, ValidationError, type InferType } from 'yup';
import type { Instant } from '../../../base/index.ts';
import type { SensorType } from '../../../sensor/index.ts';
import { CERTAINTY, type ReportColumns } from '../certainty/reportColumns.ts';
import { alarmFields, alarmKind } from './alarm/alarm.ts';
import { counterFields, counterKind } from './counter/counter.ts';
import { driverFields, driverKind } from './driver/driver.ts';
import { drivingFields, drivingKind } from './driving/driving.ts';
import { factFields, factKind, isOfTwoUnits } from './fact/fact.ts';
import { fixKind } from './fix/fix.ts';
import { harshFields, harshKind } from './harsh/harsh.ts';
import { ignitionFields, ignitionKind } from './ignition/ignition.ts';
import { inputFields, inputKind } from './input/input.ts';
import type { ConditionKind, ConditionSpeech, Foresight, ReferenceKind, RuleInput, RuleReport, Truth } from './kind.ts';
import { messagesFields, messagesKind } from './messages/messages.ts';
import { motionFields, motionKind } from './motion/motion.ts';
import { parameterFields, parameterKind } from './parameter/parameter.ts';
import { placeFields, placeKind } from './place/place.ts';
import { roadLimitFields, roadLimitKind } from './roadLimit/roadLimit.ts';
import { rollbackFields, rollbackKind } from './rollback/rollback.ts';
import { sensorFields, sensorKind } from './sensor/sensor.ts';
import { silenceFields, silenceKind } from './silence/silence.ts';
import { speedFields, speedKind } from './speed/speed.ts';

export { COUNTERS } from './counter/counter.ts';
export { DRIVER_CHOICES } from './driver/driver.ts';
export { DRIVING_CHOICES } from './driving/driving.ts';
export {
  BOUND_FACTS,
  EXPIRY_FACTS,
  FACTS,
  FACT_FIGURES,
  TRAFFIC_PERIODS,
  factBoundOf,
  isExpiry,
  isOfTwoUnits,
  meetsFact,
  type ExpiryFact,
  type FactBound,
  type FactName,
  type RuleFact,
} from './fact/fact.ts';
export { FORCE_UNITS, HARSH_CHOICES } from './harsh/harsh.ts';
export { IGNITION_CHOICES } from './ignition/ignition.ts';
export { INPUT_STATES } from './input/input.ts';
export { MOTIONS } from './motion/motion.ts';
export { PARAMETER_TESTS } from './parameter/parameter.ts';
export { PLACE_CHOICES } from './place/place.ts';
export { ROAD_LIMIT_SOURCES, ROAD_LIMIT_UNITS } from './roadLimit/roadLimit.ts';
export { RULE_CONDITIONS } from './sensor/sensor.ts';
export { COMPARISONS } from './speed/speed.ts';
export {
  createRuleReport,
  type DriverLookup,
  type DriverPresence,
  type ReferenceKind,
  type RuleInput,
  type RuleNames,
  type RuleReport,
  type Truth,
} from './kind.ts';

/** Kinds of conditions, in the order in which the form offers them. */
export const CONDITION_KINDS = [
  'sensor',
  'speed',
  'roadLimit',
  'harsh',
  'ignition',
  'input',
  'alarm',
  'place',
  'motion',
  'driving',
  'driver',
  'counter',
  'rollback',
  'silence',
  'messages',
  'fix',
  'parameter',
  'fact',
] as const;
export type ConditionKindName = (typeof CONDITION_KINDS)[number];

const shape = object({
  kind: string().oneOf(CONDITION_KINDS, 'validation.oneOf').default('sensor'),
  negated: boolean().typeError('validation.invalid').default(false),
  ...sensorFields,
  ...speedFields,
  ...ignitionFields,
  ...alarmFields,
  ...placeFields,
  ...motionFields,
  ...silenceFields,
  ...parameterFields,
  ...driverFields,
  ...factFields,
  ...roadLimitFields,
  ...harshFields,
  ...inputFields,
  ...drivingFields,
  ...counterFields,
  ...rollbackFields,
  ...messagesFields,
});
/** A condition with the parameters of its kind; those of the others are at their defaults. */
export type RuleCondition = InferType<typeof shape>;

const KINDS: Readonly<Record<ConditionKindName, ConditionKind<RuleCondition>>> = {
  sensor: sensorKind,
  speed: speedKind,
  ignition: ignitionKind,
  alarm: alarmKind,
  place: placeKind,
  motion: motionKind,
  silence: silenceKind,
  fix: fixKind,
  parameter: parameterKind,
  driver: driverKind,
  fact: factKind,
  roadLimit: roadLimitKind,
  harsh: harshKind,
  input: inputKind,
  driving: drivingKind,
  counter: counterKind,
  rollback: rollbackKind,
  messages: messagesKind,
};

const isKind = (kind: unknown): kind is ConditionKindName => CONDITION_KINDS.some((each) => each === kind);

/** Fields filled in for another kind do not count. */
function withoutOthers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const kind = 'kind' in value ? value.kind : 'sensor';
  if (!isKind(kind)) return value;
  const others = CONDITION_KINDS.flatMap((each) => Object.keys(KINDS[each].fields)).filter(
    (field) => !(field in KINDS[kind].fields),
  );
  return Object.fromEntries(Object.entries(value).filter(([field]) => !others.includes(field)));
}

/** A condition of one kind. */
export const conditionField = shape.transform(withoutOthers).test('parameters', (condition, context) => {
  const problems = isKind(condition.kind) ? KINDS[condition.kind].problems(condition) : [];
  if (problems.length === 0) return true;
  return new ValidationError(
    problems.map(({ field, message }) => context.createError({ path: `${context.path}.${field}`, message })),
  );
});

/** A condition of the kind that is yet to be filled in. */
export const newCondition = (kind: ConditionKindName): RuleCondition => ({ ...shape.getDefault(), kind });

/** A condition as it was stored, with the fields that came to be since then. */
export const completeCondition = (condition: Partial<RuleCondition>): RuleCondition => ({
  ...shape.getDefault(),
  ...condition,
});

/** True where the parameters make sense. */
export const isComplete = (condition: RuleCondition): boolean => KINDS[condition.kind].problems(condition).length === 0;

const NO_MEMORY: number[] = [];

/** What the condition remembers before the first report. */
export const newMemory = ({ kind }: RuleCondition): number[] =>
  Array.from({ length: KINDS[kind].memory ?? 0 }, () => Number.NaN);

/** The kind of a condition, looked up once where it is evaluated for many reports. */
export type KindOfCondition = ConditionKind<RuleCondition>;
export const kindOf = ({ kind }: RuleCondition): KindOfCondition => KINDS[kind];

/** Whether the condition holds after a report; null where the report does not say. */
export function evaluateCondition(
  condition: RuleCondition,
  report: RuleReport,
  sensor: number,
  before: Truth,
  memory: number[] = NO_MEMORY,
  kind: KindOfCondition = KINDS[condition.kind],
): Truth {
  if (!condition.negated) return kind.evaluate(condition, report, sensor, before, memory);
  // The truth before is that of the condition as it is without its negation: a margin belongs to it.
  const truth = kind.evaluate(condition, report, sensor, before === null ? null : !before, memory);
  return truth === null ? null : !truth;
}

/**
 * What the condition is known to make of each report by its columns alone ({@link CERTAINTY}); null: the reports have
 * to be heard.
 */
export function certaintyOf(condition: RuleCondition, columns: ReportColumns, sensor: number): Int8Array | null {
  const into = new Int8Array(columns.end);
  if (KINDS[condition.kind].certainty?.(condition, columns, sensor, into) !== true) return null;
  if (!condition.negated) return into;
  for (let row = columns.start; row < columns.end; row++) if (into[row] !== CERTAINTY.open) into[row] = -into[row];
  return into;
}

/** Whether what the condition makes of a report that its columns left open does not depend on what was before. */
export const isSettled = (condition: RuleCondition, report: RuleReport, sensor: number): boolean =>
  KINDS[condition.kind].isSettled?.(condition, report, sensor) === true;

/** The condition's truth lasts until a report says otherwise. */
export const isLasting = ({ kind }: RuleCondition): boolean => KINDS[kind].lasts === true;

const FORESIGHT: Foresight = { at: Number.POSITIVE_INFINITY, truth: null };

/**
 * What time alone will make of the condition after the report, of which it said `truth`; the answer is good until it
 * is asked again.
 */
export function foreseeCondition(
  condition: RuleCondition,
  report: RuleReport,
  truth: Truth = null,
  memory: readonly number[] = NO_MEMORY,
  kind: KindOfCondition = KINDS[condition.kind],
): Readonly<Foresight> {
  FORESIGHT.at = Number.POSITIVE_INFINITY;
  FORESIGHT.truth = null;
  if (kind.foresee === undefined) return FORESIGHT;
  const own = truth === null || !condition.negated ? truth : !truth;
  kind.foresee(condition, report, FORESIGHT, own, memory);
  if (condition.negated && FORESIGHT.truth !== null) FORESIGHT.truth = !FORESIGHT.truth;
  return FORESIGHT;
}

/** When silence since the rule was made, at `from`, decides the condition; infinite: never. */
export const silenceOf = (condition: RuleCondition, from: Instant): Instant =>
  KINDS[condition.kind].foreseeSilence?.(condition, from) ?? Number.POSITIVE_INFINITY;

/** True where the condition is about silence: beside it counts what was known when the last report came. */
export const asksSilence = ({ kind }: RuleCondition): boolean => KINDS[kind].foreseeSilence !== undefined;

/** The figure of the condition in the report; null where it says none. */
export function figureOf(
  condition: RuleCondition,
  report: RuleReport,
  sensor: number,
  memory: readonly number[] = NO_MEMORY,
): number | null {
  const value = KINDS[condition.kind].valueOf?.(report, sensor, condition, memory) ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
}

/** The kind has a figure that is recorded when the rule fires. */
export const hasFigure = ({ kind }: RuleCondition): boolean => KINDS[kind].valueOf !== null;

/**
 * What it asks for happens at an instant: it takes no time, so that it need not last ({@link ConditionKind.instant}).
 */
export const isInstant = (condition: RuleCondition): boolean =>
  !condition.negated && KINDS[condition.kind].instant?.(condition) === true;

/** What gives the figure of the condition its measure; null: its sensor does, or nothing. */
export function figureType(condition: RuleCondition): SensorType | null {
  const { valueType } = KINDS[condition.kind];
  return (typeof valueType === 'function' ? valueType(condition) : valueType) ?? null;
}

/** What a report has to carry to say anything of the condition; null: it is evaluated for every report. */
export const inputOf = (condition: RuleCondition, sensor: number): RuleInput | null =>
  KINDS[condition.kind].input?.(condition, sensor) ?? null;

/** It asks on which road the unit is. */
export const asksForRoads = ({ kind, limit_source: source }: RuleCondition): boolean =>
  kind === 'roadLimit' && source === 'map';

/** It asks where the unit is: by geofences, groups of them, or a point. */
export const hasPlaces = ({ kind, limit_source: source }: RuleCondition): boolean =>
  kind === 'place' || (kind === 'roadLimit' && source === 'zone');

/** Raw attributes of reports that the condition reads. */
export const attributesRead = (condition: RuleCondition): readonly string[] =>
  KINDS[condition.kind].attributes?.(condition) ?? [];

/** How long before an interval the condition has to listen, ms. */
export const conditionLeadIn = (condition: RuleCondition): number => KINDS[condition.kind].leadIn?.(condition) ?? 0;

/** A condition in words. */
export const conditionWords = (condition: RuleCondition, speech: ConditionSpeech): string =>
  KINDS[condition.kind].words(condition, condition.negated, speech);

/** What the condition refers to, by kind and number. */
export function referencesOf(condition: RuleCondition): { readonly kind: ReferenceKind; readonly id: number }[] {
  if (condition.kind === 'driver' && condition.driver === 'operators')
    return condition.operator_ids.map((id) => ({ kind: 'operator' as const, id }));
  if (condition.kind === 'fact' && isOfTwoUnits(condition.fact))
    return condition.other_unit_ids.map((id) => ({ kind: 'unit' as const, id }));
  const isOfZones =
    (condition.kind === 'place' ? condition.place === 'zones' : hasPlaces(condition)) ||
    (condition.kind === 'fact' && condition.fact === 'zonePassed');
  if (!isOfZones) return [];
  return [
    ...condition.zone_ids.map((id) => ({ kind: 'zone' as const, id })),
    ...condition.zone_group_ids.map((id) => ({ kind: 'zoneGroup' as const, id })),
  ];
}
