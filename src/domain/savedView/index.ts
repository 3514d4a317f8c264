export {
  SAVED_VIEW_LISTS,
  savedViewSchema,
  updateSavedViewSchema,
  type SavedView,
  type SavedViewChange,
  type SavedViewForm,
  type SavedViewList,
} from './savedView.ts';
