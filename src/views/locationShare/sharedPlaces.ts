/** Where visitors are sent by the state of the share. The link goes along to where it may still open. */
export const SHARED_PATH = {
  active: (token: string) => `/share/location/${encodeURIComponent(token)}`,
  upcoming: '/location/upcoming',
  expired: '/location/expired',
  invalid: '/location/invalid',
} as const;

/** Name of the query's field that carries the link's token to the page of an upcoming share. */
export const LINK = 'link';
