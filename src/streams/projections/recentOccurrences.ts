import type { LiveEvent } from '../../api/contract/index.ts';
import { createProjection, type Projection } from './projection.ts';

/** Newest occurrences kept for the timeline and the activity list. */
const KEPT = 500;

/** The newest rule occurrences, newest first; older ones are read from the server by interval. */
export function createRecentOccurrences(kept = KEPT): Projection<readonly LiveEvent[]> {
  return createProjection<readonly LiveEvent[]>([], (draft, event) => {
    if (event.subject_type !== 'occurrence') return;
    draft.unshift(event);
    if (draft.length > kept) draft.length = kept;
  });
}
