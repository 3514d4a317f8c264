import { createHash } from 'node:crypto';
import type { Instant } from '../../../src/domain/base/index.ts';
import { shareState } from '../../../src/domain/share/index.ts';

/** A share as stored. */
export interface ShareRow {
  [column: string]: unknown;
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
  max_opens: number | null;
  destination_name: string | null;
  destination_latitude: number | null;
  destination_longitude: number | null;
  destination_geofence: number | null;
}

export const SHARE_COLUMNS = `s.id, s.account_id, s.name, s.from_at, s.to_at, s.names, s.trail, s.zones, s.driver, s.scope_below, s.created_at,
  s.revoked_at, s.opened, s.last_opened_at, s.max_opens, s.destination_name, s.destination_latitude, s.destination_longitude, s.destination_geofence`;

/** Only the hash of a link's token is stored: who reads the database cannot use it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export function stateOf({ from_at: from, to_at: to, revoked_at: revoked }: ShareRow, now: Instant) {
  return shareState({ from: from.getTime(), to: to.getTime() }, revoked?.getTime() ?? null, now);
}
