import { catalogue, type MethodName } from '../contract/index.ts';

/** What a call needs to know of its method. */
export interface Destination {
  readonly service: string;
  /** No session is needed, and none is renewed or ended by a refusal. */
  readonly isPublic: boolean;
  /** The page loader is not shown for it (specification, chapter 7: hidden for most). */
  readonly isQuiet: boolean;
}

/**
 * Service and openness of every method, from the catalogue. The build works this file out once and ships the
 * answer: no page carries the schemas of methods that it does not call.
 */
export const DESTINATIONS: Readonly<Record<string, Destination>> = Object.fromEntries(
  Object.entries(catalogue).map(([method, { service, access, quiet }]) => [
    method,
    { service, isPublic: access === 'public', isQuiet: quiet },
  ]),
);

/** Where the method's call goes. */
export function destinationOf(method: MethodName): Destination {
  return DESTINATIONS[method];
}
