import type { CallData, MethodName, Page, Reply } from '../../../api/contract/index.ts';
import { EXPORT_ROWS, PAGE } from '../../../domain/base/index.ts';
import type { Calls } from '../services/calls.ts';
import type { Problem } from '../services/fleet.ts';

/** Methods that answer a page of rows. */
export type PagedMethod = { [M in MethodName]: Reply<M> extends Page<infer _> ? M : never }[MethodName];
/** A row of a paged method. */
export type RowOf<M extends PagedMethod> = Reply<M> extends Page<infer Row> ? Row : never;

/** What an export has read so far. */
export interface ExportProgress {
  readonly done: number;
  readonly total: number;
}

export type EveryPage<Row> =
  | { readonly ok: true; readonly rows: readonly Row[]; readonly total: number }
  | { readonly ok: false; readonly problem: Problem };

/** The page that a paged method answered. */
export function pageOf<M extends PagedMethod>(reply: Reply<M>): Page<RowOf<M>> {
  if (!isPage<M>(reply)) throw new TypeError('A list was answered with something else than a page.');
  return reply;
}

/**
 * What the type of a paged method says of its reply, which the compiler cannot follow while the method is any of them.
 */
const isPage = <M extends PagedMethod>(reply: Reply<M>): reply is Reply<M> & Page<RowOf<M>> =>
  typeof reply === 'object' && reply !== null && 'rows' in reply && 'total' in reply;

/**
 * Reads all that matches, page after page, up to `EXPORT_ROWS`; `total` says whether more match. `request` makes the
 * question of a page: by its number, or by the rows so far where the server would have to read all before them again.
 * A page that the server refuses ends it with the problem.
 */
export async function readEveryPage<M extends PagedMethod>(
  call: Calls['call'],
  method: M,
  request: (page: number, limit: number, rows: readonly RowOf<M>[]) => CallData<M>,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<EveryPage<RowOf<M>>> {
  const rows: RowOf<M>[] = [];
  let total: number | undefined;
  for (let page = 1; ; page++) {
    const answer = await call(method, request(page, PAGE.maximumLimit, rows), signal);
    if (!answer.ok) return { ok: false, problem: answer.error };
    const { rows: more, total: matching } = pageOf<M>(answer.value);
    total ??= matching;
    rows.push(...more);
    onProgress({ done: rows.length, total: Math.min(total, EXPORT_ROWS) });
    if (more.length === 0 || rows.length >= Math.min(total, EXPORT_ROWS))
      return { ok: true, rows: rows.slice(0, EXPORT_ROWS), total };
  }
}
