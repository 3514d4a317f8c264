import type { CallError, Page, Request } from '../../../src/api/contract/index.ts';
import { success, toIso, type Result } from '../../../src/domain/base/index.ts';
import type { Share, ShareState } from '../../../src/domain/share/index.ts';
import type { CallContext } from '../../call/types.ts';
import { Conditions, accountOf, escapeLike, readPage, unknownSortColumn } from '../shared/index.ts';
import { SHARE_COLUMNS, stateOf, type ShareRow } from './rows.ts';
import type { ShareServices } from './services.ts';

type ShownRow = ShareRow & { creator: string; destination: string; units: Share['units'] | null };

const CREATOR = "coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), p.username)";
const DESTINATION = "coalesce(g.name, s.destination_name, '')";
/** Deleted units are omitted. */
const UNITS = `(select jsonb_agg(jsonb_build_object('unit_id', u.id, 'name', u.name) order by su.place)
  from share_unit su join unit u on u.id = su.unit_id where su.share_id = s.id)`;
const SORTS: Readonly<Record<string, string>> = {
  name: 'lower(s.name)',
  from: 's.from_at',
  to: 's.to_at',
  opened: 's.opened',
  last_opened_at: 's.last_opened_at',
  created_by: 'creator',
  created_at: 's.created_at',
};

/** What a share is in, at the instant of the place (domain/share: shareState). */
const STATES: Readonly<Record<ShareState | 'open', (now: string) => string>> = {
  revoked: (now) => `s.revoked_at is not null and ${now}::timestamptz is not null`,
  open: (now) => `s.revoked_at is null and s.to_at > ${now}`,
  upcoming: (now) => `s.revoked_at is null and s.from_at > ${now} and s.to_at > ${now}`,
  active: (now) => `s.revoked_at is null and s.from_at <= ${now} and s.to_at > ${now}`,
  expired: (now) => `s.revoked_at is null and s.to_at <= ${now}`,
};

/** A page of the account's shares. */
export async function listShares(
  { database, problems }: ShareServices,
  request: Request<'getShareList'>,
  context: CallContext,
): Promise<Result<Page<Share>, CallError>> {
  const { now } = context;
  const conditions = new Conditions().add((place) => `s.account_id = ${place}`, accountOf(context).accountId);
  const { state } = request.filters;
  if (state) conditions.add(STATES[state as ShareState | 'open'], new Date(now));
  const text = request.search.trim();
  if (text)
    conditions.add(
      (place) => `(s.name ilike ${place} or ${CREATOR} ilike ${place} or ${DESTINATION} ilike ${place} or exists (
        select from share_unit su join unit u on u.id = su.unit_id where su.share_id = s.id and u.name ilike ${place}))`,
      `%${escapeLike(text)}%`,
    );
  const page = await readPage<ShownRow, Share>(
    database,
    { ...request, sort: request.sort || '-created_at' },
    {
      columns: `${SHARE_COLUMNS}, ${CREATOR} as creator, ${DESTINATION} as destination, ${UNITS} as units`,
      from: 'share s join app_user p on p.id = s.created_by left join geofence g on g.id = s.destination_geofence',
      conditions,
      sorts: SORTS,
      fallback: 'created_at',
      id: 's.id desc',
    },
    (row) => shareOf(row, now),
  );
  return page ? success(page) : unknownSortColumn(context, problems);
}

const iso = (time: Date): string => toIso(time.getTime());

const shareOf = (row: ShownRow, now: number): Share => ({
  share_id: row.id,
  name: row.name,
  units: row.units ?? [],
  from: iso(row.from_at),
  to: iso(row.to_at),
  names: row.names,
  trail: row.trail,
  zones: row.zones,
  driver: row.driver,
  destination: row.destination,
  max_opens: row.max_opens,
  state: stateOf(row, now),
  created_by: row.creator,
  created_at: iso(row.created_at),
  opened: row.opened,
  last_opened_at: row.last_opened_at === null ? null : iso(row.last_opened_at),
});
