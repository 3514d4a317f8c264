import type { CallData, MethodName } from '../../../api/contract/index.ts';
import type { AnyEntity, FormOf, RowOf } from '../../../domain/entity/index.ts';
import type { Fields } from '../../../domain/base/index.ts';
import type { EventSubject } from '../../../domain/events/index.ts';
import { useAnswer, useFreshAnswer, type Answer } from '../services/calls.ts';
import type { Problem } from '../services/fleet.ts';
import { useAct } from '../services/useAct.ts';
import type { BulkMethod } from '../list/useBulkAct.ts';

// The contract derives each method from the entity; the compiler knows that of each one, not of all of them at once.
// Type assertions that it needs are in this file and nowhere else.

/** A method of the entity, as calls take it. */
const methodOf = (entity: AnyEntity, act: keyof AnyEntity['methods']): MethodName => entity.methods[act] as MethodName;
/** One that acts on several. */
export const bulkMethodOf = (entity: AnyEntity, act: 'updateStatus' | 'delete'): BulkMethod =>
  entity.methods[act] as BulkMethod;
/** What such a method takes. */
export const bulkDataOf = (entity: AnyEntity, rows: readonly object[], more: object = {}): CallData<BulkMethod> =>
  ({ [entity.ids]: rows.map((row) => idOf(entity, row)), ...more }) as CallData<BulkMethod>;

/** Whose events change what is shown of the entity. */
export const subjectsOf = ({ name, follows = [] }: AnyEntity): readonly EventSubject[] =>
  [name, ...follows] as readonly EventSubject[];

/** The value of a field, whichever. */
export const valueOf = (row: object, field: string): unknown => Reflect.get(row, field);
/** The id of a row. */
export const idOf = ({ id }: AnyEntity, row: object): number => Number(valueOf(row, id));
/** What a row is called. */
export const nameOf = ({ title }: AnyEntity, row: object): string => String(valueOf(row, title));

/**
 * One of the entity (`null`: none is asked for), read again when it, or what it shows of others, changed. A form begins
 * with what the server has now.
 */
export function useEntityRow<E extends AnyEntity>(entity: E, id: number | null, isForm: boolean): Answer<RowOf<E>> {
  const useReading = isForm ? useFreshAnswer : useAnswer;
  const data = id === null ? null : ({ [entity.id]: id } as CallData<MethodName>);
  return useReading(methodOf(entity, 'get'), data, subjectsOf(entity)) as Answer<RowOf<E>>;
}

export interface EntitySaving<E extends AnyEntity> {
  readonly busy: boolean;
  readonly problem: Problem | null;
  create(values: FormOf<E>): Promise<RowOf<E> | null>;
  update(id: number, changes: Fields): Promise<RowOf<E> | null>;
}

/** Creates and changes; null: it was refused. */
export function useEntitySaving<E extends AnyEntity>(entity: E): EntitySaving<E> {
  const act = useAct();
  const run = async (method: MethodName, data: object): Promise<RowOf<E> | null> =>
    (await act.run(method, data as CallData<MethodName>)) as RowOf<E> | null;
  return {
    busy: act.busy,
    problem: act.problem,
    create: (values) => run(methodOf(entity, 'create'), values),
    update: (id, changes) => run(methodOf(entity, 'update'), { ...changes, [entity.id]: id }),
  };
}
