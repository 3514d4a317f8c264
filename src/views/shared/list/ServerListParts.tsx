import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import {
  BackIcon,
  Button,
  Checkbox,
  ColumnsIcon,
  EmptyState,
  ForwardIcon,
  IconButton,
  NativeSelect,
  OrderedChoice,
  Popover,
} from '../../../ui/index.ts';
import { ProblemBanner } from '../ProblemView.tsx';
import type { Answer } from '../services/calls.ts';
import { PAGE_SIZES, lastPage, type ListQuery } from './serverListState.ts';
import './serverList.css';

export interface ColumnChoiceProps {
  columns: readonly { readonly id: string; readonly header: string }[];
  hidden: ReadonlySet<string>;
  onChange: (hidden: ReadonlySet<string>) => void;
  /** The columns can be moved; given all of them in their new order. */
  onOrder?: (ids: readonly string[]) => void;
  /** Left out: "Columns". */
  label?: string;
  icon?: ReactNode;
}

/** Which columns a list shows, and in which order; kept in the preferences. */
export function ColumnChoice({ columns, hidden, onChange, onOrder, label, icon }: ColumnChoiceProps): ReactNode {
  const { t } = useTranslation();
  const name = label ?? t('list.columns');
  const set = (id: string, shown: boolean): void => {
    const next = new Set(hidden);
    if (shown) next.delete(id);
    else next.add(id);
    onChange(next);
  };
  return (
    <Popover
      label={name}
      placement="bottom end"
      trigger={
        <Button variant="quiet" className="server-list-columns" icon={icon ?? <ColumnsIcon aria-hidden="true" />}>
          {name}
        </Button>
      }>
      {onOrder ? (
        <OrderedChoice
          label={name}
          items={columns.map(({ id, header }) => ({ id, label: header }))}
          chosen={new Set(columns.flatMap(({ id }) => (hidden.has(id) ? [] : [id])))}
          dragLabel={(column) => t('list.moveColumn', { column: column.label })}
          onOrder={onOrder}
          onChoose={(chosen) =>
            onChange(
              new Set([
                ...[...hidden].filter((id) => columns.every((column) => column.id !== id)),
                ...columns.flatMap(({ id }) => (chosen.has(id) ? [] : [id])),
              ]),
            )
          }
        />
      ) : (
        <div className="server-list-choice">
          {columns.map(({ id, header }) => (
            <Checkbox key={id} selected={!hidden.has(id)} onChange={(shown) => set(id, shown)}>
              {header}
            </Checkbox>
          ))}
        </div>
      )}
    </Popover>
  );
}

/** Above rows that are shown although they could not be read again. */
export function RetryBanner({ answer }: { answer: Answer<unknown> }): ReactNode {
  const { t } = useTranslation();
  if (answer.problem === null) return null;
  return (
    <ProblemBanner problem={answer.problem} action={<Button onPress={answer.reload}>{t('common.retry')}</Button>} />
  );
}

export interface BulkBarProps {
  count: number;
  onClear: () => void;
  children: ReactNode;
}

/** How many rows are ticked, and what can be done with them. */
export function BulkBar({ count, onClear, children }: BulkBarProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="server-list-bulk">
      <output>{t('list.selected', { count })}</output>
      {children}
      <Button variant="quiet" onPress={onClear}>
        {t('common.clear')}
      </Button>
    </div>
  );
}

export interface NoRowsProps extends PagerProps {
  isFiltered: boolean;
  /** Shown where there is nothing at all. */
  children: ReactNode;
}

/** Why no rows are shown, and what to do: the page is beyond the last, nothing matches, or there is nothing. */
export function NoRows({ total, query, isFiltered, onChange, children }: NoRowsProps): ReactNode {
  const { t } = useTranslation();
  if (total > 0) {
    const last = lastPage(total, query.limit);
    return (
      <EmptyState
        title={t('list.beyondTitle')}
        action={<Button onPress={() => onChange({ page: last })}>{t('list.lastPage')}</Button>}
      />
    );
  }
  if (!isFiltered) return children;
  return (
    <EmptyState
      title={t('list.noMatchTitle')}
      action={<Button onPress={() => onChange({ search: '', filters: {} })}>{t('list.clearFilters')}</Button>}>
      {t('list.noMatchLead')}
    </EmptyState>
  );
}

export interface PagerProps {
  total: number;
  query: ListQuery;
  onChange: (change: Partial<ListQuery>) => void;
}

/** Pages by number. */
export function Pager({ total, query, onChange }: PagerProps): ReactNode {
  const { page, limit } = query;
  const last = lastPage(total, limit);
  return (
    <PageBar
      first={(page - 1) * limit + 1}
      shown={limit}
      total={total}
      limit={limit}
      onLimit={(size) => onChange({ limit: size })}
      onPrevious={page <= 1 ? null : () => onChange({ page: Math.min(page - 1, last) })}
      onNext={page >= last ? null : () => onChange({ page: page + 1 })}
    />
  );
}

export interface PageBarProps {
  /** Place of the first row, from 1. */
  first: number;
  /** Rows that a page shows from there on. */
  shown: number;
  total: number;
  limit: number;
  onLimit: (limit: number) => void;
  /** Null where there is none. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

/** Which rows of how many are shown, and links to those before and after; nothing where a page shows all. */
export function PageBar({ first, shown, total, limit, onLimit, onPrevious, onNext }: PageBarProps): ReactNode {
  const { t } = useTranslation();
  if (total <= PAGE_SIZES[0]) return null;
  return (
    <nav className="server-list-pager" aria-label={t('list.pages')}>
      <NativeSelect
        label={t('list.pageSize')}
        value={String(limit)}
        options={PAGE_SIZES.map((size) => ({ value: String(size), label: t('list.perPage', { count: size }) }))}
        onChange={(size) => onLimit(Number(size))}
      />
      <span className="figures">
        {t('list.range', { from: Math.min(first, total), to: Math.min(first - 1 + shown, total), total })}
      </span>
      <IconButton
        label={t('list.previous')}
        isDisabled={onPrevious === null}
        icon={<BackIcon aria-hidden="true" className="icon-mirrored" />}
        onPress={() => onPrevious?.()}
      />
      <IconButton
        label={t('list.next')}
        isDisabled={onNext === null}
        icon={<ForwardIcon aria-hidden="true" className="icon-mirrored" />}
        onPress={() => onNext?.()}
      />
    </nav>
  );
}
