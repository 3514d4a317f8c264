import { canAny, canIn, neededBelow, type Need, type Permissions } from '../access/index.ts';
import { ENTITIES, type EntityName } from '../entities/index.ts';
import { SHARES_UNITS } from '../share/index.ts';
import type { EventSubject } from './catalogue.ts';

interface Hearing {
  /** One of these, as far as it reaches. */
  readonly own: readonly Need[];
  /** In sub-accounts one of these; left out: what `own` reaches. */
  readonly below?: readonly Need[];
}

const one = (resource: Need['resource'], action: Need['action']): Hearing => ({ own: [{ resource, action }] });
const USERS_BELOW: readonly Need[] = [{ resource: 'users_accounts', action: 'r' }];

/** In sub-accounts only where the permission can reach them. */
const hearingOf = (read: Need): Hearing => ({ own: [read], ...(neededBelow(read) === null && { below: [] }) });
const entityNeeds = Object.fromEntries(ENTITIES.map(({ name, needs }) => [name, hearingOf(needs.read)])) as Record<
  EntityName,
  Hearing
>;

/**
 * What it takes to hear of changes of a sort of thing: the same as to read it. Null: nobody hears of it, the audit
 * alone knows.
 */
const NEEDS: Readonly<Record<EventSubject, Hearing | null>> = {
  account: {
    own: [{ resource: 'account', action: 'r' }],
    below: [
      ...(['vw_accounts', 'vw_user_accounts', 'vw_children_accounts'] as const).map(
        (resource) => ({ resource, action: 'r' }) as const,
      ),
      ...(['ar', 'cr', 'car', 'dm', 'cm'] as const).map((action) => ({ resource: 'account', action }) as const),
    ],
  },
  user: { ...one('user', 'r'), below: USERS_BELOW },
  membership: { ...one('user', 'r'), below: USERS_BELOW },
  invitation: { ...one('user_accounts_invitations', 'r'), below: USERS_BELOW },
  unit: one('units', 'r'),
  // A consumer without the list of devices still sees them at its units.
  device: {
    own: [
      { resource: 'units', action: 'r' },
      { resource: 'devices', action: 'r' },
    ],
  },
  command: one('units', 'ch'),
  trip: one('units', 'st'),
  fuel_event: one('units', 'se'),
  occurrence: one('alert', 'r'),
  alarm: one('alert', 'r'),
  route_run: one('routes', 'r'),
  schedule: entityNeeds.route,
  // Shares are the account's own, and are seen by those who may make them.
  share: { own: [SHARES_UNITS], below: [] },
  driver: one('units', 'r'),
  // Keys that nobody has are listed for those who read operators.
  driver_key: entityNeeds.operator,
  visit: one('geofences', 'r'),
  ...entityNeeds,
  // The permission to see people of sub-accounts shows what they are.
  role: { ...one('role', 'r'), below: USERS_BELOW },
  login: null,
  // Its owner hears of it whatever they may do (`server/feeds/hearing.ts`).
  job: null,
};

/**
 * True when someone with these permissions in the account `own` may hear of changes of such things of `accountId`,
 * which is theirs or below it.
 */
export function mayHearOf(permissions: Permissions, own: number, accountId: number, subject: EventSubject): boolean {
  const hearing = NEEDS[subject];
  if (hearing === null) return false;
  if (accountId !== own && hearing.below !== undefined) return canAny(permissions, hearing.below);
  return hearing.own.some((need) => canIn(permissions, own, accountId, need));
}
