import { array, number, object, string, type ObjectSchema } from 'yup';
import { needList, type Need, type Needs } from '../../domain/access/index.ts';
import { PAGE } from '../../domain/base/index.ts';

declare const types: unique symbol;

/**
 * What a call must hold: nothing (`public`), a signed-in user (`session`), or a user in an
 * account that grants the permission, or one of several: the method then says which of them counts for what.
 */
export type Access = 'public' | 'session' | Needs;

/** Permissions of which a call must hold one; empty where none is asked. */
export function needsOf(access: Access): readonly Need[] {
  return typeof access === 'string' ? [] : needList(access);
}

/** One entry of the catalogue. The type alone carries what a request and a reply are. */
export interface Method<Request extends object, Reply> {
  readonly service: string;
  readonly access: Access;
  /**
   * Opens the method, in the place of `access`, for devices that the caller's own units carry: a consumer without a
   * list of devices sets up the trackers of its units (specification, chapter 6). Which devices these are, the handler
   * checks.
   */
  readonly unitAccess?: Need;
  readonly request: ObjectSchema<Request>;
  /**
   * Of `session` methods: true where an API key may call it as well. Only for what reads, within the key's account, and
   * says nothing of the person's login, contacts or other accounts.
   */
  readonly forKeys: boolean;
  /** True: the person proves themselves again (proveIdentity) where they have not within the last five minutes. */
  readonly proof: boolean;
  /** True: it may read much of what is stored, so only so many run at once (AT_ONCE.heavyCalls). */
  readonly heavy: boolean;
  /** One sentence for the API's documentation. */
  readonly summary: string;
  /** True: no busy indicator while it runs (specification, chapter 7). */
  readonly quiet: boolean;
  readonly [types]?: { readonly request: Request; readonly reply: Reply };
}

interface Description<Request extends object> {
  access: Access;
  unitAccess?: Need;
  request: ObjectSchema<Request>;
  summary: string;
  forKeys?: boolean;
  proof?: boolean;
  heavy?: boolean;
  quiet?: boolean;
}

/** Starts a catalogue entry for a service: `method('auth-service')<Reply>()({...})`. */
export function methodOf(service: string) {
  return <Reply>() =>
    <Request extends object>(description: Description<Request>): Method<Request, Reply> => ({
      service,
      quiet: true,
      forKeys: false,
      proof: false,
      heavy: false,
      ...description,
    });
}

/**
 * Any method, by what it carries. Read by name, not inferred: to match schemas of all methods is more than the compiler
 * unfolds.
 */
interface AnyMethod {
  readonly [types]?: { readonly request: object; readonly reply: unknown };
}

export type RequestOf<M extends AnyMethod> = NonNullable<M[typeof types]>['request'];
export type ReplyOf<M extends AnyMethod> = NonNullable<M[typeof types]>['reply'];

/** A page of a list (contract, "HTTP"). */
export interface Page<Row> {
  rows: Row[];
  total: number;
}

/** What every list takes. `sort` is a column name, with `-` in front for descending. */
export const pageRequest = object({
  page: number().integer().min(1).default(1),
  limit: number().integer().min(1).max(PAGE.maximumLimit).default(PAGE.defaultLimit),
  sort: string().max(60).default(''),
  search: string().max(PAGE.maximumSearch).default(''),
});

/** A request without data. */
export const emptyRequest = object({});

/** A list of unit ids, bounded. */
export const unitIds = array(number().integer().positive().required()).max(100_000);
