import { number, object, string } from 'yup';
import { LENGTH, expectedField } from '../../domain/base/index.ts';
import type { EntityName } from '../../domain/entities/index.ts';
import {
  SAVED_VIEW_LISTS,
  savedViewSchema,
  updateSavedViewSchema,
  type SavedView,
} from '../../domain/savedView/index.ts';
import { methodOf } from './method.ts';

const view = methodOf('view-service');
const search = methodOf('search-service');
const viewId = object({ view_id: number().integer().positive().required('validation.required') });
const listField = string().oneOf(SAVED_VIEW_LISTS, 'validation.oneOf').required('validation.required');

/** What a search over everything finds; `path` opens it. */
export interface Found {
  readonly kind: 'unit' | 'device' | EntityName | 'account' | 'user' | 'invitation' | 'alarm' | 'share' | 'place';
  /** Empty for a place. */
  readonly id: number;
  readonly title: string;
  readonly detail: string;
  /** Of a place, and of a unit whose position is known. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}

export const savedViewMethods = {
  getSavedViews: view<{ views: SavedView[] }>()({
    summary: 'Looks of a list that the person kept, and those shared in the account.',
    access: 'session',
    forKeys: true,
    request: object({ list: listField }),
  }),
  createSavedView: view<SavedView>()({
    summary: 'Keeps the look of a list.',
    access: 'session',
    request: savedViewSchema,
    quiet: false,
  }),
  updateSavedView: view<SavedView>()({
    summary: "Changes a kept look of one's own: its name, who sees it, or what it shows.",
    access: 'session',
    request: updateSavedViewSchema.concat(viewId).shape({ expected: expectedField }),
    quiet: false,
  }),
  deleteSavedView: view<Record<string, never>>()({
    summary: "Forgets a kept look of one's own, or a shared one whose maker left the account.",
    access: 'session',
    request: viewId,
    quiet: false,
  }),
  setDefaultView: view<Record<string, never>>()({
    summary: "The kept look that a list opens with for the person: one's own or a shared one; null for none.",
    access: 'session',
    request: object({
      list: listField,
      view_id: number().integer().positive().nullable().defined('validation.required'),
    }),
    quiet: false,
  }),
  /** `addresses`: there is more to be found by `findAddresses`. */
  searchAll: search<{ found: Found[]; addresses: boolean }>()({
    summary:
      'Everything by name or number, as far as the caller may see it: units (by group, device model and account too), devices, all that derives from definitions, accounts, people, invitations and places.',
    access: 'session',
    forKeys: true,
    request: object({
      text: string()
        .required('validation.required')
        .min(LENGTH.searchText.min, 'validation.minLength')
        .max(LENGTH.searchText.max, 'validation.maxLength'),
    }),
  }),
};
