import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE, NOTIFICATION, success } from '../src/domain/base/index.ts';
import type { DeliveryState } from '../src/domain/notification/index.ts';
import { createSender } from '../server/channels/index.ts';
import { Undeliverable } from '../server/channels/types.ts';
import { createAlarmHandlers } from '../server/modules/alarms/index.ts';
import { sendNotifications, type SendingServices } from '../server/modules/notifications/index.ts';
import { withTestDatabase } from '../tests/support/postgres.ts';
import { raiseAlarm } from '../tests/support/raisedAlarms.ts';
import { sendingServices } from '../tests/support/sending.ts';
import { silentLogger } from '../tests/support/silentLogger.ts';
import { createCoverage } from './coverage.ts';
import { MODELS } from './models.ts';
import { modelGraph, type PathDriver } from './testModel.ts';

// A delivery has no workflow in the client: it is a row that jobs act on. So the model's paths are walked on those jobs
// and the database.

const START = Date.UTC(2026, 10, 21, 12);
const test = withTestDatabase();
const READS = { alert: ['r', 'u'], units: ['r'] } as const;

beforeAll(async () => {
  const { database } = test;
  const at = new Date(START - 60 * MINUTE);
  await database.query("insert into account (id, type, name, created_at) values (1, 'CONSUMER', 'North', $1)", [at]);
  await database.query("insert into unit (id, account_id, name, kind, created_at) values (9, 1, 'Van 1', 'van', $1)", [
    at,
  ]);
  await database.query(
    "insert into role (id, account_id, name, permissions, created_at) values (1, 1, 'Dispatcher', '{}', $1)",
    [at],
  );
  await database.query(
    `insert into app_user (id, username, username_key, email, email_key, first_name, last_name, password_hash, status, lang, time_zone, created_at)
     values (1, 'dana', 'dana', '', '', 'Dana', 'Reyes', '', 'active', 'en', 'UTC', $1)`,
    [at],
  );
  await database.query(
    `insert into session (id, user_id, bearer_expires_at, remote, user_agent, created_at, last_used_at)
     values (1, 1, 'infinity', '', '', $1, $1)`,
    [at],
  );
});

/** One message and all that may become of it. */
class Message {
  now = START;
  /** What the push service and the mail server answer next; `silent`: the process dies before they do. */
  answer: 'ok' | 'busy' | 'gone' | 'silent' = 'ok';
  isBlocked = false;
  payload = '';
  readonly #services: SendingServices;

  constructor() {
    const { database } = test;
    this.#services = sendingServices(database, {
      directory: { ancestorsOf: () => [], statusOf: () => (this.isBlocked ? 'blocked' : 'active') },
      push: {
        publicKey: 'key',
        send: async (_, payload) => {
          this.payload = payload;
          if (this.answer === 'silent') return new Promise(() => undefined);
          const gone = this.answer === 'gone';
          return { ok: this.answer === 'ok', gone, answer: `HTTP ${gone ? 410 : this.answer === 'ok' ? 201 : 503}` };
        },
      },
    });
  }

  async begin(): Promise<void> {
    const { database } = test;
    for (const table of [
      'notification_delivery',
      'alarm',
      'notification',
      'outbox',
      'notification_preference',
      'membership',
    ])
      await database.query(`delete from ${table}`);
    await database.query('insert into membership (user_id, account_id, role_id, created_at) values (1, 1, 1, $1)', [
      new Date(START),
    ]);
    await database.query("update app_user set email = 'dana@example.com'");
    await this.mayRead(READS);
    await database.query(
      `insert into push_subscription (user_id, session_id, endpoint, p256dh, auth, user_agent, created_at)
       values (1, 1, 'https://push.example/1', '', '', '', $1) on conflict do nothing`,
      [new Date(START)],
    );
  }

  mayRead = (permissions: object) =>
    test.database.query('update role set permissions = $1', [JSON.stringify(permissions)]);

  async raise(channel: 'push' | 'email', wants: object | null = null): Promise<void> {
    const { database } = test;
    if (wants !== null)
      await database.query(
        'insert into notification_preference (user_id, account_id, settings, changed_at) values (1, 1, $1, $2)',
        [JSON.stringify(wants), new Date(START)],
      );
    await database.query(
      `insert into notification (account_id, name, status, all_alerts, all_units, occasions, channels, recipients, digest_minutes, created_at)
       values (1, 'Notice', 'active', true, true, '["raised"]', $1, 'chosen', 10, $2)`,
      [JSON.stringify([channel]), new Date(START)],
    );
    await database.query('insert into notification_user (notification_id, user_id) select id, 1 from notification');
    await raiseAlarm(database, { severity: 'warning', now: this.now, account: 'North' });
  }

  async send(answer: Message['answer'] = this.answer): Promise<number | null> {
    this.answer = answer;
    const sent = sendNotifications(this.#services, () => this.now, new AbortController().signal);
    if (answer !== 'silent') return sent;
    // Dead as far as anybody sees: it never records what it did.
    await expect.poll(() => this.payload).not.toBe('');
    return null;
  }

  /** To when the message is due again. */
  async wait(): Promise<void> {
    const [row] = await test.database.query<{ next: Date }>(
      'select greatest(due_at, coalesce(leased_until, due_at)) as next from notification_delivery',
    );
    this.now = row.next.getTime();
  }

  async acknowledge(): Promise<boolean> {
    const { database } = test;
    const account = { accountId: 1, permissions: READS, scope: [1], tree: [1] };
    const handlers = createAlarmHandlers({
      database,
      problems: this.#services.problems,
      sealer: this.#services.sealer,
      directory: { everSeenBy: () => [9], sightOf: () => null } as never,
      sessions: { enter: async () => success(account as never) },
    });
    const context = {
      lang: 'en',
      now: this.now,
      remote: '',
      userAgent: '',
      origin: '',
      correlationId: '',
      session: null,
    };
    const { acknowledge } = JSON.parse(this.payload) as { acknowledge: { token: string } };
    return (await handlers.acknowledgeByToken({ token: acknowledge.token }, context)).ok;
  }

  async mail(problem: Error | null): Promise<void> {
    const { database } = test;
    const send = async (): Promise<void> => {
      if (problem) throw problem;
    };
    const sender = createSender({
      database,
      sealer: this.#services.sealer,
      channels: [{ name: 'email', send, close: () => undefined }],
      logger: silentLogger,
    });
    const [{ id }] = await database.query<{ id: number }>('select id from outbox');
    await sender.send(id, this.now);
  }

  async expectState(state: DeliveryState, reason: string | RegExp = '', attempts?: number): Promise<void> {
    const rows = await test.database.query<{ state: string; reason: string; attempts: number }>(
      'select d.state, d.reason, (select count(*)::int4 from notification_attempt where delivery_id = d.id) as attempts from notification_delivery d',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].state).toBe(state);
    expect(rows[0].reason).toMatch(reason);
    if (attempts !== undefined) expect(rows[0].attempts).toBe(attempts);
  }
}

