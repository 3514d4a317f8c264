import type { CallError } from '../../../../src/api/contract/index.ts';
import type { AccountId, Fields, Result } from '../../../../src/domain/base/index.ts';
import type { AnyEntity, FormOf, JoinedOf, OwnFiltersOf, RowOf } from '../../../../src/domain/entity/index.ts';
import type { EntityCalled, EntityName } from '../../../../src/domain/entities/index.ts';
import type { CallContext } from '../../../call/types.ts';
import type { Transaction } from '../../../store/database.types.ts';

/** A refusal, or null where nothing speaks against it. */
type MaybeRefused = Result<never, CallError> | null;

/** What a change is looked at by, after the thing is locked and before it is written. */
interface Change<Form, Row> {
  /** Null: it is new. */
  readonly before: Row | null;
  readonly form: Form;
  readonly accountId: AccountId;
}

/**
 * What SQL knows of an entity beyond its definition. The table has the entity's name and a column for each field; in SQL it is `t`, its account `a`.
 */
interface EntityTable<Form, Row, Joined, Filters> {
  /** Joins behind the table, for one row and for a whole list; `accounts` is the place of those whose things are listed. */
  readonly join?: string | { readonly one: string; readonly list: (accounts: string) => string };
  /** Where each joined field is read. */
  readonly joined?: Readonly<Record<keyof Joined & string, string>>;
  /** Joined fields as the wire has them; left out: as the database gives them. */
  readonly read?: (row: Readonly<Record<keyof Joined & string, unknown>>) => Joined;
  /** Joined columns that the list's search looks into. */
  readonly searched?: readonly string[];
  /** Conditions of the entity's own filters; `value` is the place of the value in the statement. */
  readonly filters?: Readonly<Record<keyof Filters & string, (value: string) => string>>;
  /** Refuses what the schema and the unique index cannot. */
  readonly refuseChange?: (
    transaction: Transaction,
    change: Change<Form, Row>,
    context: CallContext,
  ) => Promise<MaybeRefused>;
  /** Refuses to delete what others need. */
  readonly refuseDeletion?: (transaction: Transaction, row: Row, context: CallContext) => Promise<MaybeRefused>;
}

/** The table of an entity. */
export type TableOf<E extends AnyEntity> = EntityTable<FormOf<E>, RowOf<E>, JoinedOf<E>, OwnFiltersOf<E>>;
/** Any entity's table, for code that serves them all. */
export type AnyTable = EntityTable<Fields, Fields, Fields, Fields>;

type Needed = {
  [Name in EntityName]: keyof (JoinedOf<EntityCalled<Name>> & OwnFiltersOf<EntityCalled<Name>>) extends never
    ? never
    : Name;
}[EntityName];

/** Tables by entity: of each that joins fields or has filters of its own; the others need none. */
export type EntityTables = { readonly [Name in Needed]: TableOf<EntityCalled<Name>> } & {
  readonly [Name in EntityName]?: TableOf<EntityCalled<Name>>;
};
