/** Where visitors are sent by the state of the share. The link goes along to where it may still open. */
export const SHARED_PATH = {
  active: (token: string) => `/share/location/${encodeURIComponent(token)}`,
  upcoming: '/location/upcoming',
  expired: '/location/expired',
  invalid: '/location/invalid',
} as const;

/** The page for a state in which nothing is shown. One that had been shared keeps its link, for its account's logo. */
export function endPath(
  state: 'expired' | 'invalid' | 'usedUp',
  token: string,
): readonly [path: string, query?: Record<string, string>] {
  if (state === 'invalid') return [SHARED_PATH.invalid];
  return [SHARED_PATH.expired, { ...(state === 'usedUp' && { [WHY]: state }), [LINK]: token }];
}

/** Name of the query's field that says why a link ended before its time. */
export const WHY = 'why';

/** Name of the query's field that carries the link's token to the page of an upcoming or ended share. */
export const LINK = 'link';
