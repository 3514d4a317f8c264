import { useState } from 'react';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { useFleet, type UnitsState } from '../../shared/services/fleet.ts';
import { useStorePart } from '../../shared/services/store.ts';
import { haveSameNames } from '../list/unitRows.ts';

type NameOf = (unitId: number) => string | null;

/** Names of units by their ids: another function where a name changed, or a unit came or went, and only there. */
export function useUnitNames(): NameOf {
  const [read] = useState(nameReader);
  return useStorePart(useFleet().units, read);
}

function nameReader(): (state: UnitsState) => NameOf {
  let last: readonly UnitSummary[] = [];
  let nameOf: NameOf = () => null;
  return ({ units, byId }) => {
    if (units !== last && !haveSameNames(units, last)) nameOf = (unitId) => byId.get(unitId)?.name ?? null;
    last = units;
    return nameOf;
  };
}
