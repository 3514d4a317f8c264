import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { DAY, HOUR, MINUTE } from '../../src/domain/base/index.ts';
import { JOB_KINDS, runDueJobs } from '../jobs/index.ts';
import { loadMessages } from '../call/index.ts';
import { createSealer } from '../store/index.ts';
import { silentLogger, withTestDatabase } from '../../tests/support/postgres.ts';
import {
  createEmailChannel,
  createMessageWriter,
  createOutbox,
  createSender,
  createSmsChannel,
  purgeOutbox,
  sendWaiting,
  type Channel,
  type Message,
} from './index.ts';
import { Undeliverable } from './types.ts';

const test = withTestDatabase();
const START = Date.UTC(2026, 4, 1, 8);
const sealer = createSealer('a key for the tests, long enough');
const outbox = createOutbox(sealer, ['email']);
const writer = createMessageWriter(loadMessages());
const lines: string[] = [];
const logger = {
  info: (_: object, message: string) => void lines.push(message),
  warn: (_: object, message: string) => void lines.push(message),
};
const query = { recipient: '', unsentOnly: false, search: '', page: 1, limit: 50 };

const put = (message: Partial<Message> = {}, now = START) =>
  test.database.transaction((transaction) =>
    outbox.put(
      transaction,
      {
        channel: 'email',
        recipient: 'anna@example.test',
        subject: 'Code 123456',
        text: 'Your code is 123456',
        html: '<p>123456</p>',
        ...message,
      },
      now,
    ),
  );
/** Does what is due at the instant, with the channel. */
async function runAt(now: number, channel: Channel): Promise<void> {
  vi.setSystemTime(now);
  const sender = createSender({ database: test.database, sealer, channels: [channel], logger });
  await runDueJobs({
    kinds: JOB_KINDS,
    handlers: { sendEmail: ({ outbox_id: id }, run) => sender.send(id, run.now()) },
    database: test.database,
    pool: (pool ??= test.openJobPool()),
    time: { now: () => Date.now() },
    logger: silentLogger,
  });
}
const sends = (sent: Message[]): Channel => channelThat(async (message) => void sent.push(message));
const channelThat = (send: (message: Message) => Promise<void>): Channel => ({
  name: 'email',
  send,
  close: () => undefined,
});

const jobs = () => test.database.query('select kind, payload from job order by id');
let pool: pg.Pool | null = null;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  lines.length = 0;
  await test.database.query('delete from outbox');
  await test.database.query('delete from job');
});
afterEach(() => vi.useRealTimers());

