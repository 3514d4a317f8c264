import { boolean, number, object, string } from 'yup';
import { textLine } from '../../domain/base/index.ts';
import { SHARES_UNITS, SHARE_STATES, shareSchema, type Share, type SharedLocation } from '../../domain/share/index.ts';
import { methodOf, pageRequest, type Page } from './method.ts';

const share = methodOf('share-service');

/** share-service: links by which people without a login see where units are. */
export const shareMethods = {
  createShare: share<{ share_id: number; url: string }>()({
    summary:
      'Shares units for an interval, from now on or dated. The answer has the link, which is kept by nobody: only its hash is stored.',
    access: SHARES_UNITS,
    request: shareSchema,
    quiet: false,
  }),
  getShareList: share<Page<Share>>()({
    summary:
      'Shares of the account, a page at a time, the last made first: all, those of a state, or open ones, which are active or upcoming.',
    access: SHARES_UNITS,
    request: pageRequest.shape({
      filters: object({ state: string().oneOf(['', 'open', ...SHARE_STATES], 'validation.oneOf') }).default({}),
    }),
  }),
  revokeShare: share<Record<string, never>>()({
    summary: 'Ends a share now: its link leads nowhere from then on.',
    access: SHARES_UNITS,
    request: object({ share_id: number().integer().positive().required('validation.required') }),
    quiet: false,
  }),
  getSharedLocation: share<SharedLocation>()({
    summary:
      'What the link of a share shows now; without a login, limited by address. `opening` counts an opening, `trail` asks for trails and arrivals, `visit` is what the opening answered where openings are limited.',
    access: 'public',
    request: object({
      token: textLine().required('validation.required').max(200),
      opening: boolean().default(false),
      trail: boolean().default(false),
      visit: string().max(1_000, 'validation.maxLength').default(''),
    }),
  }),
};
