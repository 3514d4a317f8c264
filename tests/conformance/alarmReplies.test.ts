import { beforeAll, describe, expect, it } from 'vitest';
import fastify from 'fastify';
import { registerInbound } from '../../server/gateway/inbound.ts';
import { createProblems, loadMessages } from '../../server/call/index.ts';
import { createOutbox } from '../../server/channels/index.ts';
import { signatureOf } from '../../server/channels/webhook.ts';
import { createSessions } from '../../server/modules/auth/index.ts';
import { createReplyDoor } from '../../server/modules/alarms/index.ts';
import { sendNotifications, type SendingServices } from '../../server/modules/notifications/index.ts';
import { createReplyCodes } from '../../server/modules/shared/index.ts';
import { createSealer } from '../../server/store/index.ts';
import { DAY, HOUR, MINUTE, SECOND, type Instant } from '../../src/domain/base/index.ts';
import type { AlarmState } from '../../src/domain/alarm/index.ts';
import { NOON, valueOf, withModules } from '../support/modules.ts';
import { raiseAlarm } from '../support/raisedAlarms.ts';
import { sendingServices } from '../support/sending.ts';

const SECRET = 'a-secret-of-the-gateway-1234';
const PHONE = '+49 151 2345678';
const modules = withModules();
const as = modules.as('consumer', 'Pars Logistics');
const codes = createReplyCodes(SECRET, 'reply@fleet.example');
const outbox = createOutbox(createSealer('a secret of the tests that is long enough'), []);
let now: Instant = NOON;

const services = (): SendingServices =>
  sendingServices(modules.database, { directory: modules.world.directory, outbox, replies: codes });

/** The HTTP door, as the product opens it. */
function server() {
  const { database } = modules;
  const { directory } = modules.world;
  const problems = createProblems(loadMessages());
  const sessions = createSessions({ database, directory, accessLifetime: HOUR, longest: DAY });
  const logger = { info: () => undefined };
  const opened = fastify();
  registerInbound(
    opened,
    createReplyDoor({ database, problems, directory, sessions, logger, codes, secret: SECRET }),
    () => now,
  );
  return opened;
}

const sms = (body: object, { secret = SECRET, at = now }: { secret?: string; at?: Instant } = {}) => {
  const payload = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'wayline-signature': signatureOf(secret, payload, at) };
  return server().inject({ method: 'POST', url: '/inbound/sms', payload, headers });
};
const basic = (secret: string) => `Basic ${Buffer.from(`any:${secret}`).toString('base64')}`;
const mail = (payload: string, type: string, secret = SECRET) =>
  server().inject({
    method: 'POST',
    url: '/inbound/mail',
    payload,
    headers: { 'content-type': type, authorization: basic(secret) },
  });
const resultOf = (answer: { statusCode: number; json: () => unknown }): unknown => [answer.statusCode, answer.json()];
const acknowledged = [200, { result: 'acknowledged' }];
const already = [200, { result: 'already' }];
const ignored = [200, { result: 'ignored' }];

const stateOf = async (id: number): Promise<AlarmState> => valueOf(await as('getAlarm', { alarm_id: id })).alarm.state;
const outgoing = async () =>
  (await outbox.list(modules.database, { recipient: '', unsentOnly: false, search: '', page: 1, limit: 10 })).rows;

/** An alarm of which the person was sent a message; answers both. A minute later it is answered. */
async function sent(channel: 'sms' | 'email') {
  const id = await raiseAlarm(modules.database, { severity: 'critical', now, account: 'Pars Logistics' });
  await sendNotifications(services(), () => now, new AbortController().signal);
  const message = (await outgoing()).find((each) => each.channel === channel);
  if (!message) throw new Error('Nothing was sent');
  now += MINUTE;
  return { id, message };
}

beforeAll(async () => {
  const userId = await modules.world.user('consumer');
  await modules.database.query('update app_user set mobile = $2, mobile_verified_at = now() where id = $1', [
    userId,
    PHONE,
  ]);
  valueOf(
    await as('createNotification', {
      name: 'Answered',
      all_units: true,
      channels: ['sms', 'email'],
      recipients: 'chosen',
      user_ids: [userId],
      digest_count: null,
    }),
  );
});

