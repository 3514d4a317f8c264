import { isSameData } from '../detection/index.ts';
import type { RuleCondition } from '../detection/rules/kinds/index.ts';
import { nameKey, type Sensor } from '../sensor/index.ts';

/** A condition that has to hold, or must not: its own negation is in `holds`. */
export interface Literal {
  readonly condition: RuleCondition;
  readonly holds: boolean;
}

/** Figures from one to another; the ends belong to it unless they are open. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly isOpenFrom?: boolean;
  readonly isOpenTo?: boolean;
}

const ALL: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** The opposite is true of a condition by itself: no report could make it so. */
export const isNever = ({ condition: { kind, comparison, limit }, holds }: Literal): boolean =>
  kind === 'speed' && comparison === 'under' && limit === 0 && holds;

/**
 * Whether a condition on a sensor, as it is written, holds at no value that such a sensor gives within its own
 * bounds.
 */
export const isBeyond = (
  condition: RuleCondition,
  { minimum, maximum }: Pick<Sensor, 'minimum' | 'maximum'>,
): boolean =>
  condition.kind === 'sensor' &&
  areApart(figures({ condition, holds: !condition.negated }), [{ from: minimum ?? ALL.from, to: maximum ?? ALL.to }]);

/**
 * Whether two conditions can never be so at the same moment, whatever is reported. Only what is certain counts: of two
 * geofences it is not known here whether they overlap, and a condition with a margin holds a little beyond its limit.
 */
export function clashes(one: Literal, other: Literal): boolean {
  if (one.condition.kind !== other.condition.kind) return false;
  if (one.holds !== other.holds && isSame(one.condition, other.condition)) return true;
  switch (one.condition.kind) {
    case 'speed':
      return areApart(speeds(one), speeds(other));
    case 'sensor':
      return (
        nameKey(one.condition.sensor) === nameKey(other.condition.sensor) && areApart(figures(one), figures(other))
      );
    case 'parameter':
      return one.condition.parameter === other.condition.parameter && clashParameters(one, other);
    case 'ignition':
      return isOn(one) !== isOn(other);
    case 'input':
      return one.condition.input === other.condition.input && areOpposite(one, other);
    case 'alarm':
      return clashAlarms(one, other) || clashAlarms(other, one);
    case 'motion':
      return areApartMotions(one, other) || areApartMotions(other, one);
    case 'silence':
      return areApart(silences(one), silences(other));
    case 'driver':
      return clashDrivers(one, other);
    case 'place':
      return clashPlaces(one, other) || clashPlaces(other, one);
    default:
      return false;
  }
}

const isOn = ({ condition: { ignition }, holds }: Literal): boolean => (ignition === 'on') === holds;

/** An input is on or off; that it changes says nothing of that. */
function areOpposite(one: Literal, other: Literal): boolean {
  const [state, otherState] = [one, other].map(({ condition }) => condition.input_state);
  if (state === 'changed' || otherState === 'changed') return false;
  return ((state === 'on') === one.holds) !== ((otherState === 'on') === other.holds);
}

const isSame = (one: RuleCondition, other: RuleCondition): boolean =>
  isSameData({ ...one, negated: false }, { ...other, negated: false });

/** No figure is in both. */
const areApart = (some: readonly Span[], others: readonly Span[]): boolean =>
  some.every((one) =>
    others.every((other) => {
      const from = Math.max(one.from, other.from);
      const to = Math.min(one.to, other.to);
      if (from !== to) return from > to;
      return [one, other].some(
        ({ isOpenFrom, isOpenTo, ...span }) => (isOpenFrom && span.from === from) || (isOpenTo && span.to === to),
      );
    }),
  );

/** km/h at which it can be so: a speed that was over the limit counts as such until it is the margin below. */
function speeds({ condition: { comparison, limit, margin }, holds }: Literal): Span[] {
  if (limit === null) return [ALL];
  if (comparison === 'over')
    return [holds ? { ...ALL, from: limit - margin, isOpenFrom: true } : { from: 0, to: limit }];
  return [holds ? { from: 0, to: limit + margin, isOpenTo: true } : { ...ALL, from: limit }];
}

