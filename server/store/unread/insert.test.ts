import { beforeEach, expect, it } from 'vitest';
import { MINUTE } from '../../../src/domain/base/index.ts';
import { fixAt, START, withPositionStore } from '../../../tests/support/positionStore.ts';
import type { UnreadRow } from '../types.ts';

const world = withPositionStore();

beforeEach(async () => {
  for (const table of ['unread_message', 'unread_type']) await world.test.database.query(`delete from ${table}`);
});

const message = (change: Partial<UnreadRow> = {}): UnreadRow => ({
  deviceId: 5,
  unitId: 7,
  protocol: 'gt06',
  datagram: false,
  type: '0x38',
  reason: 'not known',
  part: false,
  receivedAt: START,
  bytes: Buffer.from([0x78, 0x78]),
  ...change,
});
const rows = (table: string) =>
  world.test.database.query<Record<string, unknown>>(`select * from ${table} order by type, 1`);

it('is stored in the commit of the positions beside it, and without any', async () => {
  world.store.append(7, 2, START, fixAt(START));
  world.store.appendUnread(message());
  expect(await world.committed()).toBe(true);
  world.store.appendUnread(message({ type: '0x17', part: true, unitId: 0, datagram: true, bytes: Buffer.from('abc') }));
  expect(await world.committed()).toBe(true);
  expect(await world.positions([7])).toHaveLength(1);
  const kept = await rows('unread_message');
  expect(kept[0]).toMatchObject({
    device_id: 5,
    unit_id: 0,
    protocol: 'gt06',
    datagram: true,
    type: '0x17',
    part: true,
    bytes: Buffer.from('abc'),
  });
  expect(kept[1]).toMatchObject({
    unit_id: 7,
    datagram: false,
    type: '0x38',
    part: false,
    received_at: new Date(START),
    bytes: Buffer.from([0x78, 0x78]),
  });
  // Groups without positions take no number of the journal.
  expect(await world.test.database.query('select sequence from journal')).toHaveLength(1);
});

it('counts a type of a device once for all its messages, with the latest as the example', async () => {
  for (const [index, type] of ['0x38', '0x17', '0x38'].entries()) {
    world.store.appendUnread(
      message({ type, receivedAt: START + index * MINUTE, bytes: Buffer.from([index]), reason: `reason ${index}` }),
    );
  }
  expect(await world.committed()).toBe(true);
  world.store.appendUnread(message({ receivedAt: START + 9 * MINUTE, bytes: Buffer.from([9]) }));
  expect(await world.committed()).toBe(true);
  expect(await rows('unread_type')).toMatchObject([
    { type: '0x17', messages: 1 },
    {
      type: '0x38',
      messages: 3,
      first_at: new Date(START),
      last_at: new Date(START + 9 * MINUTE),
      example: Buffer.from([9]),
    },
  ]);
});

it('is reported as not stored when the database fails, the positions beside it too', async () => {
  await world.test.database.query('alter table unread_message rename to unread_message_away');
  try {
    world.store.append(7, 2, START, fixAt(START));
    world.store.appendUnread(message());
    expect(await world.committed()).toBe(false);
    expect(await world.positions([7])).toHaveLength(0);
    expect(await world.test.database.query('select 1 from journal')).toHaveLength(0);
  } finally {
    await world.test.database.query('alter table unread_message_away rename to unread_message');
  }
});
