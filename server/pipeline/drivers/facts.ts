import { shownBinding } from '../../../src/domain/operator/index.ts';
import type { DetectionLedger, Fact, UnitFacts } from '../facts.ts';
import type { BindingChange, StoredBinding } from './bindingRows.ts';
import type { StoredSession } from './sessionRows.ts';

/** Events of the units whose drivers changed. */
export function driverFacts(ledger: Pick<DetectionLedger, 'nameOf'>, changes: readonly BindingChange[]): UnitFacts[] {
  const facts = changes.flatMap((change) =>
    factsOf(change, ledger.nameOf(unitOf(change))).map((fact) => ({ unitId: unitOf(change), fact })),
  );
  return [...Map.groupBy(facts, ({ unitId }) => unitId)].map(([unitId, own]) => ({
    unitId,
    facts: own.map(({ fact }) => fact).toSorted((a, b) => a.at - b.at),
  }));
}

const unitOf = ({ before, after }: BindingChange): number => (after ?? before)?.unitId ?? 0;

function factsOf({ operator, before, after }: BindingChange, unitName: string): Fact[] {
  const fact = (
    kind: 'driverAssigned' | 'driverReleased' | 'driverChanged',
    binding: StoredBinding,
    at: number,
    more: { readonly late?: true } = {},
  ): Fact => ({
    kind,
    id: operator.operatorId,
    at,
    data: { binding: shownBinding({ ...binding, source: 'key' }, operator.name, unitName), ...more },
  });
  // What turned out wrong is reported as ended at its beginning.
  if (after === null)
    return before === null ? [] : [fact('driverChanged', { ...before, to: before.from }, before.from, { late: true })];
  if (before === null)
    return [
      fact('driverAssigned', after, after.from),
      ...(after.to === null ? [] : [fact('driverReleased', after, after.to)]),
    ];
  if (before.to === null && after.to !== null) return [fact('driverReleased', after, after.to)];
  return [fact('driverChanged', after, after.from, { late: true })];
}

/** Events of the keys that nobody has: one for each key, of the last session that began with it. */
export function unknownKeyFacts(unitId: number, sessions: readonly StoredSession[]): UnitFacts {
  const latest = new Map(sessions.map((session) => [session.key, session]));
  return {
    unitId,
    facts: [...latest.values()]
      .toSorted((a, b) => a.from - b.from)
      .map(({ key, from }): Fact => ({ kind: 'unknownKeyReported', id: unitId, at: from, data: { key } })),
  };
}
