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
  type ListedOf,
  type Look,
  type OwnFiltersOf,
  type RowOf,
} from './entity.ts';
export type { Pascal } from './names.ts';
export { needsOf } from './needs.ts';
