import type { CallError, EntityMethod } from '../../../../src/api/contract/index.ts';
import { success, type Fields, type Result } from '../../../../src/domain/base/index.ts';
import { ENTITIES, type KnownEntity } from '../../../../src/domain/entities/index.ts';
import type { AnyEntity } from '../../../../src/domain/entity/index.ts';
import type { Problems } from '../../../call/problems.ts';
import type { CallContext, Handlers } from '../../../call/types.ts';
import type { Database, Transaction } from '../../../store/database.types.ts';
import { atomically } from '../changes/atomic.ts';
import { unknownSortColumn, conflictAt, notFound } from '../changes/refusals.ts';
import { violatedConstraint } from '../lists/sql.ts';
import { create, remove, removeOne, update, updateStatus, type EntityWriter } from './changes.ts';
import { findRow, listRows, scopeOf, sourceOf, type ListRequest, type Source } from './rows.ts';
import type { EntityTables } from './table.ts';

export interface EntityServices {
  readonly database: Database;
  readonly problems: Problems;
}

type AnyHandler = (data: Fields, context: CallContext) => Promise<Result<unknown, CallError>>;

/** Handlers for every entity of the list, by the methods that the contract derives from the same definitions. */
export function createEntityHandlers(
  services: EntityServices,
  tables: EntityTables,
): Pick<Handlers, EntityMethod<KnownEntity>> {
  const handlers = ENTITIES.map((entity) => handlersOf(sourceOf(entity, tables[entity.name]), services));
  // By name and type these are what the contract derived; the compiler cannot follow that through the loop.
  return Object.assign({}, ...handlers) as Pick<Handlers, EntityMethod<KnownEntity>>;
}

function handlersOf(source: Source, { database, problems }: EntityServices): Record<string, AnyHandler> {
  const { entity } = source;
  const { methods } = entity;
  const writer: EntityWriter = { ...source, problems };
  const idsOf = (data: Fields) => data[entity.ids] as readonly number[];
  const writing =
    <Reply>(
      work: (transaction: Transaction, data: Fields, context: CallContext) => Promise<Result<Reply, CallError>>,
    ): AnyHandler =>
    async (data, context) => {
      try {
        return await atomically(database, (transaction) => work(transaction, data, context));
      } catch (error) {
        const taken = takenField(entity, error);
        if (taken === null) throw error;
        return conflictAt(...taken, context, problems);
      }
    };
  return {
    async [methods.list](data, context) {
      const page = await listRows(database, writer, data as Fields & ListRequest, scopeOf(entity, context));
      return page ? success(page) : unknownSortColumn(context, problems);
    },
    async [methods.get](data, context) {
      const row = await findRow(database, writer, data[entity.id] as number, scopeOf(entity, context));
      return row ? success(row) : notFound(context, problems);
    },
    [methods.create]: writing((transaction, data, context) => create(transaction, data, context, writer)),
    [methods.update]: writing((transaction, data, context) => update(transaction, data, context, writer)),
    ...(entity.statuses.length > 0 && {
      [methods.updateStatus]: writing((transaction, data, context) =>
        updateStatus(transaction, idsOf(data), data.status as string, context, writer),
      ),
    }),
    [methods.delete]: entity.deletesOne
      ? writing((transaction, data, context) => removeOne(transaction, data[entity.id] as number, context, writer))
      : writing((transaction, data, context) => remove(transaction, idsOf(data), context, writer)),
  };
}

/** The field whose value another thing of the account has, with its message; null for any other error. */
function takenField({ unique = {} }: AnyEntity, error: unknown): [field: string, message: string] | null {
  const constraint = violatedConstraint(error);
  if (constraint === null) return null;
  const taken = Object.entries(unique).find(([field]) => constraint.includes(`_${field}_`));
  return taken?.[1] === undefined ? null : [taken[0], taken[1]];
}
