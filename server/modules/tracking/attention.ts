import type { Attention, AttentionKind, Page } from '../../../src/api/contract/index.ts';
import { can, type Need } from '../../../src/domain/access/index.ts';
import { ATTENTION, fromIso, success, toIso, type Instant, type UnitId } from '../../../src/domain/base/index.ts';
import type { UnclaimedDevice } from '../../../src/domain/device/index.ts';
import type { Position } from '../../../src/domain/telemetry/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import { isSeenAt, reachOf, unitsInReach } from '../../call/reach.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import { EventLoopBreaks } from '../../store/index.ts';
import type { Queryable } from '../../store/database.types.ts';
import type { PositionStore } from '../../store/types.ts';
import { accountOf, sessionOf, unclaimedSight, type TrackerClaims } from '../shared/index.ts';

/** Trackers that reported but are not registered; the intake knows them. */
export type UnclaimedSource = (query: {
  page: number;
  limit: number;
  search: string;
  sees?: (tracker: Pick<UnclaimedDevice, 'identifier' | 'address'>) => boolean;
}) => Page<UnclaimedDevice> | Promise<Page<UnclaimedDevice>>;

export interface AttentionServices {
  readonly database: Queryable;
  readonly directory: UnitDirectory;
  readonly positions: Pick<PositionStore, 'latest' | 'setAside'>;
  readonly unclaimed: UnclaimedSource;
  readonly trackerClaims: TrackerClaims;
  /** Positions are taken from senders without a key. */
  readonly openIngest: boolean;
}

export type AttentionMethod = 'getAttention' | 'getAttentionUnits';

const SEES_UNITS: Need = { resource: 'units', action: 'r' };
const READS_RULES: Need = { resource: 'alert', action: 'r' };
const READS_SERVICES: Need = { resource: 'service_reminders', action: 'r' };
const ADDS_DEVICES: Need = { resource: 'devices', action: 'a' };

/** What needs a person now: how much of each, and which units. */
export function createAttentionHandlers(services: AttentionServices): Pick<Handlers, AttentionMethod> {
  return {
    getAttention: async (_, context) => success(await countAll(services, context)),
    getAttentionUnits: async ({ kind }, context) => success({ unit_ids: await unitsOf(services, kind, context) }),
  };
}

async function countAll(services: AttentionServices, context: CallContext): Promise<Attention> {
  const { permissions } = accountOf(context);
  const where = async (need: Need, count: () => Promise<number>): Promise<number | null> =>
    can(permissions, need) ? count() : null;
  const units = (kind: AttentionKind) => async () => (await unitsOf(services, kind, context)).length;
  const runsServer = services.directory.account(accountOf(context).accountId)?.type === 'OWNER';
  return {
    openAlarms: await where(READS_RULES, async () => (await openAlarms(services, context)).length),
    firing: await where(READS_RULES, () => countFiring(services, context)),
    alarm: await where(SEES_UNITS, units('alarm')),
    lowBattery: await where(SEES_UNITS, units('lowBattery')),
    unclaimed: await where(ADDS_DEVICES, async () => {
      const { sees } = await unclaimedSight(services, context, '');
      return (await services.unclaimed({ page: 1, limit: 1, search: '', sees })).total;
    }),
    ...(await countServices(services, context)),
    openIngest: runsServer && services.openIngest ? 1 : null,
    setAside: runsServer ? services.positions.setAside : null,
    ...(await countOwn(services, context)),
  };
}

/** Rules of the caller's accounts that fire; of units that the caller does not reach nothing is shown. */
async function countFiring({ database }: AttentionServices, context: CallContext): Promise<number> {
  const account = accountOf(context);
  const reached = new Set<number>(reachOf(account, SEES_UNITS));
  const [{ count }] = await database.query<{ count: number }>(
    `select count(*) as count from rule_occurrence o
     where o.end_at is null and o.account_id = any($1::int8[])
       and not exists (select from unit u where u.id = o.unit_id and u.account_id = any($2::int8[]))`,
    [reachOf(account, READS_RULES), account.tree.filter((id) => !reached.has(id))],
  );
  return count;
}

/** Maintenance that is due, and that is overdue. */
async function countServices(
  { database }: AttentionServices,
  context: CallContext,
): Promise<Pick<Attention, 'servicesDue' | 'servicesOverdue'>> {
  const account = accountOf(context);
  if (!can(account.permissions, READS_SERVICES)) return { servicesDue: null, servicesOverdue: null };
  const [row] = await database.query<{ due: number; overdue: number }>(
    `select count(*) filter (where state = 'due') as due, count(*) filter (where state = 'overdue') as overdue
     from service_reminder where state in ('due', 'overdue') and account_id = any($1::int8[])`,
    [reachOf(account, READS_SERVICES)],
  );
  return { servicesDue: row.due, servicesOverdue: row.overdue };
}

