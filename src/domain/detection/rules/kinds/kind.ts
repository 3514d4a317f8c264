import { array, number, type AnySchema } from 'yup';
import type { Instant } from '../../../base/index.ts';
import type { SensorType } from '../../../sensor/index.ts';
import { IGNITION, type AttributeValue, type IgnitionState } from '../../../telemetry/index.ts';
import type { RoadLookup } from '../../../road/index.ts';
import type { ReportColumns } from '../certainty/reportColumns.ts';
import { createMotion, type Motion } from '../../trips/index.ts';
import type { PlaceSet } from '../places/placeSet.ts';

/** Whether a condition holds; null: not known. */
export type Truth = boolean | null;

/** Who is at a unit. */
export interface DriverPresence {
  /** A key is signed in. */
  readonly hasKey: boolean;
  /** It is one of an operator. */
  readonly isKnown: boolean;
  /** By hand, or else by the key. */
  readonly operators: readonly number[];
}

/** Knows whose keys are whose at a unit, and what was decided by hand. */
export interface DriverLookup {
  /** `since`: when the key was signed in; `key` is empty where none is. */
  at(key: string, since: Instant, time: Instant): DriverPresence;
}

/** What rules read of a report. One object is filled again for every report. */
export interface RuleReport {
  time: Instant;
  /** km/h; NaN where the report says none, or its fix is not valid. */
  speed: number;
  ignition: IgnitionState;
  /** Word of the alarm, empty without. */
  alarm: string;
  /** Values of the unit's sensors, a column a sensor; NaN where the report says none. */
  columns: readonly ArrayLike<number>[];
  /** Row of the report in the columns. */
  row: number;
  /** Degrees; NaN where the report has no usable fix. */
  latitude: number;
  longitude: number;
  /** Metres that the fix alone has to be beyond an edge to prove a crossing. */
  fixMargin: number;
  /** Of the usable fix before, NaN where there was none. */
  latitudeBefore: number;
  longitudeBefore: number;
  /** The driver's key that is signed in, and since when; empty: none, null: nobody asked. */
  driverKey: string | null;
  driverSince: Instant;
  /** When silence alone signs that key out; infinite: never. */
  driverUntil: Instant;
  /** Who is at the unit; null: not known. The watch puts it here for rules that ask for it. */
  driver: DriverPresence | null;
  /** The same once that key is signed out. */
  driverThen: DriverPresence | null;
  /** The roads around the unit, for rules that ask for them; null: no streets are known. The watch puts them here. */
  roads: RoadLookup | null;
  /** Geometry of the rule's conditions; the watch puts that of each rule here. */
  places: readonly (PlaceSet | null)[];
  /** Degrees; NaN where the report says none. */
  course: number;
  /** Of the report before that had a speed, and when that was; NaN where there was none. */
  speedBefore: number;
  courseBefore: number;
  speedTime: Instant;
  /** km by the mileage sensor or the odometer, hours of the engine; NaN where the report says none. */
  mileage: number;
  engineHours: number;
  /** What reports before said of them last. */
  mileageBefore: number;
  engineHoursBefore: number;
  /** It has a valid position of its own. */
  hasFix: boolean;
  /** What the trip detector says after the report. */
  readonly motion: Motion;
  /** Value of a raw attribute in a row; undefined where the report does not carry it. */
  attribute: (name: string, row: number) => AttributeValue | undefined;
}

/** A report that says nothing, to be filled again and again. */
export const createRuleReport = (): RuleReport => ({
  time: 0,
  speed: Number.NaN,
  ignition: IGNITION.unknown,
  alarm: '',
  columns: [],
  row: 0,
  latitude: Number.NaN,
  longitude: Number.NaN,
  fixMargin: 0,
  latitudeBefore: Number.NaN,
  longitudeBefore: Number.NaN,
  driverKey: null,
  driverSince: 0,
  driverUntil: Number.POSITIVE_INFINITY,
  driver: null,
  driverThen: null,
  roads: null,
  places: [],
  course: Number.NaN,
  speedBefore: Number.NaN,
  courseBefore: Number.NaN,
  speedTime: Number.NaN,
  mileage: Number.NaN,
  engineHours: Number.NaN,
  mileageBefore: Number.NaN,
  engineHoursBefore: Number.NaN,
  hasFix: false,
  motion: createMotion(),
  attribute: () => undefined,
});

/** A parameter that is missing or does not fit the others. */
export interface ParameterProblem {
  readonly field: string;
  /** Key of the message. */
  readonly message: string;
}

/** What words for a condition are made with. */
export interface ConditionSpeech {
  readonly translate: (key: string, values: Record<string, string>) => string;
  /** A bound on the sensor of this name, with its measure where that is known. */
  readonly figure: (value: number, sensor: string) => string;
  /** km/h with their measure. */
  readonly speed: (value: number) => string;
  readonly number: (value: number) => string;
  /** Metres with their measure. */
  readonly metres: (value: number) => string;
  /** Name of what a condition refers to; null: it is gone, or not known here. */
  readonly nameOf: (kind: ReferenceKind, id: number) => string | null;
  /** Milliseconds in words. */
  readonly duration: (milliseconds: number) => string;
}

