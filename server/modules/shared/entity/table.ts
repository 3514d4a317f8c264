import type { CallError } from '../../../../src/api/contract/index.ts';
import type { AccountId, Fields, Result } from '../../../../src/domain/base/index.ts';
import type { AnyEntity, FormOf, JoinedOf, OwnFiltersOf, RowOf } from '../../../../src/domain/entity/index.ts';
import type { EntityCalled, EntityName } from '../../../../src/domain/entities/index.ts';
import type { CallContext } from '../../../call/types.ts';
import type { Transaction } from '../../../store/database.types.ts';

/** A refusal, or null where nothing speaks against it. */
type MaybeRefused = Result<never, CallError> | null;

/** What a change is looked at by, after the thing is locked and before it is written. */
export interface Change<Form, Row> {
  /** Null: it is new. */
  readonly before: Row | null;
  /** All of it, as it will be. */
  readonly form: Form;
  readonly accountId: AccountId;
}

/**
 * What SQL knows of an entity beyond its definition. The table has the entity's name and a column for each field; in
 * SQL it is `t`, its account `a`.
 */
interface EntityTable<Form, Row, Joined, Filters, Columns extends string> {
  /**
   * Joins behind the table, for one row and for a whole list; `accounts` is the place of those whose things are listed.
   */
  readonly join?: string | { readonly one: string; readonly list: (accounts: string) => string };
  /** Where each joined field is read; one that `read` works out of others need not be here. */
  readonly joined?: { readonly [Field in keyof Joined & string]?: string };
  /** Fields of the form that are no columns of the table: where each is read. `afterWrite` writes them. */
  readonly elsewhere?: { readonly [Field in keyof Form & string]?: string };
  /**
   * Joined fields as the wire has them, and fields of the form that it shows otherwise; left out: as the database gives
   * them.
   */
  readonly read?: (
    row: Form & Readonly<Record<keyof Joined & string, unknown>> & { readonly account_id: AccountId },
  ) => Joined & Partial<Form>;
  /** What the list is sorted by where that is not what a column shows. */
  readonly sorts?: { readonly [Field in Columns]?: string };
  /** Joined columns that the list's search looks into. */
  readonly searched?: readonly string[];
  /** Conditions of the entity's own filters; `value` is the place of the value in the statement. */
  readonly filters?: Readonly<Record<keyof Filters & string, (value: string) => string>>;
  /** How many of it an account may have, and the key of what is said of one more. */
  readonly perAccount?: { readonly max: number; readonly refusal: string };
  /** Refuses what the schema and the unique index cannot. */
  readonly refuseChange?: (
    transaction: Transaction,
    change: Change<Form, Row>,
    context: CallContext,
  ) => Promise<MaybeRefused>;
  /** Columns that no form has, as they are to be written with the change. */
  readonly columns?: (change: Change<Form, Row>, context: CallContext) => Fields;
  /** What else is written, after the row and before it is read back. */
  readonly afterWrite?: (
    transaction: Transaction,
    id: number,
    change: Change<Form, Row>,
    context: CallContext,
  ) => Promise<void>;
  /** Refuses to delete what others need. */
  readonly refuseDeletion?: (transaction: Transaction, row: Row, context: CallContext) => Promise<MaybeRefused>;
  /** What else ends with it. */
  readonly afterDeletion?: (transaction: Transaction, id: number, row: Row, context: CallContext) => Promise<void>;
}

/** The table of an entity. */
export type TableOf<E extends AnyEntity> = EntityTable<
  FormOf<E>,
  RowOf<E>,
  JoinedOf<E>,
  OwnFiltersOf<E>,
  keyof RowOf<E> & string
>;
/** A change of such an entity, as its table looks at it. */
export type ChangeOf<E extends AnyEntity> = Change<FormOf<E>, RowOf<E>>;
/** Any entity's table, for code that serves them all. */
export type AnyTable = EntityTable<Fields, Fields, Fields, Fields, string>;

type Needed = {
  [Name in EntityName]: keyof (JoinedOf<EntityCalled<Name>> & OwnFiltersOf<EntityCalled<Name>>) extends never
    ? never
    : Name;
}[EntityName];

/** Tables by entity: of each that joins fields or has filters of its own; the others need none. */
export type EntityTables = { readonly [Name in Needed]: TableOf<EntityCalled<Name>> } & {
  readonly [Name in EntityName]?: TableOf<EntityCalled<Name>>;
};