/** What waits for the person, whatever they may do in the account. */
async function countOwn(
  { database }: AttentionServices,
  context: CallContext,
): Promise<Pick<Attention, 'invitations' | 'failedJobs'>> {
  const { userId } = sessionOf(context);
  const [row] = await database.query<{ invitations: number; failed_jobs: number }>(
    `select (select count(*) from invitation i where i.status = 'pending' and i.expires_at > $2
               and i.email_key = (select email_key from app_user where id = $1 and email_verified_at is not null)) as invitations,
            (select count(*) from job j where j.user_id = $1 and j.account_id = $3
               and j.state in ('failed', 'time_exceeded') and j.ended_at > $4) as failed_jobs`,
    [userId, toIso(context.now), accountOf(context).accountId, toIso(context.now - ATTENTION.jobSpan)],
  );
  return { invitations: row.invitations, failedJobs: row.failed_jobs };
}

/** The units that the caller sees now and that need a look, by their ids. */
async function unitsOf(services: AttentionServices, kind: AttentionKind, context: CallContext): Promise<UnitId[]> {
  const accounts = reachOf(accountOf(context), SEES_UNITS);
  const seen = unitsInReach(services.directory, accounts, undefined, context.now) ?? [];
  const seenBy = new Set<number>(accounts);
  const isSeen = (unitId: number, instant: Instant): boolean => isSeenAt(services.directory, seenBy, unitId, instant);
  switch (kind) {
    case 'openAlarm':
      return [...new Set((await openAlarms(services, context)).map((row) => row.unit_id as UnitId))];
    case 'alarm':
      return (await alarmUnits(services, seen, context.now, isSeen)) as UnitId[];
    case 'lowBattery':
      return (await lowUnits(services, seen, isSeen)) as UnitId[];
  }
}

/** Alarms that nobody acknowledged, of units that the caller saw when they were raised. */
async function openAlarms(
  { database, directory }: AttentionServices,
  context: CallContext,
): Promise<{ unit_id: number; at: Date }[]> {
  const account = accountOf(context);
  if (!can(account.permissions, READS_RULES) || !can(account.permissions, SEES_UNITS)) return [];
  const seenBy = new Set<number>(reachOf(account, SEES_UNITS));
  const rows = await database.query<{ unit_id: number; at: Date }>(
    "select unit_id, at from alarm where state = 'open' and account_id = any($1::int8[]) order by unit_id",
    [reachOf(account, READS_RULES)],
  );
  return rows.filter((row) => isSeenAt(directory, seenBy, row.unit_id, row.at.getTime()));
}

type IsSeen = (unitId: number, instant: Instant) => boolean;

async function alarmUnits(
  { database }: AttentionServices,
  unitIds: readonly number[],
  now: Instant,
  isSeen: IsSeen,
): Promise<number[]> {
  const rows = await database.query<{ unit_id: number; at: Date }>(
    'select unit_id, max(at) as at from unit_alarm where unit_id = any($1::int8[]) and at > $2 and at <= $3 group by unit_id order by unit_id',
    [unitIds, toIso(now - ATTENTION.alarmSpan), toIso(now)],
  );
  return rows.filter((row) => isSeen(row.unit_id, row.at.getTime())).map((row) => row.unit_id);
}

/** Reads the latest state of every unit in memory; devices get their turn meanwhile. */
async function lowUnits(
  { positions }: AttentionServices,
  unitIds: readonly number[],
  isSeen: IsSeen,
): Promise<number[]> {
  const breaks = new EventLoopBreaks();
  const found: number[] = [];
  for (const unitId of unitIds) {
    await breaks.take();
    const position = positions.latest.position(unitId);
    const battery = position && batteryOf(position);
    if (battery && battery.level < ATTENTION.lowBattery && isSeen(unitId, battery.time)) found.push(unitId);
  }
  return found;
}

/** Per cent and when the device said so last; null where it never did. */
function batteryOf(position: Position): { level: number; time: Instant } | null {
  const said = position.attributes.battery_level;
  if (typeof said === 'number') return { level: said, time: fromIso(position.time) };
  const kept = position.kept?.battery_level;
  return typeof kept?.value === 'number' ? { level: kept.value, time: fromIso(kept.time) } : null;
}
