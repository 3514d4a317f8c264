import { PAGE } from '../base/index.ts';
import type { Position } from './fix.ts';

/**
 * A page of messages is asked for by the row that it follows, not by its number: what comes in meanwhile moves no row
 * to another page. The names are the request's, and the address's.
 */
export const MESSAGE_PAGE_KEY = ['before', 'after', 'passed'] as const;
export type MessagePageKey = Partial<Record<(typeof MESSAGE_PAGE_KEY)[number], string>>;
type Timed = Pick<Position, 'time'>;

/** The page of older rows: before the last of these, of whose time some may be shown already. */
export function keyBefore(rows: readonly Timed[]): MessagePageKey {
  const time = rows.at(-1)?.time;
  return time === undefined ? {} : key('before', time, rows);
}

/**
 * The page of newer rows: after the first of these; the newest page where they fit there, so that it goes on with what
 * comes.
 */
export function keyAfter({ rows, newer }: { rows: readonly Timed[]; newer: number }, limit: number): MessagePageKey {
  const time = rows[0]?.time;
  return time === undefined || newer <= limit ? {} : key('after', time, rows);
}

const key = (side: 'before' | 'after', time: string, rows: readonly Timed[]): MessagePageKey => ({
  [side]: time,
  passed: String(rows.filter((row) => row.time === time).length),
});

/** What the server is asked for a page; keys that make no sense ask for the newest. */
export function readPageKey({ before, after, passed = '' }: MessagePageKey): {
  readonly before?: string;
  readonly after?: string;
  readonly passed?: number;
} {
  const time = before ?? after ?? '';
  if (Number.isNaN(Date.parse(time)) || !/^\d{1,4}$/.test(passed) || Number(passed) > PAGE.maximumLimit) return {};
  return { [before === undefined ? 'after' : 'before']: time, passed: Number(passed) };
}
