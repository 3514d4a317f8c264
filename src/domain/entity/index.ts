export {
  defineEntity,
  eventKinds,
  isSorted,
  joined,
  type AnyEntity,
  type AnyRow,
  type FiltersOf,
  type FormOf,
  type JoinedOf,
  type Look,
  type OwnFiltersOf,
  type RowOf,
} from './entity.ts';
