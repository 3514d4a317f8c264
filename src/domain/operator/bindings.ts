import type { Instant } from '../base/index.ts';
import type { KeyEnd } from '../detection/index.ts';

/** A span at a unit; `to` null: until it is ended. */
export interface UnitSpan {
  readonly unitId: number;
  readonly from: Instant;
  readonly to: Instant | null;
}

/** What decides where an operator was by the keys that units reported. */
export interface BindingEvidence {
  /** When a key of the operator was signed in. */
  readonly sessions: readonly UnitSpan[];
  /** The operator's assignments that were made by hand. */
  readonly manual: readonly UnitSpan[];
  /** Those of other operators at the units of the sessions. */
  readonly others: readonly UnitSpan[];
  /** Instants at which somebody released the operator from a unit by hand. */
  readonly releases: readonly { readonly unitId: number; readonly at: Instant }[];
  /** May be at several units at the same time. */
  readonly severalUnits: boolean;
}

const endOf = ({ to }: Pick<UnitSpan, 'to'>): Instant => to ?? Number.POSITIVE_INFINITY;

/**
 * Where the keys put an operator (domain reference, chapter 8). What was done by hand wins: a key says nothing
 * while its unit, or the operator, is assigned by hand; a release by hand ends the session that it falls into. An
 * operator at one unit at a time is taken from it by whatever begins later elsewhere. The same evidence gives the
 * same spans, in whatever order it came.
 */
export function bindingsByKey(evidence: BindingEvidence): UnitSpan[] {
  const parts = evidence.sessions.map((session) => partsOf(session, evidence));
  const spans = evidence.severalUnits ? parts.flat() : oneAtATime(parts, evidence.manual);
  return spans.toSorted((a, b) => a.from - b.from || a.unitId - b.unitId);
}

/** A session without what was decided by hand. */
function partsOf(session: UnitSpan, { manual, others, releases, severalUnits }: BindingEvidence): UnitSpan[] {
  const { unitId, from } = session;
  const released = releases
    .filter((each) => each.unitId === unitId && each.at >= from && each.at < endOf(session))
    .reduce((earliest, { at }) => Math.min(earliest, at), endOf(session));
  const cut: UnitSpan = { unitId, from, to: Number.isFinite(released) ? released : null };
  const covering = [
    ...others.filter((span) => span.unitId === unitId),
    // Manual assignments elsewhere count if they began before the key was read; later ones take the operator away.
    ...manual.filter((span) => span.unitId === unitId || (!severalUnits && span.from <= from)),
  ].toSorted((a, b) => a.from - b.from);
  return covering.reduce<UnitSpan[]>((rest, span) => rest.flatMap((part) => without(part, span)), [cut]).filter(isLong);
}

/** The part of a span before the other, and the part after it. */
function without(part: UnitSpan, span: Pick<UnitSpan, 'from' | 'to'>): UnitSpan[] {
  if (endOf(span) <= part.from || span.from >= endOf(part)) return [part];
  return [{ ...part, to: Math.max(part.from, span.from) }, ...(span.to === null ? [] : [{ ...part, from: span.to }])];
}

const isLong = (span: UnitSpan): boolean => endOf(span) > span.from;

/** Cuts each session where the next begins elsewhere; what was left then is over. */
function oneAtATime(sessions: readonly (readonly UnitSpan[])[], manual: readonly UnitSpan[]): UnitSpan[] {
  const starts = [...sessions.flat(), ...manual];
  const isLater = (other: UnitSpan, span: UnitSpan): boolean =>
    other.from > span.from || (other.from === span.from && other.unitId > span.unitId);
  return sessions.flatMap((parts) => {
    const kept: UnitSpan[] = [];
    for (const part of parts) {
      const next = starts
        .filter((other) => other.unitId !== part.unitId && isLater(other, part))
        .reduce((earliest, { from }) => Math.min(earliest, from), Number.POSITIVE_INFINITY);
      if (next >= endOf(part)) {
        kept.push(part);
        continue;
      }
      kept.push({ ...part, to: next });
      break;
    }
    return kept.filter(isLong);
  });
}

/** Whose a key was, and when. */
export interface KeyOwner {
  readonly operatorId: number;
  readonly accountId: number;
  readonly key: string;
  readonly from: Instant;
  readonly to: Instant;
}

/**
 * Whose the key was at the instant: of the accounts in their order, as it is written or, only then, byte-reversed.
 * Null: nobody's that is known. `forms` are the ways of writing it.
 */
export function ownerOfKey(
  forms: readonly string[],
  accounts: readonly number[],
  at: Instant,
  owners: readonly KeyOwner[],
): number | null {
  for (const account of accounts)
    for (const form of forms) {
      const owner = owners.find(
        ({ accountId, key, from, to }) => accountId === account && key === form && from <= at && at < to,
      );
      if (owner) return owner.operatorId;
    }
  return null;
}

/**
 * Why a binding was over. `otherUnit`: the operator began elsewhere; `byHand`: somebody released, or assigned by hand.
 */
export type BindingEnd = KeyEnd | 'otherUnit' | 'byHand';
