import { object, string, type InferType } from 'yup';
import type { Motion } from '../../../trips/index.ts';
import type { ConditionKind, Truth } from '../kind.ts';

/**
 * What a unit does, as its trip detector finds it: it moves; it stands, on the way or not; it stands with the engine
 * on; it is on a trip, which begins once it is long enough and includes short stops; it is parked, as long stops are.
 */
export const MOTIONS = ['moving', 'stopped', 'idling', 'trip', 'parked'] as const;
type MotionName = (typeof MOTIONS)[number];

export const motionFields = { motion: string().oneOf(MOTIONS, 'validation.oneOf').default('moving') };
const parameters = object(motionFields);

/**
 * Whether the unit moves, stands, idles, is on a trip or parked (kinds 12 to 17). It lasts until the trip detector says
 * otherwise.
 */
export const motionKind: ConditionKind<InferType<typeof parameters>> = {
  fields: motionFields,
  lasts: true,
  problems: () => [],
  evaluate: ({ motion }, report) => isSo(motion, report.motion),
  foresee({ motion }, { motion: now }, foresight) {
    if (motion === 'idling') {
      foresight.at = now.idlesUntil;
      return;
    }
    const isStopped = now.status === 'standing';
    // How long it stood already says so of standing itself, which time alone does not end.
    if (isStopped && (motion === 'moving' || motion === 'stopped')) return;
    if (isStopped && motion === 'trip' && !now.onTrip) return;
    foresight.at = now.until;
    // A unit that moves and says nothing more is somewhere, doing nobody knows what.
    foresight.truth = isStopped ? motion === 'parked' : null;
  },
  valueOf: null,
  words: ({ motion }, isNegated, { translate }) =>
    translate(`rules.words.motion.${motion}.${isNegated ? 'isNot' : 'is'}`, {}),
};

function isSo(asked: MotionName, { status, onTrip, idles }: Motion): Truth {
  if (asked === 'idling') return idles;
  if (status !== 'moving' && status !== 'standing' && status !== 'parked') return null;
  switch (asked) {
    case 'moving':
      return status === 'moving';
    case 'stopped':
      return status !== 'moving';
    case 'parked':
      return status === 'parked';
    default:
      return onTrip;
  }
}
