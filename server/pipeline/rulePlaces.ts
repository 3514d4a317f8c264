import { createHash } from 'node:crypto';
import { placeSetOf, type PlaceBook, type PlacedShape, type PlaceSet } from '../../src/domain/detection/index.ts';
import { toIso, type AccountId, type Instant } from '../../src/domain/base/index.ts';
import { eventOf } from '../../src/domain/events/index.ts';
import { probeOf, type Shape } from '../../src/domain/geometry/index.ts';
import { hasPlaces, leavesOf, type RulePart } from '../../src/domain/rule/index.ts';
import type { Database, Queryable, Transaction } from '../store/index.ts';
import { clearAlarmsOf } from './alarms/index.ts';

/** A rule that asks for places. */
interface PlacedRule {
  readonly ruleId: number;
  readonly accountId: AccountId;
  readonly conditions: readonly RulePart[];
}

/** The geometry of a rule. */
export interface RulePlaces {
  /** By condition, in the order of `leavesOf`. */
  readonly sets: readonly (PlaceSet | null)[];
  /** What it is made of: other geofences, or other shapes of them, make another rule. */
  readonly key: string;
}

export const asksForPlaces = ({ conditions }: Pick<PlacedRule, 'conditions'>): boolean =>
  leavesOf(conditions).some(hasPlaces);

/** A geofence as it is now. */
interface Zone {
  readonly id: number;
  readonly accountId: number;
  /** Id and shape. */
  readonly key: string;
  readonly placed: PlacedShape;
}

/** A geofence, and which of the groups that were asked for it is in. */
interface ZoneRow {
  id: number;
  account_id: number;
  /** Of the shape. */
  hash: string;
  shape: Shape;
  /** km/h. */
  speed_limit: number | null;
  groups: number[];
}

/** These geofences and those of these groups, and the groups that are there. */
export async function readPlaces(
  database: Queryable,
  zoneIds: readonly number[],
  groupIds: readonly number[],
): Promise<{ readonly zones: readonly ZoneRow[]; readonly groups: readonly { id: number; account_id: number }[] }> {
  const zones = await database.query<ZoneRow>(
    `select g.id, g.account_id, left(md5(g.shape::text), 12) as hash, g.shape, g.speed_limit,
            coalesce((select array_agg(l.id) from label l where l.id = any($2::int8[]) and l.kind = 'geofence'
                      and l.account_id = g.account_id and g.labels @> jsonb_build_array(l.name)), '{}') as groups
     from geofence g
     where g.id = any($1::int8[]) or exists (select from label l where l.id = any($2::int8[]) and l.kind = 'geofence'
                                             and l.account_id = g.account_id and g.labels @> jsonb_build_array(l.name))
     order by g.id`,
    [zoneIds, groupIds],
  );
  const groups = await database.query<{ id: number; account_id: number }>(
    "select id, account_id from label where id = any($1::int8[]) and kind = 'geofence'",
    [groupIds],
  );
  return { zones, groups };
}

/** Geofences that rules ask for, and their groups. Shapes that did not change since the last reading are kept. */
export class RuleGeometry {
  #zones = new Map<number, Zone>();
  #groups = new Map<number, { readonly accountId: number; readonly zones: readonly Zone[] }>();

  /** Reads what these rules ask for; all of it is forgotten that they do not. */
  async read(database: Queryable, rules: readonly PlacedRule[]): Promise<void> {
    const leaves = rules.flatMap(({ conditions }) => leavesOf(conditions));
    const zoneIds = [...new Set(leaves.flatMap((each) => each.zone_ids ?? []))];
    const groupIds = [...new Set(leaves.flatMap((each) => each.zone_group_ids ?? []))];
    if (zoneIds.length + groupIds.length === 0) {
      this.#zones = new Map();
      this.#groups = new Map();
      return;
    }
    const { zones: rows, groups: labels } = await readPlaces(database, zoneIds, groupIds);
    const zones = rows.map(({ id, account_id, hash, shape, speed_limit: limit, groups }) => {
      const key = `${id}@${hash}`;
      const known = this.#zones.get(id);
      return {
        groups,
        zone: {
          id,
          accountId: account_id,
          key,
          placed: { probe: known?.key === key ? known.placed.probe : probeOf(shape), limit },
        },
      };
    });
    this.#zones = new Map(zones.map(({ zone }) => [zone.id, zone]));
    this.#groups = new Map(
      labels.map(({ id, account_id }) => [
        id,
        { accountId: account_id, zones: zones.filter(({ groups }) => groups.includes(id)).map(({ zone }) => zone) },
      ]),
    );
  }

  /** The geometry of a rule; geofences and groups of accounts that are not in its `scope` are not there for it. */
  of({ conditions }: PlacedRule, scope: ReadonlySet<number>): RulePlaces {
    const parts = new Set<string>();
    const sets = leavesOf(conditions).map((condition) =>
      placeSetOf(condition, this.#bookFor(condition.kind === 'roadLimit', scope, parts)),
    );
    const key = createHash('sha256')
      .update([...parts].toSorted().join(' '))
      .digest('hex')
      .slice(0, 24);
    return { sets, key };
  }

  /** Notes in `parts` what the condition depends on: speed limits only where it asks for them. */
  #bookFor(asksForLimits: boolean, scope: ReadonlySet<number>, parts: Set<string>): PlaceBook {
    const partOf = ({ key, placed }: Zone): string => (asksForLimits ? `${key} limit ${placed.limit}` : key);
    return {
      zone: (id) => {
        const zone = this.#zones.get(id);
        const isSeen = zone !== undefined && scope.has(zone.accountId);
        parts.add(isSeen ? partOf(zone) : `${id} gone`);
        return isSeen ? zone.placed : null;
      },
      group: (id) => {
        const group = this.#groups.get(id);
        const isSeen = group !== undefined && scope.has(group.accountId);
        parts.add(isSeen ? `group ${id}` : `group ${id} gone`);
        if (!isSeen) return null;
        for (const zone of group.zones) parts.add(partOf(zone));
        return group.zones.map(({ placed }) => placed);
      },
    };
  }
}

/** Ends what a rule found that still lasts, at `now`, with its alarms. The caller appends nothing more. */
export async function endOccurrences(transaction: Transaction, ruleId: number, now: Instant): Promise<void> {
  await transaction.query(
    'update rule_occurrence set end_at = greatest(at, $2::timestamptz) where rule_id = $1 and end_at is null',
    [ruleId, toIso(now)],
  );
  await transaction.appendEvents(await clearAlarmsOf(transaction, ruleId, now));
}

/**
 * Applies a rule from now on with geometry that is other than it was; does nothing where somebody changed it meanwhile.
 */
export async function applyAgain(
  database: Pick<Database, 'transaction'>,
  { ruleId, appliedAt, placesOf, key }: { ruleId: number; appliedAt: Instant; placesOf: string; key: string },
  now: Instant,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const [row] = await transaction.query<{ account_id: number; name: string }>(
      `update rule set applied_at = greatest($4::timestamptz, applied_at + interval '1 millisecond'), places_of = $5
       where id = $1 and applied_at = $2::timestamptz and places_of = $3 returning account_id, name`,
      [ruleId, toIso(appliedAt), placesOf, toIso(now), key],
    );
    if (!row) return;
    await endOccurrences(transaction, ruleId, now);
    await transaction.appendEvents([
      eventOf(
        { kind: 'rulePlacesChanged', data: { name: row.name } },
        { account_id: row.account_id, subject_id: ruleId, user_id: null, time: toIso(now) },
      ),
    ]);
  });
}
