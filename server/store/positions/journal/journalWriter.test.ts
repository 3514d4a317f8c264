import { beforeEach, describe, expect, it } from 'vitest';
import { createFix } from '../../../../src/domain/telemetry/index.ts';
import { silentLogger } from '../../../../tests/support/postgres.ts';
import { DatabaseUnavailable } from '../../database.types.ts';
import type { StoreLogger } from '../../logger.ts';
import { AttributeNames } from './attributeNames.ts';
import { eachRecord, openJournalRow } from './journalRow.ts';
import { JournalWriter } from './journalWriter.ts';
import { recordTime } from './record.ts';

const NOW = Date.UTC(2026, 2, 1);

/** A database whose answers the test gives. */
class HandDatabase {
  readonly inserts: { sequence: number; times: number[]; answer(error?: Error): void }[] = [];
  readonly names: string[] = [];
  away = false;

  async query(sql: string, parameters: readonly unknown[] = []): Promise<never[]> {
    if (sql.startsWith('insert into attribute_name')) this.names.push(...(parameters[1] as string[]));
    if (sql === 'select 1' && this.away) throw new Error('away');
    if (!sql.startsWith('insert into journal')) return [];
    const source = openJournalRow(parameters[5] as Buffer);
    const times: number[] = [];
    eachRecord(source, (offset) => times.push(recordTime(source, offset) - NOW));
    return new Promise((resolve, reject) => {
      this.inserts.push({
        sequence: parameters[1] as number,
        times,
        answer: (error) => (error ? reject(error) : resolve([])),
      });
    });
  }
}

let database: HandDatabase;
let writer: JournalWriter;
let said: string[];
let logged: string[];
let blocked = false;

beforeEach(async () => {
  database = new HandDatabase();
  said = [];
  logged = [];
  const logger: StoreLogger = {
    ...silentLogger,
    error: (_, text) => logged.push(text),
    info: (_, text) => logged.push(text),
  };
  blocked = false;
  const names = await AttributeNames.load(database, silentLogger);
  writer = new JournalWriter({
    database: database,
    logger,
    names,
    shard: 0,
    sequence: 40,
    known: () => ({ longitude: 0, latitude: 0, located: false }),
    onCommitted: (group, sequence) => said.push(`committed ${sequence} with ${group.count}`),
  });
  writer.setBackPressure(() => blocked);
});

function append(time: number, attribute?: string): void {
  const fix = Object.assign(createFix(), { time: NOW + time, hasPosition: true, valid: true });
  if (attribute) fix.attributes.set(attribute, 1);
  writer.append(7, 2, NOW + time, fix);
}
const ask = (name: string): void => writer.afterCommit((stored) => said.push(`${name} ${stored ? 'yes' : 'no'}`));
const inserted = (count: number) => expect.poll(() => database.inserts.length).toBe(count);

describe('group commit', () => {
  it('gathers while a commit is under way, and answers after each', async () => {
    append(1);
    ask('a');
    await inserted(1);
    append(2);
    append(3);
    ask('b');
    expect(database.inserts).toHaveLength(1);
    expect(said).toEqual([]);
    database.inserts[0].answer();
    await inserted(2);
    expect(said).toEqual(['committed 41 with 1', 'a yes']);
    database.inserts[1].answer();
    await writer.drain();
    expect(database.inserts.map(({ sequence, times }) => [sequence, times])).toEqual([
      [41, [1]],
      [42, [2, 3]],
    ]);
    expect(said.slice(2)).toEqual(['committed 42 with 2', 'b yes']);
  });

  it('answers at once when everything is durable, and with the commit under way when that holds it', async () => {
    ask('nothing yet');
    await expect.poll(() => said).toEqual(['nothing yet yes']);
    append(1);
    await inserted(1);
    ask('during');
    await Promise.resolve();
    expect(said).toHaveLength(1);
    database.inserts[0].answer();
    await expect.poll(() => said).toContain('during yes');
  });

  it('names attributes before the commit that needs the names', async () => {
    append(1, 'io77');
    await inserted(1);
    expect(database.names).toEqual(['io77']);
  });

  it('drops what a full disk refused, says so in order, refuses at once, and goes on when there is room', async () => {
    append(1);
    ask('in flight');
    await inserted(1);
    append(2);
    ask('waiting');
    database.away = true;
    database.inserts[0].answer(Object.assign(new Error('No space left on device'), { code: '53100' }));
    await expect.poll(() => said).toEqual(['in flight no', 'waiting no']);
    append(3);
    ask('while away');
    await expect.poll(() => said).toContain('while away no');
    expect(database.inserts).toHaveLength(1);
    database.away = false;
    await expect
      .poll(() => {
        append(4);
        return database.inserts.length;
      })
      .toBe(2);
    ask('back');
    await expect
      .poll(() => {
        for (const insert of database.inserts.slice(1)) insert.answer();
        return said;
      })
      .toContain('back yes');
    // The number of the lost group is not used again: its row may have been written after all.
    expect(database.inserts[1].sequence).toBe(42);
    expect(database.inserts[1].times).not.toContain(3);
  });

  it('says once that nothing can be stored, also where a few are in between, and that it is over', async () => {
    const full = new DatabaseUnavailable('The disk of the database is full');
    const attempt = async (error?: Error): Promise<void> => {
      const before = database.inserts.length;
      await expect
        .poll(() => {
          if (database.inserts.length === before) append(before);
          return database.inserts.length;
        })
        .toBe(before + 1);
      database.inserts[before].answer(error);
      await writer.drain();
    };
    for (const error of [full, undefined, undefined, full, full]) await attempt(error);
    for (let group = 1; group < 20; group++) await attempt();
    expect(logged).toEqual(['positions could not be stored; devices are asked to send again']);
    await attempt();
    expect(logged.slice(1)).toEqual(['positions are stored again']);
    await attempt();
    await attempt(full);
    expect(logged).toHaveLength(3);
    await attempt(new Error('a mistake'));
    expect(logged).toHaveLength(4);
  });

  it('says no to whoever sent while there was no room, without harm to the others', async () => {
    append(1);
    ask('before');
    blocked = true;
    append(2);
    ask('blocked');
    blocked = false;
    await inserted(1);
    database.inserts[0].answer();
    await expect.poll(() => said).toEqual(['committed 41 with 1', 'before yes', 'blocked no']);
    append(3);
    ask('after');
    await inserted(2);
    database.inserts[1].answer();
    await expect.poll(() => said).toContain('after yes');
  });

  it('writes what it has when it closes, and takes nothing more', async () => {
    append(1);
    ask('last');
    const closed = writer.close();
    await inserted(1);
    database.inserts[0].answer();
    await closed;
    append(2);
    ask('too late');
    await expect.poll(() => said).toEqual(['committed 41 with 1', 'last yes', 'too late no']);
  });
});
