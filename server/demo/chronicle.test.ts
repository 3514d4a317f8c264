import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { beyond, ceilingOf, unusable, type Permissions } from '../../src/domain/access/index.ts';
import { accountDetailsSchema, accountGrantsSchema, type AccountType } from '../../src/domain/account/index.ts';
import { DAY } from '../../src/domain/base/index.ts';
import { invitationStatus } from '../../src/domain/invitation/index.ts';
import { roleSchema } from '../../src/domain/role/index.ts';
import { withTestDatabase } from '../../tests/support/postgres.ts';
import { COMPANIES } from './companies.ts';
import { DETAILS } from './details.ts';
import { seedDemoWorld } from './world.ts';

const test = withTestDatabase();
const NOW = Date.UTC(2026, 10, 21, 0, 10);
const seeded = { done: false };
async function rows<Row extends Record<string, unknown>>(sql: string): Promise<Row[]> {
  if (!seeded.done)
    await seedDemoWorld({
      database: test.database,
      units: 0,
      now: NOW,
      hashPassword: (text) => Promise.resolve(`hash of ${text}`),
    });
  seeded.done = true;
  return test.database.query<Row>(sql);
}

describe('the story of the demo', () => {
  it('is recorded in order of time over several months, and ends before now', async () => {
    const events = await rows<{
      account_id: number;
      time: Date;
      kind: string;
      remote: string | null;
      user_id: number | null;
    }>('select account_id, time, kind, remote, user_id from event order by account_id, sequence');
    for (const [index, event] of events.entries()) {
      const before = events[index - 1];
      if (before?.account_id === event.account_id)
        expect(event.time.getTime()).toBeGreaterThanOrEqual(before.time.getTime());
      expect(event.remote === null).toBe(event.user_id === null);
    }
    const times = events.map((event) => event.time.getTime());
    expect(Math.max(...times)).toBeLessThan(NOW);
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(150 * DAY);
    expect([...new Set(events.map((event) => event.kind))].toSorted()).toEqual([
      'accountCreated',
      'accountLogoChanged',
      'accountStatusChanged',
      'accountUpdated',
      'alertCreated',
      'invitationAccepted',
      'invitationDeclined',
      'invitationSent',
      'invitationWithdrawn',
      'roleCreated',
      'roleUpdated',
      'ruleCreated',
      'userJoined',
      'userRoleChanged',
    ]);
  });

  it('leaves invitations in every state, two of them for the one who is invited', async () => {
    const invitations = await rows<{ status: 'pending'; expires_at: Date; email: string; name: string }>(
      'select i.status, i.expires_at, i.email, a.name from invitation i join account a on a.id = i.account_id',
    );
    const status = (invitation: (typeof invitations)[number]) =>
      invitationStatus(invitation.status, invitation.expires_at.getTime(), NOW);
    expect([...new Set(invitations.map(status))].toSorted()).toEqual([
      'accepted',
      'declined',
      'expired',
      'pending',
      'withdrawn',
    ]);
    const waiting = invitations.filter(
      (invitation) => invitation.email.startsWith('invited@') && status(invitation) === 'pending',
    );
    expect(waiting.map(({ name }) => name).toSorted()).toEqual(['Pars Logistics', 'Rhein-Isar Kurier']);
  });

  it('makes roles that forms would accept, none beyond its chief or its account', async () => {
    const roles = await rows<{
      name: string;
      permissions: Permissions;
      chief: Permissions | null;
      type: AccountType;
      labels: string[];
    }>(
      'select r.name, r.permissions, p.permissions as chief, a.type, r.labels from role r join account a on a.id = r.account_id left join role p on p.id = r.parent_role_id',
    );
    for (const { name, permissions, chief, type, labels } of roles) {
      expect(roleSchema.isValidSync({ name, permissions, labels }), name).toBe(true);
      expect({ name, unusable: unusable(permissions), beyond: beyond(permissions, chief ?? ceilingOf(type)) }).toEqual({
        name,
        unusable: [],
        beyond: [],
      });
    }
  });

  it('says of every company what forms would accept', () => {
    for (const { key, name } of COMPANIES) {
      const { registrationNumber, ...said } = DETAILS[key];
      expect(
        () =>
          accountDetailsSchema.validateSync(
            { name, ...said, registration_number: registrationNumber },
            { strict: true },
          ),
        key,
      ).not.toThrow();
    }
  });

  it('gives one dealer its own look, with logos that can be drawn', async () => {
    const [dealer] = await rows<{ id: number; name: string; host_name: string; allow_white_labelling: boolean }>(
      'select id, name, host_name, allow_white_labelling from account where host_name is not null',
    );
    expect(dealer).toMatchObject({ name: 'Волга Мониторинг', allow_white_labelling: true });
    expect(accountGrantsSchema.isValidSync(dealer)).toBe(true);
    const logos = await rows<{ id: number; version: string; data: Buffer; width: number; height: number }>(
      'select i.id, l.version, i.data, i.width, i.height from account_logo l join image i on i.id = l.image_id',
    );
    expect(logos.map(({ version }) => version).toSorted()).toEqual(['collapsed', 'dark', 'expanded', 'light']);
    // Only such a path is served.
    for (const { id } of logos) expect(id).toMatch(/^[\w-]{24}$/);
    for (const { data, width, height } of logos)
      expect(await sharp(data).metadata()).toMatchObject({ format: 'png', width, height });
  });

  it('closes two sub-accounts that have no units', async () => {
    const closed = await rows<{ name: string; status: string }>(
      "select name, status from account where status <> 'active' order by status",
    );
    expect(closed).toEqual([
      { name: 'Bosphorus Ferry Shuttle', status: 'blocked' },
      { name: 'Pars Yard Services', status: 'inactive' },
    ]);
  });
});
