import { ATTENTION_KINDS, type AttentionKind } from '../../../api/contract/index.ts';
import { PAGE } from '../../../domain/base/index.ts';
import { UNIT_KINDS, UNIT_STATUSES } from '../../../domain/unit/index.ts';
import {
  asksNothing,
  readListQuery,
  writeListQuery,
  type ListDefaults,
  type ListQuery,
} from '../../shared/list/serverListState.ts';
import { UNIT_FILTERS } from '../../shared/unit/viewState.ts';
import { ROW_STATES, SORT_KEYS, type RowOrder, type SortKey } from './unitRows.ts';

/** Filters of the list as the address and saved views name them. */
const LIST_FILTERS = ['attention', ...UNIT_FILTERS.filter((name) => name !== 'search')] as const;
export type ListFilterName = (typeof LIST_FILTERS)[number];

/** The order that the list has by itself. */
export const OWN_SORT = 'name';

const DEFAULTS: ListDefaults = { sort: OWN_SORT, limit: PAGE.defaultLimit, filters: LIST_FILTERS };

/** What the address asks of the list. */
export const readUnitQuery = (address: URLSearchParams): ListQuery => readListQuery(address, DEFAULTS);
/** `opensView`: an address that asks nothing opens a kept view. */
export const writeUnitQuery = (
  address: URLSearchParams,
  change: Partial<ListQuery>,
  opensView = false,
): URLSearchParams => writeListQuery(address, { ...DEFAULTS, opensView }, change);
export const isUnitQuery = (address: URLSearchParams): boolean => !asksNothing(address, DEFAULTS);

const known = <Value extends string>(values: readonly Value[], text: string | undefined): Value | null =>
  values.find((value) => value === text) ?? null;

/** What needs a look of the units that are listed, as the server knows it; null where the address asks for all. */
export const attentionOf = ({ filters }: Pick<ListQuery, 'filters'>): AttentionKind | null =>
  known(ATTENTION_KINDS, filters.attention);

/** The order of the rows that a question asks for; what makes no sense is left out. */
export function orderOf({ search, sort, filters }: Pick<ListQuery, 'search' | 'sort' | 'filters'>): RowOrder {
  const key = known<SortKey>(SORT_KEYS, sort.replace(/^-/, ''));
  const states = (filters.state ?? '').split(',');
  return {
    search,
    states: new Set(ROW_STATES.filter((state) => states.includes(state))),
    status: known(UNIT_STATUSES, filters.status),
    kind: known(UNIT_KINDS, filters.kind),
    label: filters.label || null,
    owner: Number(filters.owner) || null,
    allocation: known(['own', 'allocated'], filters.allocation),
    among: null,
    sort: key ?? 'name',
    descending: key !== null && sort.startsWith('-'),
  };
}
