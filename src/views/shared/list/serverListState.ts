import { PAGE } from '../../../domain/base/index.ts';

/** Rows a page may hold. */
export const PAGE_SIZES = [20, 50, 100, 500] as const;

/** What a list asks the server for; all of it lives in the address. */
export interface ListQuery {
  readonly search: string;
  /** Column, with `-` in front for descending; empty for the server's own order. */
  readonly sort: string;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  /** Values by filter; what is not filtered is missing. */
  readonly filters: Readonly<Record<string, string>>;
  /**
   * Id of the kept view that the list was last shown by; {@link NO_VIEW} where none is wanted, empty where nothing is
   * said.
   */
  readonly view: string;
}

/** What an address says where a list is to stand by itself, although it opens with a kept view. */
export const NO_VIEW = '0';

export interface ListDefaults {
  readonly sort: string;
  readonly limit: number;
  /** Names of the filters. */
  readonly filters: readonly string[];
  /** An address that asks nothing opens a kept view: whatever else is shown says so. */
  readonly opensView?: boolean;
}

const positive = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null;

/** Reads a list's question from an address; what makes no sense takes the default. */
export function readListQuery(query: URLSearchParams, defaults: ListDefaults): ListQuery {
  const limit = positive(query.get('limit'));
  return {
    search: (query.get('search') ?? '').slice(0, PAGE.maximumSearch),
    sort: query.get('sort') ?? defaults.sort,
    page: positive(query.get('page')) ?? 1,
    limit: limit !== null && (PAGE_SIZES as readonly number[]).includes(limit) ? limit : defaults.limit,
    filters: Object.fromEntries(
      defaults.filters.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])),
    ),
    view: /^\d{1,15}$/.exec(query.get('view') ?? '')?.[0] ?? '',
  };
}

/** True where an address asks nothing of the list, so that its kept view may. */
export function asksNothing(query: URLSearchParams, { filters }: Pick<ListDefaults, 'filters'>): boolean {
  return ['search', 'sort', 'page', 'limit', 'view', ...filters].every((name) => !query.has(name));
}

/**
 * The address with a change of the question; parameters of others stay. Whatever changes besides the
 * page leads back to the first page: the old one may not exist any more.
 */
export function writeListQuery(
  query: URLSearchParams,
  defaults: ListDefaults,
  change: Partial<ListQuery>,
): URLSearchParams {
  const before = readListQuery(query, defaults);
  const after: ListQuery = { ...before, page: 1, ...change };
  const next = new URLSearchParams(query);
  const put = (name: string, value: string, fallback: string): void => {
    if (value === fallback) next.delete(name);
    else next.set(name, value);
  };
  put('search', after.search, '');
  put('sort', after.sort, defaults.sort);
  put('page', String(after.page), '1');
  put('limit', String(after.limit), String(defaults.limit));
  for (const name of defaults.filters) put(name, after.filters[name] ?? '', '');
  put('view', after.view, '');
  if (defaults.opensView && asksNothing(next, defaults)) next.set('view', NO_VIEW);
  return next;
}

/** Number of the last page; 1 where there is nothing. */
export const lastPage = (total: number, limit: number): number => Math.max(1, Math.ceil(total / limit));
