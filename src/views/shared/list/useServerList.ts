import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { CallData, Page } from '../../../api/contract/index.ts';
import { PAGE } from '../../../domain/base/index.ts';
import type { EventSubject } from '../../../domain/events/index.ts';
import type { SavedViewList } from '../../../domain/savedView/index.ts';
import { useScreenPath } from '../address/useScreenPath.ts';
import { useAnswer, useCalls, type Answer } from '../services/calls.ts';
import { useNotify } from '../services/toasts.ts';
import { useReloading } from '../services/useReloading.ts';
import type { RowReader } from './ListExport.tsx';
import type { ListLook } from './listLook.ts';
import { pageOf, readEveryPage, type PagedMethod, type RowOf } from './readEveryPage.ts';
import type { ListColumn, RowKey } from './ServerListTable.tsx';
import { asksNothing, readListQuery, writeListQuery, type ListDefaults, type ListQuery } from './serverListState.ts';
import { useListColumns } from './useListColumns.ts';
import { useOpeningView, useSavedViews } from './useSavedViews.ts';

export interface ListFilter {
  /** Name in the request's `filters` and in the address. */
  readonly id: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Ids go over the wire as numbers. */
  readonly numeric?: boolean;
}

export interface ServerListProps<M extends PagedMethod> {
  /** Names the list in the preferences and the exported file. */
  readonly id: string;
  readonly label: string;
  readonly method: M;
  /** What the method takes besides page, sort, search and filters, for example an account. */
  readonly data?: CallData<M>;
  /** The list is asked again when one of these changed on the server. */
  readonly subjects: readonly EventSubject[];
  /** The first names the row: it cannot be hidden and heads the card on narrow screens. */
  readonly columns: readonly ListColumn<RowOf<M>>[];
  readonly rowKey: (row: RowOf<M>) => RowKey;
  /** What a row is called, for its tick box. */
  readonly rowName: (row: RowOf<M>) => string;
  readonly filters?: readonly ListFilter[];
  /** Server's column, `-` in front for descending. */
  readonly sort?: string;
  readonly searchLabel?: string;
  /** Buttons at the end of a row. */
  readonly actions?: (row: RowOf<M>) => ReactNode;
  /** Acts on ticked rows besides their export. `clear` unticks. */
  readonly bulk?: (rows: readonly RowOf<M>[], clear: () => void) => ReactNode;
  /** Buttons beside the search, for example "Create". */
  readonly tools?: ReactNode;
  /** Looks of the list can be kept under names, as these. */
  readonly savedViews?: SavedViewList;
  /** Rows change without an event: they are read again after so many milliseconds, and so on. */
  readonly every?: number;
  /** Shown where there is nothing at all, with the next step. */
  readonly empty: ReactNode;
}

/** Pause after the last key before the server is asked. */
const SEARCH_DELAY = 300;

/** The list's question, its columns and saved views, and the answer. */
export function useServerList<M extends PagedMethod>(props: ServerListProps<M>) {
  const kept = useSavedViews(props.savedViews);
  const question = useListQuery(props, kept.opening !== undefined);
  const { query, ask, isAsked } = question;
  const places = useListColumns(props.id, props.columns);
  const show = (next: ListLook, view: string): void => {
    places.show(next);
    ask({ sort: next.sort || (props.sort ?? ''), search: next.search, filters: next.filters, view });
  };
  const isOpening = useOpeningView(kept, !isAsked, (view) => show(view, String(view.view_id)));
  const answer = useRows(props, isOpening ? null : query);
  return { ...question, kept, places, show, answer, rows: answer.value?.rows ?? [] };
}

/** The list's question in the address, and the search while it is typed. */
function useListQuery<M extends PagedMethod>({ filters = [], sort = '' }: ServerListProps<M>, opensView: boolean) {
  const path = useScreenPath();
  const defaults: ListDefaults = { sort, limit: PAGE.defaultLimit, filters: filters.map(({ id }) => id), opensView };
  const query = readListQuery(path.query, defaults);
  const [typing, setTyping] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const write = (change: Partial<ListQuery>): void => path.replaceQuery(writeListQuery(path.query, defaults, change));
  /** The write at the end of the timer must start from the address of that moment. */
  const latest = useRef(write);
  useEffect(() => {
    latest.current = write;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    query,
    isAsked: !asksNothing(path.query, defaults),
    isFiltered: query.search !== '' || Object.keys(query.filters).length > 0,
    typed: typing ?? query.search,
    ask(change: Partial<ListQuery>) {
      clearTimeout(timer.current);
      setTyping(null);
      write({ ...(typing === null ? {} : { search: typing }), ...change });
    },
    type(text: string) {
      setTyping(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        setTyping(null);
        latest.current({ search: text });
      }, SEARCH_DELAY);
    },
  };
}

/** What the list asks the server for. */
function requestOf<M extends PagedMethod>(
  { data = {}, filters = [] }: ServerListProps<M>,
  query: ListQuery,
): CallData<M> {
  const chosen = filters.flatMap(({ id, numeric }) => {
    const value = query.filters[id];
    return value === undefined ? [] : [[id, numeric ? Number(value) : value] as const];
  });
  const all = Object.fromEntries(chosen);
  return {
    ...data,
    page: query.page,
    limit: query.limit,
    sort: query.sort,
    search: query.search,
    ...(Object.keys(all).length > 0 ? { filters: all } : {}),
  };
}

/** The rows; with no question none are asked for yet. */
function useRows<M extends PagedMethod>(props: ServerListProps<M>, query: ListQuery | null): Answer<Page<RowOf<M>>> {
  const answer = useAnswer(props.method, query === null ? null : requestOf(props, query), props.subjects);
  useReloading(answer.reload, props.every ?? null);
  return { ...answer, value: answer.value === null ? null : pageOf<M>(answer.value) };
}

/** Reads all that matches; null where the server refused, which is said. */
export function useEveryRow<M extends PagedMethod>(props: ServerListProps<M>, query: ListQuery): RowReader<RowOf<M>> {
  const { call } = useCalls();
  const notify = useNotify();
  return async (signal, onProgress) => {
    const read = await readEveryPage(
      call,
      props.method,
      (page, limit) => requestOf(props, { ...query, page, limit }),
      signal,
      onProgress,
    );
    if (!read.ok) notify.failed(read.problem);
    return read.ok ? read : null;
  };
}
