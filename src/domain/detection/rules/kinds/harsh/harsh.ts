import { object, string, type InferType } from 'yup';
import { LENGTH, optionalText, RULE, SECOND, optionalWithin } from '../../../../base/index.ts';
import { negatedWords, type ConditionKind, type RuleReport } from '../kind.ts';

export const HARSH_CHOICES = ['acceleration', 'braking', 'cornering', 'crash'] as const;
type HarshName = (typeof HARSH_CHOICES)[number];

/** In which measure a device reports how strong it was. */
export const FORCE_UNITS = ['g', 'mg', 'ms2'] as const;
/** m/s². */
const GRAVITY = 9.80665;
const IN_G: Readonly<Record<(typeof FORCE_UNITS)[number], number>> = { g: 1, mg: 0.001, ms2: 1 / GRAVITY };
/** m/s in km/h. */
const KMH = 3.6;
/** km/h: courses of a slower unit say little of how it turns. */
const TURNING = 10;
const HALF_TURN = 180;

export const harshFields = {
  harsh: string().oneOf(HARSH_CHOICES, 'validation.oneOf').default('braking'),
  /** From how many g on it counts. */
  force: optionalWithin(RULE.force, RULE.force.usual),
  /** Attribute with the force; empty: the device's own event counts, and the change of speed between two reports. */
  force_parameter: optionalText(LENGTH.parameterName),
  force_unit: string().oneOf(FORCE_UNITS, 'validation.oneOf').default('g'),
};
const parameters = object(harshFields);
type HarshParameters = InferType<typeof parameters>;

const EVENT = 'harsh_event';
/** Words of alarms by which devices report each. */
const ALARMS: Readonly<Record<HarshName, string>> = {
  acceleration: 'hard_acceleration',
  braking: 'hard_braking',
  cornering: 'hard_cornering',
  crash: 'accident',
};

/**
 * Harsh driving and crashes (kind 35). A force that the device reports decides; without one its own event does, or how
 * speed and course changed since the report before, where that came a few seconds ago ({@link RULE.forceSpan}): that is
 * the mean between the two, which is less than the peak. Over with the next report, or after a few seconds without one.
 */
export const harshKind: ConditionKind<HarshParameters> = {
  fields: harshFields,
  instant: () => true,
  problems: ({ force }) => (force === null ? [{ field: 'force', message: 'validation.required' }] : []),
  attributes: ({ force_parameter: parameter }) => (parameter === '' ? [EVENT] : [EVENT, parameter]),
  evaluate(asked, report) {
    const { force, harsh } = asked;
    if (force === null) return null;
    const reported = reportedForce(asked, report);
    if (!Number.isNaN(reported)) return reported >= force;
    if (report.alarm === ALARMS[harsh] || report.attribute(EVENT, report.row) === harsh) return true;
    const derived = derivedForce(harsh, report);
    return Number.isNaN(derived) ? null : derived >= force;
  },
  foresee(_, { time }, foresight, truth) {
    if (truth !== true) return;
    foresight.at = time + RULE.forceLasts * SECOND;
    foresight.truth = false;
  },
  valueOf(report, _, asked) {
    const reported = reportedForce(asked, report);
    return Number.isNaN(reported) ? derivedForce(asked.harsh, report) : reported;
  },
  words: ({ harsh, force }, isNegated, speech) =>
    negatedWords(
      speech.translate(`rules.words.harsh.${harsh}`, { force: force === null ? '–' : speech.number(force) }),
      isNegated,
      speech,
    ),
};

/** g as the device says; NaN where it does not. */
function reportedForce({ force_parameter: parameter, force_unit: unit }: HarshParameters, report: RuleReport): number {
  if (parameter === '') return Number.NaN;
  const value = report.attribute(parameter, report.row);
  return value === undefined || value === '' ? Number.NaN : Math.abs(Number(value)) * IN_G[unit];
}

/** g between the last two reports with a speed; NaN where they say none. Below zero for what is the other way. */
function derivedForce(
  harsh: HarshName,
  { time, speed, course, speedBefore, courseBefore, speedTime }: RuleReport,
): number {
  const seconds = (time - speedTime) / SECOND;
  if (!(seconds > 0 && seconds <= RULE.forceSpan)) return Number.NaN;
  if (harsh === 'cornering') {
    if (!(Math.min(speed, speedBefore) >= TURNING)) return Number.NaN;
    const turned = Math.abs(((course - courseBefore + 3 * HALF_TURN) % (2 * HALF_TURN)) - HALF_TURN);
    return ((speed + speedBefore) / 2 / KMH) * ((turned * Math.PI) / HALF_TURN / seconds / GRAVITY);
  }
  const grown = (speed - speedBefore) / KMH / seconds / GRAVITY;
  return harsh === 'acceleration' ? grown : -grown;
}
