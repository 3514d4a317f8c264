import { createHash } from 'node:crypto';
import { toIso, type Instant } from '../../../src/domain/base/index.ts';
import { shareState, type Share } from '../../../src/domain/share/index.ts';
import type { Queryable } from '../../store/database.types.ts';

/** A share as stored. */
export interface ShareRow {
  id: number;
  account_id: number;
  name: string;
  from_at: Date;
  to_at: Date;
  names: boolean;
  trail: boolean;
  zones: boolean;
  driver: boolean;
  scope_below: boolean;
  created_at: Date;
  revoked_at: Date | null;
  opened: number;
  last_opened_at: Date | null;
}

export const SHARE_COLUMNS =
  's.id, s.account_id, s.name, s.from_at, s.to_at, s.names, s.trail, s.zones, s.driver, s.scope_below, s.created_at, s.revoked_at, s.opened, s.last_opened_at';

const iso = (time: Date): string => toIso(time.getTime());

/** Only the hash of a link's token is stored: who reads the database cannot use it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function stateOf({ from_at: from, to_at: to, revoked_at: revoked }: ShareRow, now: Instant) {
  return shareState({ from: from.getTime(), to: to.getTime() }, revoked?.getTime() ?? null, now);
}

/** Open shares of an account, the last made first; deleted units are omitted. */
export async function readOpenShares(database: Queryable, accountId: number, now: Instant): Promise<Share[]> {
  const rows = await database.query<ShareRow & { creator: string; units: Share['units'] | null }>(
    `select ${SHARE_COLUMNS}, trim(p.first_name || ' ' || p.last_name) as creator,
       (select jsonb_agg(jsonb_build_object('unit_id', u.id, 'name', u.name) order by su.place)
        from share_unit su join unit u on u.id = su.unit_id where su.share_id = s.id) as units
     from share s join app_user p on p.id = s.created_by
     where s.account_id = $1 and s.revoked_at is null and s.to_at > $2 order by s.created_at desc, s.id desc`,
    [accountId, new Date(now)],
  );
  return rows.map((row) => ({
    share_id: row.id,
    name: row.name,
    units: row.units ?? [],
    from: iso(row.from_at),
    to: iso(row.to_at),
    names: row.names,
    trail: row.trail,
    zones: row.zones,
    driver: row.driver,
    state: stateOf(row, now),
    created_by: row.creator,
    created_at: iso(row.created_at),
    opened: row.opened,
    last_opened_at: row.last_opened_at === null ? null : iso(row.last_opened_at),
  }));
}
