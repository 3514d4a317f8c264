export { SAVED_VIEW_LISTS, savedViewSchema, type SavedView, type SavedViewForm, type SavedViewList } from './savedView.ts';
