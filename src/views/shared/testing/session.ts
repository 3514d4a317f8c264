import type { Membership } from '../../../domain/account/index.ts';
import { can } from '../../../domain/access/index.ts';
import type { AccountId, UserId } from '../../../domain/base/index.ts';
import type { SessionView } from '../services/session.ts';

/** One of a user's accounts. */
export function membership(id: number, name: string, part: Partial<Membership> = {}): Membership {
  return { account_id: id as AccountId, name, type: 'CONSUMER', role: 'Dispatcher', status: 'active', ...part };
}

/** A session in which nobody is signed in, with parts replaced. */
export function session(part: Partial<SessionView> = {}): SessionView {
  const permissions = part.permissions ?? {};
  return {
    stage: 'signedOut',
    user: {
      user_id: 1 as UserId,
      username: 'dealer',
      email: 'dealer@example.com',
      first_name: 'Dana',
      last_name: 'Reyes',
      time_zone: '',
      picture: '',
    },
    memberships: [],
    account: null,
    permissions,
    settings: null,
    branding: null,
    captcha: { stage: 'none' },
    problem: null,
    notice: null,
    blockedTarget: null,
    can: (need) => can(permissions, need),
    send: () => undefined,
    ...part,
  };
}