describe('an answer to a text message', () => {
  it('acknowledges its alarm by the code, and once', async () => {
    const [first, second] = [await sent('sms'), await sent('sms')];
    const [, code] = /Reply OK (\d{4})/.exec(first.message.text) ?? [];
    const answer = await sms({ from: '49151 2345678', text: `ok ${code}` });
    expect(resultOf(answer)).toEqual(acknowledged);
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['acknowledged', 'open']);
    const { events, alarm } = valueOf(await as('getAlarm', { alarm_id: first.id }));
    expect(events.at(-1)).toMatchObject({
      kind: 'alarmAcknowledged',
      data: { via: 'sms' },
      user: alarm.acknowledged_by,
    });
    expect(resultOf(await sms({ from: PHONE, text: `OK ${code}` }))).toEqual(ignored);
  });

  it('means the last message without a code, however often it comes', async () => {
    const [before, last] = [await sent('sms'), await sent('sms')];
    const at = now;
    expect(resultOf(await sms({ from: '0049151-2345678', text: 'OK' }))).toEqual(acknowledged);
    now += SECOND;
    const after = await sent('sms');
    expect(resultOf(await sms({ from: PHONE, text: 'OK' }, { at }))).toEqual(ignored);
    expect([await stateOf(before.id), await stateOf(last.id), await stateOf(after.id)]).toEqual([
      'open',
      'acknowledged',
      'open',
    ]);
  });

  it('says so where somebody acknowledged the alarm before', async () => {
    const { id } = await sent('sms');
    valueOf(await as('acknowledgeAlarms', { alarm_ids: [id] }));
    expect(resultOf(await sms({ from: PHONE, text: 'OK' }))).toEqual(already);
  });

  it('counts from no other number, from none that is not proven, and not after hours', async () => {
    const { id } = await sent('sms');
    expect(resultOf(await sms({ from: '+49 151 9999999', text: 'OK' }))).toEqual(ignored);
    await modules.database.query('update app_user set mobile_verified_at = null where mobile = $1', [PHONE]);
    expect(resultOf(await sms({ from: PHONE, text: 'OK' }))).toEqual(ignored);
    await modules.database.query('update app_user set mobile_verified_at = now() where mobile = $1', [PHONE]);
    now += 12 * HOUR;
    expect(resultOf(await sms({ from: PHONE, text: 'OK' }))).toEqual(ignored);
    expect(await stateOf(id)).toBe('open');
  });

  it('is refused with a wrong or an old signature, unreadable, and after too many attempts', async () => {
    const { id } = await sent('sms');
    const body = { from: PHONE, text: 'OK' };
    expect((await sms(body, { secret: 'another' })).statusCode).toBe(401);
    expect((await sms(body, { at: now - 6 * MINUTE })).statusCode).toBe(401);
    expect((await server().inject({ method: 'POST', url: '/inbound/sms', payload: body })).statusCode).toBe(401);
    expect((await sms({ from: PHONE })).statusCode).toBe(400);
    const one = server();
    const attempts = await Promise.all(
      Array.from({ length: 31 }, () => one.inject({ method: 'POST', url: '/inbound/sms', payload: body })),
    );
    expect(attempts.at(-1)?.statusCode).toBe(429);
    expect(await stateOf(id)).toBe('open');
  });
});

describe('an answer to a mail', () => {
  const partsOf = async (channel: 'email') => {
    const { id, message } = await sent(channel);
    return { id, to: message.replyTo ?? '', from: message.recipient, text: message.text };
  };

  it('acknowledges the alarm whose address it is sent to, as JSON and as forms', async () => {
    const one = await partsOf('email');
    expect([one.to, one.text]).toEqual([
      expect.stringMatching(/^reply\+[0-9a-z]+-[0-9a-f]{20}@fleet\.example$/),
      expect.stringContaining('Reply OK to this email'),
    ]);
    const json = JSON.stringify({
      From: `Somebody <${one.from.toUpperCase()}>`,
      OriginalRecipient: one.to,
      StrippedTextReply: 'OK',
    });
    expect(resultOf(await mail(json, 'application/json'))).toEqual(acknowledged);
    expect(await stateOf(one.id)).toBe('acknowledged');
    expect(resultOf(await mail(json, 'application/json'))).toEqual(ignored);
    const two = await partsOf('email');
    const form = new URLSearchParams({ sender: two.from, recipient: two.to, 'stripped-text': 'ack' }).toString();
    expect(resultOf(await mail(form, 'application/x-www-form-urlencoded'))).toEqual(acknowledged);
    const three = await partsOf('email');
    const part = (name: string, value: string) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const file = '--x\r\ncontent-disposition: form-data; name="a"; filename="a.txt"\r\n\r\nattached\r\n';
    const multi = `${file}${part('from', three.from)}${part('to', three.to)}${part('text', 'OK\r\n\r\n> before')}--x--\r\n`;
    expect(resultOf(await mail(multi, 'multipart/form-data; boundary=x'))).toEqual(acknowledged);
    expect([await stateOf(two.id), await stateOf(three.id)]).toEqual(['acknowledged', 'acknowledged']);
  });

  it('does nothing from somebody else, to a made-up address, or in other words', async () => {
    const { id, to, from } = await partsOf('email');
    const post = (fields: object) =>
      mail(JSON.stringify({ From: from, To: to, TextBody: 'OK', ...fields }), 'application/json');
    expect(resultOf(await post({ From: 'other@fleet.example' }))).toEqual(ignored);
    expect(resultOf(await post({ To: to.replace(/-[0-9a-f]/, '-g') }))).toEqual(ignored);
    expect(resultOf(await post({ To: to.replace(/[0-9a-f]{20}@/, `${'0'.repeat(20)}@`) }))).toEqual(ignored);
    expect(resultOf(await post({ TextBody: 'I am on holiday' }))).toEqual(ignored);
    expect((await mail('{', 'application/json')).statusCode).toBe(400);
    expect((await mail('{}', 'application/json', 'another')).statusCode).toBe(401);
    expect(await stateOf(id)).toBe('open');
    expect(resultOf(await post({}))).toEqual(acknowledged);
  });
});
