import { useMemo } from 'react';
import type { ReferenceKind } from '../../../domain/rule/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import { useSession } from '../../shared/services/session.ts';
import { unitSearchText } from '../../shared/unit/unitSearch.ts';
import { useUnitsByName } from '../now/useWatched.ts';
import { unitsFound } from './unitChoice.ts';

/** Something that a rule may refer to. */
export interface Reference {
  readonly id: number;
  readonly name: string;
  /** Whose it is, where that is another account than one's own. */
  readonly account: string | null;
}

/** Offered at once; more are found by typing. */
const OFFERED = 12;
const NONE: readonly Reference[] = [];

/** What a search finds among things of the kind, by their names, and how many there are. */
export function useReferences(
  kind: ReferenceKind,
  search: string,
): { readonly found: readonly Reference[]; readonly total: number } {
  const { can, account } = useSession();
  const referenceOf = (id: number, row: { name: string; account_id: number; account_name: string }): Reference => ({
    id,
    name: row.name,
    account: row.account_id === account?.account_id ? null : row.account_name,
  });
  const page = { page: 1, limit: OFFERED, sort: 'name', search };
  const seesZones = can({ resource: 'geofences', action: 'r' });
  const zones = useAnswer('getGeofenceList', kind === 'zone' && seesZones ? page : null, ['geofence']);
  const seesGroups = can({ resource: 'label', action: 'r' });
  const of = !seesGroups ? null : kind === 'zoneGroup' ? 'geofence' : kind === 'unitGroup' ? 'units' : null;
  const operators = useAnswer(
    'getOperatorList',
    kind === 'operator' && can({ resource: 'operator', action: 'r' }) ? page : null,
    ['operator'],
  );
  const units = useUnitsFound(kind === 'unit', search);
  const groups = useAnswer('getLabelList', of === null ? null : { ...page, filters: { kind: of } }, ['label']);
  if (kind === 'zone')
    return {
      found: (zones.value?.rows ?? []).map(({ geofence_id: id, ...row }) => referenceOf(id, row)),
      total: zones.value?.total ?? 0,
    };
  if (kind === 'operator')
    return {
      found: (operators.value?.rows ?? []).map(({ operator_id: id, ...row }) => referenceOf(id, row)),
      total: operators.value?.total ?? 0,
    };
  if (kind === 'unit')
    return {
      found: units.slice(0, OFFERED).map(({ unit_id: id, ...row }) => referenceOf(id, row)),
      total: units.length,
    };
  return of === null
    ? { found: NONE, total: 0 }
    : {
        found: (groups.value?.rows ?? []).map(({ label_id: id, ...row }) => referenceOf(id, row)),
        total: groups.value?.total ?? 0,
      };
}

const NO_UNITS: readonly UnitSummary[] = [];
const NONE_CHOSEN: ReadonlySet<number> = new Set();

/** Units are all known here already. */
function useUnitsFound(isAsked: boolean, search: string): readonly UnitSummary[] {
  const units = useUnitsByName();
  return useMemo(
    () => (isAsked ? unitsFound(units, units.map(unitSearchText), NONE_CHOSEN, search) : NO_UNITS),
    [isAsked, units, search],
  );
}
