import { array, boolean, mixed, object, string, type InferType } from 'yup';
import { EQUIPMENT, LENGTH, changesOf, requiredText } from '../base/index.ts';
import { ENTITIES } from '../entities/index.ts';

/** Lists whose look a person may keep under a name. */
export const SAVED_VIEW_LISTS = [
  'units',
  'devices',
  'alarms',
  'shares',
  ...ENTITIES.map(({ names }) => names),
] as const;
export type SavedViewList = (typeof SAVED_VIEW_LISTS)[number];

/** What a person kept of a list: its columns, order and filters. */
export interface SavedView {
  readonly view_id: number;
  readonly list: SavedViewList;
  readonly name: string;
  /** Everybody of the account sees it; only who made it changes it. */
  readonly shared: boolean;
  readonly own: boolean;
  /**
   * The caller may delete it: one's own, or one whose maker left the account, for those who may remove people there.
   */
  readonly removable: boolean;
  /** The list opens with it for the caller; one of a list at most. */
  readonly is_default: boolean;
  /** Columns in their order. */
  readonly columns: readonly string[];
  readonly sort: string;
  readonly search: string;
  readonly filters: Readonly<Record<string, string>>;
}

const filterValues = mixed<Record<string, string>>()
  .default({})
  .test({
    name: 'filters',
    message: 'validation.invalid',
    test: (value) =>
      // One that is not there is another rule's business: it takes the default, or stays as it is.
      value === undefined ||
      (typeof value === 'object' &&
        value !== null &&
        !Array.isArray(value) &&
        Object.keys(value).length <= EQUIPMENT.columns &&
        Object.entries(value).every(
          ([name, kept]) => name.length <= 60 && typeof kept === 'string' && kept.length <= 100,
        )),
  });

export const savedViewSchema = object({
  list: string().oneOf(SAVED_VIEW_LISTS, 'validation.oneOf').required('validation.required'),
  name: requiredText(LENGTH.viewName),
  shared: boolean().default(false),
  columns: array(string().max(60).required()).max(EQUIPMENT.columns, 'validation.maxItems').default([]),
  sort: string().max(60).default(''),
  search: string().max(100).default(''),
  filters: filterValues,
});
export type SavedViewForm = InferType<typeof savedViewSchema>;

/** A change: what is not there stays as it is; a view stays one of its list. */
export const updateSavedViewSchema = changesOf(savedViewSchema.omit(['list']));
export type SavedViewChange = InferType<typeof updateSavedViewSchema>;