describe('the outbox', () => {
  it('holds no readable text in the database', async () => {
    await put();
    const [row] = await test.database.query<{ body: string }>('select body from outbox');
    expect(row?.body).not.toContain('123456');
    const { rows, total } = await outbox.list(test.database, query);
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({ text: 'Your code is 123456', sentAt: null, attempts: 0, problem: '' });
  });

  it('holds nothing of what was taken back', async () => {
    await expect(
      test.database.transaction(async (transaction) => {
        await outbox.put(transaction, { channel: 'sms', recipient: '+491', subject: '', text: 'x', html: '' }, START);
        throw new Error('the act failed');
      }),
    ).rejects.toThrow('the act failed');
    expect((await outbox.list(test.database, query)).total).toBe(0);
  });

  it('says so when the text was sealed under a lost key, and sends nothing empty', async () => {
    await put();
    const other = createOutbox(createSealer('another key for the tests, as long'), []);
    expect((await other.list(test.database, query)).rows[0]).toMatchObject({
      text: '',
      problem: expect.stringContaining('another key'),
    });
  });

  it('keeps a message for whose channel nothing is set up', async () => {
    const message: Message = { channel: 'sms', recipient: '+491', subject: '', text: 'x', html: '' };
    await test.database.transaction((transaction) => outbox.put(transaction, message, START));
    expect((await outbox.list(test.database, { ...query, unsentOnly: true })).total).toBe(1);
    expect(await jobs()).toEqual([]);
    // The channel is set up later, or the message came with a backup: it goes out then, once.
    await sendWaiting(test.database, ['sms'], START + DAY);
    await sendWaiting(test.database, ['sms'], START + DAY);
    expect(await jobs()).toMatchObject([{ kind: 'sendSms' }]);
  });

  it('passes its job nothing but the number of the message', async () => {
    const id = await put();
    expect(await jobs()).toEqual([{ kind: 'sendEmail', payload: { outbox_id: id } }]);
  });

  it('tries again after 1, 2, 4 … 60 minutes and gives up after a day, keeping why', async () => {
    await put();
    const refuses = channelThat(() => Promise.reject(new Error('connection refused')));
    const waits: number[] = [];
    let now = START;
    for (let attempt = 0; attempt < 60; attempt++) {
      await runAt(now, refuses);
      const [row] = await test.database.query<{ next_attempt: Date | null }>('select next_attempt from outbox');
      if (!row?.next_attempt) break;
      const early: Message[] = [];
      await runAt(row.next_attempt.getTime() - 1, sends(early));
      expect(early).toEqual([]);
      waits.push((row.next_attempt.getTime() - now) / MINUTE);
      now = row.next_attempt.getTime();
    }
    expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(now).toBeLessThanOrEqual(START + DAY);
    expect(now).toBeGreaterThan(START + 22 * HOUR);
    const { rows } = await outbox.list(test.database, query);
    expect(rows[0]).toMatchObject({ sentAt: null, problem: 'connection refused' });
    expect(lines.at(-1)).toBe('message given up');
    expect(await test.database.query('select state, error_code from job')).toEqual([
      { state: 'failed', error_code: 'expired' },
    ]);
  });

  it('does not try again what the other side refused for good', async () => {
    await put();
    await runAt(
      START,
      channelThat(() => Promise.reject(new Undeliverable('550 no such mailbox'))),
    );
    const sent: Message[] = [];
    await runAt(START + DAY, sends(sent));
    expect(sent).toEqual([]);
    expect((await outbox.list(test.database, query)).rows[0]?.problem).toBe('550 no such mailbox');
  });

  it('sends once, and forgets after a month', async () => {
    await put();
    const sent: Message[] = [];
    await runAt(START, sends(sent));
    await runAt(START + MINUTE, sends(sent));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ recipient: 'anna@example.test', text: 'Your code is 123456' });
    await purgeOutbox(test.database, START + 30 * DAY);
    expect((await outbox.list(test.database, query)).total).toBe(1);
    await purgeOutbox(test.database, START + 30 * DAY + 1);
    expect((await outbox.list(test.database, query)).total).toBe(0);
  });

  it('is searched by recipient and text of the subject', async () => {
    await put();
    await put({ recipient: 'bob@example.test', subject: 'Invitation' });
    expect(
      (await outbox.list(test.database, { ...query, recipient: 'BOB@example.test' })).rows.map(
        ({ subject }) => subject,
      ),
    ).toEqual(['Invitation']);
    expect((await outbox.list(test.database, { ...query, search: 'code' })).total).toBe(1);
    expect(
      (await outbox.list(test.database, { ...query, limit: 1, page: 2 })).rows.map(({ recipient }) => recipient),
    ).toEqual(['anna@example.test']);
  });
});

describe('mail by SMTP', () => {
  let server: SMTPServer;
  let port = 0;
  const received: { from: string; to: string[]; body: string; user: unknown }[] = [];

  beforeEach(async () => {
    received.length = 0;
    server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onAuth: (auth, _, done) =>
        auth.password === 'sesame' ? done(null, { user: auth.username }) : done(new Error('wrong')),
      onRcptTo: (address, _, done) =>
        done(
          address.address.startsWith('nobody')
            ? Object.assign(new Error('no such mailbox'), { responseCode: 550 })
            : undefined,
        ),
      onData(stream, session, done) {
        let body = '';
        stream.on('data', (bytes: Buffer) => (body += bytes.toString('utf8')));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          received.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            body,
            user: session.user,
          });
          done();
        });
      },
    });
    port = await new Promise((resolve) => {
      const listening = server.listen(0, '127.0.0.1', () => resolve((listening.address() as { port: number }).port));
    });
  });
  afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

  it('arrives with text and HTML, from the sender that the setting names', async () => {
    const channel = createEmailChannel(
      `smtp://mailer:sesame@127.0.0.1:${port}?from=Fleet%20%3Cfleet%40example.test%3E`,
    );
    await channel.send(
      writer.mail({
        kind: 'passwordReset',
        recipient: 'anna@example.test',
        lang: 'en',
        values: { name: 'Anna', code: '123456', minutes: 10, remote: '192.0.2.1' },
      }),
    );
    channel.close();
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ from: 'fleet@example.test', to: ['anna@example.test'], user: 'mailer' });
    expect(received[0]?.body).toContain('From: Fleet <fleet@example.test>');
    expect(received[0]?.body).toContain('Subject: 123456 is your code for a new password');
    expect(received[0]?.body).toContain('multipart/alternative');
    expect(received[0]?.body).toContain('Auto-Submitted: auto-generated');
  });

  it('distinguishes an unknown mailbox from a server that is away', async () => {
    const message: Message = { channel: 'email', recipient: 'nobody@example.test', subject: 'x', text: 'x', html: '' };
    const channel = createEmailChannel(`smtp://127.0.0.1:${port}`);
    await expect(channel.send(message)).rejects.toBeInstanceOf(Undeliverable);
    channel.close();
    const away = createEmailChannel('smtp://127.0.0.1:1');
    await expect(away.send(message)).rejects.not.toBeInstanceOf(Undeliverable);
    away.close();
  });
});

