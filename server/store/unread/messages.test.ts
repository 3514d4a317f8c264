import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY, UNREAD } from '../../../src/domain/base/index.ts';
import { silentLogger, withTestDatabase } from '../../../tests/support/postgres.ts';
import type { UnreadRow } from '../types.ts';
import { insertUnread } from './insert.ts';
import { openUnreadMessages, type UnreadMessages } from './messages.ts';

const NOW = Date.UTC(2026, 5, 1);
const test = withTestDatabase();
let unread: UnreadMessages;
let now = NOW;

beforeEach(async () => {
  now = NOW;
  for (const table of ['unread_message', 'unread_type', 'device']) await test.database.query(`delete from ${table}`);
  await test.database.query(
    `insert into account (id, name, type, status, restrict_sub_accounts, created_at) values (1, 'One', 'OWNER', 'active', false, now()) on conflict do nothing`,
  );
  for (const id of [5, 6]) {
    await test.database.query(
      `insert into device (id, account_id, status, created_at, unique_identifier, name, device_model) values ($1, 1, 'ACTIVE', now(), $2, $2, 'X')`,
      [id, `device${id}`],
    );
  }
  unread = openUnreadMessages({ database: test.database, logger: silentLogger, time: { now: () => now } });
});
afterEach(() => unread.close());

const message = (change: Partial<UnreadRow> = {}): UnreadRow => ({
  deviceId: 5,
  unitId: 7,
  protocol: 'gt06',
  datagram: false,
  type: '0x38',
  reason: '',
  part: false,
  receivedAt: NOW,
  bytes: Buffer.alloc(100),
  ...change,
});

async function store(messages: readonly UnreadRow[]): Promise<void> {
  await insertUnread(test.database, messages, '', []);
  unread.onStored(messages);
  await unread.settled();
}

const kept = async (deviceId: number): Promise<{ messages: number; bytes: number; first: number }> => {
  const [row] = await test.database.query<{ messages: number; bytes: number; first: number | null }>(
    'select count(*) as messages, coalesce(sum(octet_length(bytes)), 0) as bytes, get_byte((array_agg(bytes order by id))[1], 0) as first from unread_message where device_id = $1',
    [deviceId],
  );
  return { messages: row.messages, bytes: row.bytes, first: row.first ?? -1 };
};
const types = () =>
  test.database.query<{ device_id: number; type: string }>('select device_id, type from unread_type order by 1, 2');

it('keeps of a device what its bytes allow, the oldest go first, and another keeps its own', async () => {
  const size = Math.floor(UNREAD.bytes / 8);
  const many = Array.from({ length: 12 }, (_, index) => message({ bytes: Buffer.alloc(size, index) }));
  await store([message({ deviceId: 6 })]);
  await store(many);
  const left = await kept(5);
  expect(left.bytes).toBeLessThanOrEqual(UNREAD.bytes);
  expect(left.messages).toBe(7);
  expect(left.first).toBe(5);
  expect((await kept(6)).messages).toBe(1);
  // Types keep their count.
  const [row] = await test.database.query<{ messages: number }>('select messages from unread_type where device_id = 5');
  expect(row.messages).toBe(12);
});

it('keeps no more messages than the bound, however small', async () => {
  await store(Array.from({ length: UNREAD.messages + 1 }, () => message({ bytes: Buffer.alloc(1) })));
  const { messages } = await kept(5);
  expect(messages).toBeLessThanOrEqual(UNREAD.messages);
  expect(messages).toBeGreaterThan(UNREAD.messages / 2);
});

it('sweeps what is too old, of devices that are gone, and types past the bound', async () => {
  await store([message({ receivedAt: NOW - DAY }), message({ deviceId: 6 })]);
  await store(
    Array.from({ length: UNREAD.types + 5 }, (_, index) =>
      message({ deviceId: 6, type: `t${index}`, receivedAt: NOW + index + 1 }),
    ),
  );
  await test.database.query('delete from device where id = 6');
  now = NOW + (UNREAD.days - 0.5) * DAY;
  await unread.sweep();
  expect((await kept(5)).messages).toBe(0);
  expect((await kept(6)).messages).toBe(0);
  expect(await types()).toEqual([]);
});

it('bounds the types of one device, the latest stay', async () => {
  await store(
    Array.from({ length: UNREAD.types + 5 }, (_, index) => message({ type: `t${index}`, receivedAt: NOW + index })),
  );
  await unread.sweep();
  const names = (await types()).map(({ type }) => type);
  expect(names).toHaveLength(UNREAD.types);
  expect(names).not.toContain('t4');
  expect(names).toContain('t5');
});

it('forgets a type when the last of its messages was read', async () => {
  await store([message(), message(), message({ type: '0x17' })]);
  const ids = (
    await test.database.query<{ id: number }>(`select id from unread_message where type = '0x38' order by id`)
  ).map(({ id }) => id);
  await unread.remove(ids.slice(0, 1));
  expect((await types()).map(({ type }) => type)).toEqual(['0x17', '0x38']);
  await unread.remove(ids.slice(1));
  expect((await types()).map(({ type }) => type)).toEqual(['0x17']);
  expect((await kept(5)).messages).toBe(1);
});
