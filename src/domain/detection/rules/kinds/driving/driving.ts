import { object, string, type InferType } from 'yup';
import { MINUTE, RULE, SECOND, type Instant, optionalWholeWithin } from '../../../../base/index.ts';
import { endsAtOnce, negatedWords, type ConditionKind, type Foresight, type RuleReport, type Truth } from '../kind.ts';

/** What is asked: driving for too long without a rest, or setting off again before a rest was long enough. */
export const DRIVING_CHOICES = ['driving', 'rest'] as const;

export const drivingFields = {
  driving: string().oneOf(DRIVING_CHOICES, 'validation.oneOf').default('driving'),
  /** Minutes of driving after which a rest is due. */
  driving_minutes: optionalWholeWithin(RULE.driving, RULE.driving.usual),
  /** Minutes without driving that count as a rest. */
  rest_minutes: optionalWholeWithin(RULE.rest, RULE.rest.usual),
};
const parameters = object(drivingFields);
type DrivingParameters = InferType<typeof parameters>;

/**
 * Places of what is remembered: ms driven since the last rest, the last report, whether it drove then, since when it
 * does
 * not, and who drove.
 */
const [DRIVEN, HEARD, DRIVES, PAUSED, DRIVER] = [0, 1, 2, 3, 4];
/** Somebody with a key that no operator has. */
const UNKNOWN = 0;
/** Between reports further apart than this nobody knows what was driven. */
const LONGEST_GAP = RULE.memory * SECOND;

/**
 * Driving time at a unit (kind 34): without the stops, from one rest to the next, and again from nothing when another
 * driver signs in. A stop too short for a rest is a pause, which does not count as driving. What the same operator
 * drove at other units is a fact of its own (`operatorDriving`).
 */
export const drivingKind: ConditionKind<DrivingParameters> = {
  fields: drivingFields,
  lasts: true,
  instant: ({ driving }) => driving === 'rest',
  memory: 5,
  problems: ({ driving, driving_minutes: minutes, rest_minutes: rest }) => [
    ...(driving === 'driving' && minutes === null
      ? [{ field: 'driving_minutes', message: 'validation.required' }]
      : []),
    ...(rest === null ? [{ field: 'rest_minutes', message: 'validation.required' }] : []),
    ...(driving === 'rest' && rest !== null && rest <= RULE.pause
      ? [{ field: 'rest_minutes', message: 'validation.ruleRest' }]
      : []),
  ],
  leadIn: ({ driving_minutes: minutes, rest_minutes: rest }) => 2 * ((minutes ?? 0) + (rest ?? 0)) * MINUTE,
  evaluate(asked, report, _, __, memory) {
    const { driving, driving_minutes: minutes, rest_minutes: rest } = asked;
    if (rest === null) return null;
    const drives = isDriving(report);
    if (drives === null) return null;
    const pause = noteReport(memory, report, drives, rest * MINUTE);
    if (driving === 'rest') return pause >= RULE.pause * MINUTE && pause < rest * MINUTE;
    return minutes === null ? null : memory[DRIVEN] > 0 && memory[DRIVEN] >= minutes * MINUTE;
  },
  foresee(asked, { time }, foresight, truth, memory) {
    if (asked.driving === 'driving') foreseeDriving(asked, time, foresight, truth, memory);
    else endsAtOnce(foresight, time, truth);
  },
  valueOf: (_, __, { driving }, memory) => (driving === 'rest' ? Number.NaN : memory[DRIVEN] / (60 * MINUTE)),
  valueType: 'engine_hours',
  words: ({ driving, driving_minutes: minutes, rest_minutes: rest }, isNegated, speech) =>
    negatedWords(
      speech.translate(`rules.words.driving.${driving}`, {
        driving: minutes === null ? '–' : speech.duration(minutes * MINUTE),
        rest: rest === null ? '–' : speech.duration(rest * MINUTE),
      }),
      isNegated,
      speech,
    ),
};

/** As the trip detector finds it; null: it does not know. */
function isDriving({ motion: { status } }: RuleReport): Truth {
  if (status === 'moving') return true;
  return status === 'standing' || status === 'parked' ? false : null;
}

/** Takes in a report. Answers how long the pause was that it ends, ms; 0: it ends none. */
function noteReport(memory: number[], report: RuleReport, drives: boolean, rest: number): number {
  noteDriver(memory, report);
  const { time } = report;
  const gap = time - memory[HEARD];
  const drove = memory[DRIVES] === 1;
  const isKnown = gap <= LONGEST_GAP;
  if (drove && isKnown) memory[DRIVEN] += gap;
  // Silence is no driving that one could prove.
  if (drove && !isKnown) memory[PAUSED] = memory[HEARD];
  if (drove && isKnown && !drives) memory[PAUSED] = time;
  memory[HEARD] = time;
  memory[DRIVES] = drives ? 1 : 0;
  const pause = Number.isNaN(memory[PAUSED]) ? 0 : time - memory[PAUSED];
  if (pause >= rest) memory[DRIVEN] = 0;
  if (Number.isNaN(memory[DRIVEN])) memory[DRIVEN] = 0;
  if (!drives) return 0;
  memory[PAUSED] = Number.NaN;
  return pause;
}

/** Another driver begins with nothing driven; one who was signed out meanwhile goes on. */
function noteDriver(memory: number[], { driver }: RuleReport): void {
  if (driver === null || (driver.operators.length === 0 && !driver.hasKey)) return;
  const who = driver.operators.length > 0 ? driver.operators[0] : UNKNOWN;
  if (memory[DRIVER] === who) return;
  if (!Number.isNaN(memory[DRIVER])) {
    memory[DRIVEN] = 0;
    memory[PAUSED] = Number.NaN;
  }
  memory[DRIVER] = who;
}

/** While it drives, the limit is reached by time alone; while it stands, the rest is. */
function foreseeDriving(
  { driving_minutes: minutes, rest_minutes: rest }: DrivingParameters,
  time: Instant,
  foresight: Foresight,
  truth: Truth,
  memory: readonly number[],
): void {
  if (minutes === null || rest === null) return;
  if (truth === false && memory[DRIVES] === 1) {
    const left = minutes * MINUTE - memory[DRIVEN];
    if (left > LONGEST_GAP) return;
    foresight.at = time + left;
    foresight.truth = true;
  }
  if (truth === true && memory[DRIVES] === 0) {
    foresight.at = memory[PAUSED] + rest * MINUTE;
    foresight.truth = false;
  }
}