/** Figures of a sensor, or of a parameter, at which it can be so: what holds does until it is the margin back. */
function figures({ condition: asked, holds }: Literal): Span[] {
  const { kind, condition, parameter_test: test, minimum, maximum } = asked;
  const margin = holds ? asked.figure_margin : 0;
  if (((kind === 'sensor' ? condition : test) === 'inside') === holds)
    return [{ from: (minimum ?? ALL.from) - margin, to: (maximum ?? ALL.to) + margin }];
  return [
    ...(minimum === null ? [] : [{ from: ALL.from, to: minimum + margin, isOpenTo: true }]),
    ...(maximum === null ? [] : [{ from: maximum - margin, to: ALL.to, isOpenFrom: true }]),
  ];
}

/** Of a text only that it is so says which figure it is, if it is one. */
function clashParameters(one: Literal, other: Literal): boolean {
  const [isText, isOtherText] = [one, other].map(({ condition }) => condition.parameter_test === 'equal');
  if (isText && isOtherText) return one.holds && other.holds && !isSameText(one, other, 'parameter_text');
  if (isText !== isOtherText) {
    const [text, range] = isText ? [one, other] : [other, one];
    const figure = Number(text.condition.parameter_text);
    return text.holds && !Number.isNaN(figure) && areApart([{ from: figure, to: figure }], figures(range));
  }
  return areApart(figures(one), figures(other));
}

const isSameText = (one: Literal, other: Literal, field: 'parameter_text' | 'alarm'): boolean =>
  one.condition[field].toLowerCase() === other.condition[field].toLowerCase();

/** A report has one alarm, or none. */
function clashAlarms(one: Literal, other: Literal): boolean {
  if (!one.holds) return false;
  if (!other.holds) return other.condition.alarm === '' || isSameText(one, other, 'alarm');
  return one.condition.alarm !== '' && other.condition.alarm !== '' && !isSameText(one, other, 'alarm');
}

/** A unit moves or is stopped, and is parked only where it is stopped. */
function areApartMotions(one: Literal, other: Literal): boolean {
  const [first, second] = [one.condition.motion, other.condition.motion];
  if (first === 'moving' && second === 'stopped') return one.holds === other.holds;
  if (first === 'moving' && second === 'parked') return one.holds && other.holds;
  return first === 'parked' && second === 'stopped' && one.holds && !other.holds;
}

/** Seconds of silence. */
function silences({ condition: { silence }, holds }: Literal): Span[] {
  if (silence === null) return [ALL];
  return [holds ? { ...ALL, from: silence } : { from: 0, to: silence, isOpenTo: true }];
}

/** One says that somebody is there, the other that nobody is; or one names a driver whom the other excludes. */
function clashDrivers(one: Literal, other: Literal): boolean {
  const [isOne, isOther] = [isSomebody(one), isSomebody(other)];
  if (isOne !== null && isOther !== null && isOne !== isOther) return true;
  const areNamed = one.condition.driver === 'operators' && other.condition.driver === 'operators';
  if (!areNamed || one.holds === other.holds) return false;
  const [named, excluded] = one.holds ? [one, other] : [other, one];
  return isWithin(named.condition.operator_ids, excluded.condition.operator_ids);
}

function isSomebody({ condition: { driver }, holds }: Literal): boolean | null {
  if (driver === 'signedIn') return holds;
  if (driver === 'nobody') return !holds;
  return holds ? true : null;
}

/** Inside some of the places that it is outside of. */
function clashPlaces({ condition: one, holds }: Literal, { condition: other, ...next }: Literal): boolean {
  if (!holds || next.holds || one.place !== other.place) return false;
  if (one.place === 'zones')
    return isWithin(one.zone_ids, other.zone_ids) && isWithin(one.zone_group_ids, other.zone_group_ids);
  const isSamePoint = one.latitude === other.latitude && one.longitude === other.longitude;
  return isSamePoint && (one.radius ?? 0) <= (other.radius ?? 0);
}

const isWithin = (some: readonly number[], all: readonly number[]): boolean => some.every((id) => all.includes(id));