/** What conditions and the units of rules refer to by number. */
export type ReferenceKind = 'zone' | 'zoneGroup' | 'unitGroup' | 'operator' | 'unit';

/** Names of what a rule refers to, by kind and number; what is gone is not among them. */
export type RuleNames = Partial<Readonly<Record<ReferenceKind, Readonly<Record<string, string>>>>>;

/** What time alone will make of a condition, if no report comes before. One object is filled again and again. */
export interface Foresight {
  /** Infinite: nothing. */
  at: Instant;
  /** Whether it holds from then on, as it is without its negation. */
  truth: Truth;
}

/** A part of a report that a condition reads: which sensor by its place, or which attribute by its name. */
export interface RuleInput {
  readonly part: 'speed' | 'fix' | 'ignition' | 'sensor' | 'attribute';
  readonly of?: number | string;
}

/** A kind of condition (domain reference, 7.3): its parameters, and when it holds. */
export interface ConditionKind<Parameters> {
  readonly fields: Readonly<Record<string, AnySchema>>;
  /** Its truth lasts until a report says otherwise; else it is forgotten after a while ({@link RULE.memory}). */
  readonly lasts?: boolean;
  /**
   * True where what it asks for happens at an instant, such as heavy braking: no one asks how long that lasts, so it
   * makes a rule fire at once, whatever time the rule has to last. Left out: never.
   */
  instant?(parameters: Parameters): boolean;
  /** How many numbers a condition remembers from report to report; NaN at first. Left out: none. */
  readonly memory?: number;
  problems(parameters: Parameters): readonly ParameterProblem[];
  /**
   * What a report has to carry to say anything of it: without, it is not evaluated. Only for a kind that neither
   * remembers nor foresees anything; left out: it is evaluated for every report.
   */
  input?(parameters: Parameters, sensor: number): RuleInput;
  /** Raw attributes of reports that it reads; left out: none. */
  attributes?(parameters: Parameters): readonly string[];
  /**
   * How long before an interval it has to listen, so that what it finds does not depend on where that begins, ms;
   * left out: not long.
   */
  leadIn?(parameters: Parameters): number;
  /**
   * `sensor`: place of the sensor that is asked for among the columns, or of the condition's geometry among the places;
   * `before`: what held after the report before; `memory`: what the condition remembers, changed in place.
   */
  evaluate(parameters: Parameters, report: RuleReport, sensor: number, before: Truth, memory: number[]): Truth;
  /**
   * What time alone will make of it after the report, of which it said `truth`; left out: nothing. Nothing is foreseen
   * when it is asked.
   */
  foresee?(
    parameters: Parameters,
    report: RuleReport,
    foresight: Foresight,
    truth: Truth,
    memory: readonly number[],
  ): void;
  /** When it holds by time alone where nothing was reported since the rule was made, at `from`; left out: never. */
  foreseeSilence?(parameters: Parameters, from: Instant): Instant;
  /**
   * Says of each report from its columns alone what the condition makes of it whatever was before ({@link CERTAINTY}),
   * so that reports which change nothing are passed over. False: not of these parameters. Left out: never. Only for a
   * kind that neither remembers nor foresees anything; `into` is silent everywhere, and what is negated is left to the
   * caller.
   */
  certainty?(parameters: Parameters, columns: ReportColumns, sensor: number, into: Int8Array): boolean;
  /**
   * Whether what it makes of a report that its columns left open does not depend on what was before. Left out: it does.
   */
  isSettled?(parameters: Parameters, report: RuleReport, sensor: number): boolean;
  /** The figure that is recorded when the rule fires, NaN where the report says none; null: the kind has no figure. */
  readonly valueOf:
    | ((report: RuleReport, sensor: number, parameters: Parameters, memory: readonly number[]) => number)
    | null;
  /** Gives the figure its measure; left out: that of its sensor, or none. */
  readonly valueType?: SensorType | ((parameters: Parameters) => SensorType);
  /** The condition, negated or not, in words. */
  words(parameters: Parameters, isNegated: boolean, speech: ConditionSpeech): string;
}

/**
 * Of what happens with a report, and is over right after it: so it fires again where the next one brings it as well.
 */
export function endsAtOnce(foresight: Foresight, time: Instant, truth: Truth): void {
  if (truth !== true) return;
  foresight.at = time + 1;
  foresight.truth = false;
}

/** Numbers of what a condition refers to. */
export const idsField = (most: number) =>
  array(number().integer('validation.integer').positive('validation.invalid').required('validation.required'))
    .max(most, 'validation.maxItems')
    .default([]);

/** A negated condition that has no words of its own. */
export const negatedWords = (words: string, isNegated: boolean, { translate }: ConditionSpeech): string =>
  isNegated ? translate('rules.words.not', { words }) : words;

/** "A, B or C". */
export const anyOf = (names: readonly string[], { translate }: ConditionSpeech): string =>
  names.length === 0 ? '–' : names.reduce((before, next) => translate('rules.words.any', { before, next }));
