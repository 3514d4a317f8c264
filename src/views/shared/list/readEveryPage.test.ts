import { describe, expect, it, vi } from 'vitest';
import type { AuditEntry } from '../../../domain/audit/index.ts';
import { EXPORT_ROWS, PAGE } from '../../../domain/base/index.ts';
import type { Calls } from '../services/calls.ts';
import { readEveryPage, type ExportProgress } from './readEveryPage.ts';

const entry = (sequence: number): AuditEntry => ({
  account_id: 1,
  account_name: '',
  sequence,
  time: '',
  kind: '',
  subject_type: '',
  subject_id: 1,
  user_id: null,
  username: '',
  by_parent: false,
  remote: '',
  data: {},
});
/** A server that has so many entries. */
const having = (total: number) =>
  vi.fn(async (_: string, { page = 1, limit = 1 }: { page?: number; limit?: number }) => {
    const from = (page - 1) * limit;
    return {
      ok: true,
      value: {
        total,
        rows: Array.from({ length: Math.max(0, Math.min(limit, total - from)) }, (__, index) => entry(from + index)),
      },
    };
  });
const read = (call: unknown, onProgress: (progress: ExportProgress) => void = () => undefined) =>
  readEveryPage(
    call as Calls['call'],
    'getAuditList',
    (page, limit) => ({ page, limit }),
    new AbortController().signal,
    onProgress,
  );

describe('reading every page', () => {
  it('reads all rows in their order and says how far it is', async () => {
    const progress: ExportProgress[] = [];
    const answer = await read(having(2_300), (next) => progress.push(next));
    expect(answer.ok && answer.rows.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 2_300 }, (_, index) => index),
    );
    expect(progress).toEqual([
      { done: 1_000, total: 2_300 },
      { done: 2_000, total: 2_300 },
      { done: 2_300, total: 2_300 },
    ]);
  });

  it('ends at the bound, and still says how many there are', async () => {
    const call = having(EXPORT_ROWS + 7);
    const answer = await read(call);
    expect(answer).toMatchObject({ ok: true, total: EXPORT_ROWS + 7 });
    expect(answer.ok && answer.rows.length).toBe(EXPORT_ROWS);
    expect(call).toHaveBeenCalledTimes(EXPORT_ROWS / PAGE.maximumLimit);
  });

  it('asks for what comes after the last row, and ends when all that were there at first have come', async () => {
    const all = 2_300;
    const call = vi.fn(async (_: string, { search, limit }: { search: string; limit: number }) => {
      const from = search === '' ? 0 : Number(search) + 1;
      const rows = Array.from({ length: Math.min(limit, all - from) }, (__, index) => entry(from + index));
      return { ok: true, value: { total: all - from, rows } };
    });
    const answer = await readEveryPage(
      call as unknown as Calls['call'],
      'getAuditList',
      (_, limit, rows) => ({ page: 1, limit, search: String(rows.at(-1)?.sequence ?? '') }),
      new AbortController().signal,
      () => undefined,
    );
    expect(answer).toMatchObject({ ok: true, total: all });
    expect(answer.ok && answer.rows.map(({ sequence }) => sequence)).toEqual(Array.from({ length: all }, (_, n) => n));
    expect(call).toHaveBeenCalledTimes(3);
  });

  it('ends with the problem of a page that was refused', async () => {
    const problem = { code: 'X', message: 'Refused.', correlationId: null };
    expect(await read(async () => ({ ok: false, error: problem }))).toEqual({ ok: false, problem });
  });
});