describe('text messages', () => {
  it('are posted as JSON, with the password of the address as a header', async () => {
    const posted: [string, string, Record<string, string>][] = [];
    const channel = createSmsChannel('https://user:pa%20ss@sms.example/send?route=1', async (...request) => {
      posted.push(request);
      return { status: 202 };
    });
    await channel.send({ channel: 'sms', recipient: '+49 170 1', subject: '', text: 'Code 1', html: '' });
    expect(posted).toEqual([
      [
        'https://sms.example/send?route=1',
        '{"to":"+49 170 1","text":"Code 1"}',
        { 'content-type': 'application/json', authorization: `Basic ${Buffer.from('user:pa ss').toString('base64')}` },
      ],
    ]);
  });

  it.each([
    [422, true],
    [500, false],
    [401, false],
  ])('answered with HTTP %i are refused for good: %s', async (status, final) => {
    const channel = createSmsChannel('https://sms.example/', async () => ({ status }));
    const sending = channel.send({ channel: 'sms', recipient: '+1', subject: '', text: 'x', html: '' });
    await expect(sending).rejects.toThrow(`HTTP ${status}`);
    expect(await sending.catch((error: unknown) => error instanceof Undeliverable)).toBe(final);
  });
});

describe('the words of mails', () => {
  const values = {
    inviter: '<b>Eve</b>\r\nBcc: all@example.test',
    account: 'North & Co',
    role: 'Dispatcher',
    expires: '08/05/2026',
  };

  it('let no name become a header or markup', () => {
    const mail = writer.mail({
      kind: 'invitation',
      recipient: 'a@example.test',
      lang: 'en',
      link: 'https://x.example/app/welcome-user/t?a=1&b="',
      values: { ...values, account: 'A\r\nB' },
    });
    expect(mail.subject).toBe('You are invited as Dispatcher of A B');
    expect(mail.html).not.toContain('<b>Eve');
    expect(mail.html).toContain('&#60;b&#62;Eve');
    expect(mail.html).not.toContain('b="');
    expect(mail.text).toContain('https://x.example/app/welcome-user/t?a=1&b="');
  });

  it("carry the account's name and logo in the place of the product's", () => {
    const request = {
      kind: 'passwordChanged',
      recipient: 'a@example.test',
      lang: 'en',
      values: { name: 'A', time: '', remote: '' },
    } as const;
    const own = writer.mail({ ...request, brand: { name: 'Volga & Sons', logo: Buffer.from('png') } });
    expect(own.html).toContain('src="cid:logo" alt="Volga &#38; Sons"');
    expect(own.text).toContain('Volga & Sons · ');
    expect(own.logo?.toString()).toBe('png');
    const plain = writer.mail(request);
    expect(plain.html).toContain('<strong>Wayline</strong>');
    expect(plain).not.toHaveProperty('logo');
  });

  it.each([
    ['en', 'ltr'],
    ['ru', 'ltr'],
    ['fa', 'rtl'],
  ])('are there in %s, %s', (lang, direction) => {
    for (const kind of [
      'invitation',
      'passwordReset',
      'passwordChanged',
      'verifyEmail',
      'emailChanged',
      'emailInUse',
      'newSignIn',
      'passkeyAdded',
      'apiKeyCreated',
      'twoFactorOn',
      'twoFactorOff',
    ] as const) {
      const mail = writer.mail({
        kind,
        recipient: 'a@example.test',
        lang,
        values,
        ...(kind === 'invitation' ? { link: 'https://x.example' } : {}),
      });
      expect(mail.html).toContain(`<html lang="${lang}" dir="${direction}">`);
      expect(`${mail.subject}${mail.text}`).not.toMatch(/mail\.|\{\{/);
    }
  });
});
