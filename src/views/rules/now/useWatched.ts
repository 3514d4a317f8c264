import { useMemo } from 'react';
import { watchesBelow } from '../../../domain/access/index.ts';
import { PAGE } from '../../../domain/base/index.ts';
import type { Label } from '../../../domain/entities/index.ts';
import type { Rule } from '../../../domain/rule/index.ts';
import type { Sensor } from '../../../domain/sensor/index.ts';
import { nameCollator, unitsByName, type UnitSummary } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { MOST_READ, useUnitReadings, type ReadingsByUnit } from '../../shared/sensors/index.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useSession } from '../../shared/services/session.ts';
import { useStore } from '../../shared/services/store.ts';

/** Which units are meant, by a rule as it is saved or as it is being written. */
export interface RuleUnits {
  readonly all_units: boolean;
  readonly unit_ids: readonly number[];
  readonly unit_group_ids: readonly number[];
}

/** What is known of the units that a rule watches. */
export interface Watched {
  /** Those that are looked at, by name. */
  readonly units: readonly UnitSummary[];
  /** Further ones that it watches and that are not looked at. */
  readonly more: number;
  readonly readings: ReadingsByUnit;
  /** Ids of all that it watches and that one sees. */
  readonly meant: readonly number[];
  /** Whose units alone are meant, of a rule on all units; null: all that one sees. */
  readonly owner: number | null;
  /** Units of the account are still on their way. */
  readonly loading: boolean;
}

/** The first sensor of the name at any of the units, for its measure; null where none has it. */
export function sensorNamed(readings: ReadingsByUnit, name: string): Sensor | null {
  for (const reading of readings.values()) {
    const sensor = reading.named(name);
    if (sensor !== null) return sensor;
  }
  return null;
}

const NONE: readonly UnitSummary[] = [];

/** Units that one sees, by name; none where one may see none. */
export function useUnitsByName(): readonly UnitSummary[] {
  const { i18n } = useTranslation();
  const { can } = useSession();
  const { units } = useStore(useFleet().units);
  const maySee = can({ resource: 'units', action: 'r' });
  return useMemo(
    () => (maySee ? units.toSorted(unitsByName(nameCollator(i18n.language))) : NONE),
    [units, maySee, i18n.language],
  );
}

/**
 * The units that a rule watches, and their sensors on the reports as they come. `saved`: the rule as the server has it,
 * null for one that is yet to be made, which is one's own account's. `groups`: names of groups of units by their
 * number.
 */
export function useWatched(
  { all_units, unit_ids, unit_group_ids }: RuleUnits,
  saved: Rule | null,
  groups: Readonly<Record<string, string>> = {},
): Watched {
  const { account, permissions } = useSession();
  const all = useUnitsByName();
  const below = saved?.all_units === true ? saved.sub_accounts : watchesBelow(permissions);
  const isOwn = saved === null || saved.account_id === account?.account_id;
  const isMember = useMembership(unit_group_ids, groups);
  // Whose units alone are meant, or counted by the server.
  const owner = isOwn ? (below ? null : (account?.account_id ?? null)) : saved.account_id;
  const meant = useMemo(() => {
    if (!all_units) {
      const named = new Set<number>(unit_ids);
      return all.filter((unit) => named.has(unit.unit_id) || isMember(unit));
    }
    return owner === null
      ? all
      : all.filter(({ account_id, allocated_to }) => account_id === owner || allocated_to?.account_id === owner);
  }, [all, all_units, unit_ids, isMember, owner]);
  const units = useMemo(() => meant.slice(0, MOST_READ), [meant]);
  const ids = useMemo(() => units.map(({ unit_id }) => unit_id), [units]);
  const readings = useUnitReadings(ids);
  // Units that an account below and those below it see are counted by the server alone.
  const count = !all_units
    ? Math.max(unit_ids.length, meant.length)
    : !isOwn && saved.all_units
      ? saved.unit_count
      : meant.length;
  const { loading } = useStore(useFleet().units);
  const meantIds = useMemo(() => meant.map(({ unit_id }) => unit_id), [meant]);
  return { units, readings, meant: meantIds, owner, loading, more: Math.max(0, count - units.length) };
}

/**
 * Says which units are in any of the groups: of the group's own account, since an account below may have a group of the
 * same name. As long as the groups are not known, their names decide.
 */
function useMembership(
  ids: readonly number[],
  names: Readonly<Record<string, string>>,
): (unit: UnitSummary) => boolean {
  const { can } = useSession();
  const isAsked = ids.length > 0 && can({ resource: 'label', action: 'r' });
  const { value } = useAnswer('getLabelList', isAsked ? ALL_GROUPS : null, ['label']);
  return useMemo(() => {
    const known = new Map((value?.rows ?? []).map((label) => [Number(label.label_id), label]));
    const groups = ids.map((id): Partial<Pick<Label, 'name' | 'account_id'>> => known.get(id) ?? { name: names[id] });
    return ({ account_id: owner, labels }) =>
      groups.some(({ name, account_id: own = owner }) => name !== undefined && own === owner && labels.includes(name));
  }, [ids, names, value]);
}

const ALL_GROUPS = { page: 1, limit: PAGE.maximumLimit, sort: 'name', filters: { kind: 'units' } } as const;