const QUIET = { quiet: true, quiet_from: '11:00', quiet_to: '14:00' };

function driverOf(message: Message): PathDriver {
  const again = (answer: Message['answer']) => async (): Promise<void> => {
    await message.wait();
    await message.send(answer);
  };
  /** Sent a moment before it is due again, nothing happens. */
  const tooEarly = async (): Promise<void> => {
    await message.wait();
    message.now -= 1;
    expect(await message.send('ok')).toBe(0);
  };
  const state =
    (...expected: Parameters<Message['expectState']>) =>
    () =>
      message.expectState(...expected);
  return {
    acts: {
      'push.raised': () => message.raise('push'),
      'push.raisedInQuietHours': () => message.raise('push', QUIET),
      'push.raisedUnwanted': () => message.raise('push', { warning: ['email'] }),
      async 'push.raisedUnread'() {
        await message.mayRead({ units: ['r'] });
        await message.raise('push');
      },
      'mail.raised': () => message.raise('email'),
      'push.taken': again('ok'),
      'push.refused': again('busy'),
      'push.gone': again('gone'),
      async 'push.gaveUp'() {
        for (let attempt = 0; attempt < NOTIFICATION.attempts; attempt++) await again('busy')();
      },
      async 'browser.off'() {
        await test.database.query('delete from push_subscription');
        await message.send();
      },
      async 'server.killed'() {
        await message.wait();
        message.payload = '';
        await message.send('silent');
      },
      tooEarly,
      async 'right.lost'() {
        await message.mayRead({ alert: ['r'] });
        await again('ok')();
      },
      async 'person.left'() {
        await test.database.query('delete from membership');
        await again('ok')();
      },
      async 'account.blocked'() {
        message.isBlocked = true;
        await again('ok')();
      },
      'quietHours.over': again('ok'),
      async acknowledged() {
        expect(await message.acknowledge()).toBe(true);
      },
      async 'acknowledged.again'() {
        await test.database.query("update alarm set state = 'open'");
        expect(await message.acknowledge()).toBe(false);
      },
      'mail.sent': again('ok'),
      async 'mail.unaddressed'() {
        await test.database.query("update app_user set email = ''");
        await message.send();
      },
      'smtp.taken': () => message.mail(null),
      'smtp.busy': () => message.mail(new Error('450 Greylisted')),
      'smtp.bounced': () => message.mail(new Undeliverable('550 No such mailbox')),
    },
    looks: {
      unwritten: () => message.begin(),
      waiting: state('waiting', '', 0),
      leased: state('waiting'),
      retrying: state('waiting', /503/),
      async deferred() {
        await message.expectState('waiting', '', 0);
        const [row] = await test.database.query('select deferred, due_at from notification_delivery');
        expect(row).toEqual({ deferred: true, due_at: new Date(START + 120 * MINUTE) });
      },
      sent: state('sent', /^$/),
      async used() {
        await message.expectState('sent');
        const [row] = await test.database.query('select acknowledged_by from alarm');
        expect(row).toEqual({ acknowledged_by: 1 });
      },
      mailWaiting: state('waiting', '', 0),
      handed: state('handed', '', 0),
      handedAgain: state('handed', /450/),
      mailed: state('sent', /^$/),
      bounced: state('failed', /550/),
      failed: state('failed', /410|503/),
      noBrowser: state('skipped', 'noSubscription'),
      noAddress: state('skipped', 'noAddress'),
      unwanted: state('skipped', 'preference'),
      unread: state('skipped', 'mayNotRead'),
      left: state('skipped', 'notMember'),
      closed: state('skipped', 'accountClosed'),
    },
  };
}

const { title, machine } = MODELS.delivery;
const { paths, transitions } = modelGraph(machine);
const coverage = createCoverage(`${title} on the database`, transitions);
afterAll(() => console.log(`\n${coverage.table()}\n`));

describe('every transition of the model of a delivery, walked on the jobs that send', () => {
  it.each(paths.map((path) => [path.title, path] as const))('%s', async (_, path) =>
    path.walk(driverOf(new Message()), coverage.record),
  );

  it('leaves none out', () => {
    expect(coverage.missing()).toEqual([]);
    expect(coverage.total).toBe(transitions.length);
  });
});
