import { useRef, useState, type ReactNode } from 'react';
import { PAGE } from '../../../domain/base/index.ts';
import type { SavedViewList } from '../../../domain/savedView/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { NativeSelect, SearchField } from '../../../ui/index.ts';
import { Unanswered } from '../AnswerView.tsx';
import { useShortcuts } from '../shortcuts.tsx';
import { ListExport } from './ListExport.tsx';
import type { PagedMethod, RowOf } from './readEveryPage.ts';
import { SavedViews } from './SavedViews.tsx';
import { BulkBar, ColumnChoice, NoRows, Pager, RetryBanner } from './ServerListParts.tsx';
import { ServerListTable, WaitingRows, type RowKey } from './ServerListTable.tsx';
import { useEveryRow, useServerList, type ServerListProps } from './useServerList.ts';
import './serverList.css';

export type { ListColumn } from './ServerListTable.tsx';
export type { PagedMethod } from './readEveryPage.ts';
export type { ListFilter, ServerListProps } from './useServerList.ts';

/**
 * A table over a paged method. Search, sort, filters, page and page size live in the address, so a
 * view can be bookmarked and sent; hidden columns live in the preferences. Rows are read again
 * when one of `subjects` changed on the server. `/` goes to the search, arrows go from
 * row to row, narrow screens show cards.
 */
export function ServerList<M extends PagedMethod>(props: ServerListProps<M>): ReactNode {
  const list = useServerList(props);
  const { answer, ask, query, rows, places } = list;
  const [ticked, setTicked] = useState<ReadonlySet<RowKey>>(new Set());
  const tickedRows = rows.filter((row) => ticked.has(props.rowKey(row)));
  const clear = (): void => setTicked(new Set());
  return (
    <section className="server-list" aria-label={props.label} aria-busy={answer.loading}>
      <ListTools {...props} list={list} ticked={tickedRows} />
      {tickedRows.length > 0 && (
        <BulkBar count={tickedRows.length} onClear={clear}>
          {props.bulk?.(tickedRows, clear)}
        </BulkBar>
      )}
      {answer.problem !== null && answer.value !== null && <RetryBanner answer={answer} />}
      {answer.value === null ? (
        <Unanswered answer={answer}>
          <WaitingRows />
        </Unanswered>
      ) : rows.length > 0 ? (
        <ServerListTable
          label={props.label}
          columns={places.shown}
          rows={rows}
          rowKey={props.rowKey}
          rowName={props.rowName}
          actions={props.actions}
          sort={query.sort}
          onSort={(sort) => ask({ sort })}
          ticked={ticked}
          onTick={setTicked}
        />
      ) : (
        <NoRows total={answer.value.total} query={query} isFiltered={list.isFiltered} onChange={ask}>
          {props.empty}
        </NoRows>
      )}
      {answer.value !== null && <Pager total={answer.value.total} query={query} onChange={ask} />}
    </section>
  );
}

interface ListToolsProps<M extends PagedMethod> extends ServerListProps<M> {
  list: ReturnType<typeof useServerList<M>>;
  ticked: readonly RowOf<M>[];
}

/** Search, filters and count; saved views, columns, export and what the list offers besides. */
function ListTools<M extends PagedMethod>(props: ListToolsProps<M>): ReactNode {
  const { t } = useTranslation();
  const { list, filters = [] } = props;
  const { query, ask, places, answer } = list;
  const everyRow = useEveryRow(props, query);
  const search = useRef<HTMLInputElement>(null);
  useShortcuts('shortcuts.list', [{ keys: ['/'], labelKey: 'shortcuts.search', run: () => search.current?.focus() }]);
  return (
    <div className="server-list-tools">
      <div className="server-list-question">
        <SearchField
          ref={search}
          label={props.searchLabel ?? t('common.search')}
          clearLabel={t('common.clearSearch')}
          value={list.typed}
          onChange={list.type}
          maxLength={PAGE.maximumSearch}
        />
        {filters.map((filter) => (
          <NativeSelect<string>
            key={filter.id}
            label={filter.label}
            value={query.filters[filter.id] ?? ''}
            options={[{ value: '', label: t('list.anyOf', { filter: filter.label }) }, ...filter.options]}
            onChange={(chosen) => ask({ filters: { ...query.filters, [filter.id]: chosen } })}
          />
        ))}
        <output className="server-list-count">
          {answer.value === null ? '' : t('list.count', { count: answer.value.total })}
        </output>
      </div>
      <div className="server-list-ways">
        {props.savedViews && <ListViews {...props} savedViews={props.savedViews} />}
        <ColumnChoice
          columns={places.ordered.slice(1)}
          hidden={places.hidden}
          onChange={places.hide}
          onOrder={places.order}
        />
        <ListExport
          id={props.id}
          columns={places.shown}
          rows={everyRow}
          ticked={props.ticked}
          isDisabled={list.rows.length === 0}
        />
        {props.tools}
      </div>
    </div>
  );
}

/** The saved views of the list, and what it shows now to save as one. */
function ListViews<M extends PagedMethod>({
  list: { kept, places, query, show, ask },
  savedViews,
  columns,
  sort = '',
}: ListToolsProps<M> & { savedViews: SavedViewList }): ReactNode {
  return (
    <SavedViews
      list={savedViews}
      kept={kept}
      look={{
        columns: places.shown.map(({ id }) => id),
        sort: query.sort,
        search: query.search,
        filters: query.filters,
      }}
      columns={columns}
      sort={sort}
      view={query.view}
      onShow={show}
      onView={(view) => ask({ page: query.page, view })}
    />
  );
}
