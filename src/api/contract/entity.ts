import { array, number, object, string, type InferType, type ObjectSchema } from 'yup';
import { EQUIPMENT, changesOf, expectedField, type Fields } from '../../domain/base/index.ts';
import { ENTITIES, type KnownEntity, type Together } from '../../domain/entities/index.ts';
import type { AnyEntity, FiltersOf, FormOf, ListedOf, Pascal, RowOf } from '../../domain/entity/index.ts';
import type { BulkReply } from './device.ts';
import { methodOf, pageRequest, type Method, type Page } from './method.ts';

type Ids<E extends AnyEntity> = Record<E['ids'], number[]>;
type Id<E extends AnyEntity> = Record<E['id'], number>;
type Nothing = Record<string, never>;
type StatusOf<E extends AnyEntity> = FormOf<E> extends { status: infer Status } ? Status : never;

/** Methods of one entity, as the catalogue has them. A status is given only to what has one. */
type MethodsOf<E extends AnyEntity> = Record<
  E['methods']['list'],
  Method<InferType<typeof pageRequest> & { filters: FiltersOf<E> }, Page<ListedOf<E>>>
> &
  Record<E['methods']['get'], Method<Id<E>, RowOf<E>>> &
  Record<E['methods']['create'], Method<FormOf<E> & { account_id?: number }, RowOf<E>>> &
  Record<E['methods']['update'], Method<Partial<FormOf<E>> & Id<E> & { expected?: Fields }, RowOf<E>>> &
  ([StatusOf<E>] extends [never]
    ? unknown
    : Record<E['methods']['updateStatus'], Method<Ids<E> & { status: StatusOf<E> }, BulkReply>>) &
  Record<
    E['methods']['delete'],
    E['methods']['delete'] extends `delete${Pascal<E['name']>}` ? Method<Id<E>, Nothing> : Method<Ids<E>, BulkReply>
  >;

type Each<E extends AnyEntity> = E extends AnyEntity ? MethodsOf<E> : never;

const positive = number().integer().positive();
const ids = array(positive.required())
  .required('validation.required')
  .min(1, 'validation.required')
  .max(EQUIPMENT.perAct, 'validation.maxItems');

/** What a list may be narrowed by; an empty value asks for all. */
function filterFields({ filters = {}, statuses, hasLabels }: AnyEntity) {
  return object({
    account_id: positive,
    ...(statuses.length > 0 && { status: string().max(20) }),
    ...(hasLabels && { label: string().max(40) }),
    ...Object.fromEntries(
      Object.entries(filters).map(([name, values]) => [
        name,
        values === 'id' ? positive : string().oneOf(['', ...values]),
      ]),
    ),
  }).default({});
}

/** The methods of an entity, by their names. */
function methodsOf(entity: AnyEntity): Record<string, Method<object, unknown>> {
  const { schema, methods, needs, statuses } = entity;
  const [one, several] = entity.called;
  const method = methodOf(entity.service)<unknown>();
  const ofOne = object({ [entity.id]: positive.required('validation.required') });
  const ofSeveral = object({ [entity.ids]: ids });
  const ofDeleted: ObjectSchema<object> = entity.deletesOne ? ofOne : ofSeveral;
  const fields = schema as ObjectSchema<object>;
  return {
    [methods.list]: method({
      summary: `List of ${several} of the account and its permitted descendants, a page at a time.`,
      access: needs.read,
      request: pageRequest.shape({ filters: filterFields(entity) }),
    }),
    [methods.get]: method({ summary: `One ${one}.`, access: needs.read, request: ofOne }),
    [methods.create]: method({
      summary: `Adds one ${one} to the account, or to one below that \`account_id\` names.`,
      access: needs.add,
      request: fields.shape({ account_id: positive }),
      quiet: false,
    }),
    [methods.update]: method({
      summary: `Changes one ${one}: what is not named stays, and what is not as \`expected\` is refused.`,
      access: needs.change,
      request: changesOf(fields).concat(ofOne).shape({ expected: expectedField }),
      quiet: false,
    }),
    ...(statuses.length > 0 && {
      [methods.updateStatus]: method({
        summary: `Gives ${several} another status.`,
        access: needs.change,
        request: ofSeveral.shape({
          status: string().oneOf(statuses, 'validation.oneOf').required('validation.required'),
        }),
        quiet: false,
      }),
    }),
    [methods.delete]: method({
      summary: `Deletes ${entity.deletesOne ? `one ${one}` : several}.`,
      access: needs.remove,
      request: ofDeleted,
      quiet: false,
    }),
  };
}

/** The methods of every entity. Their names come of its name, their types of its definition. */
export const entityMethods = Object.fromEntries(
  ENTITIES.flatMap((entity) => Object.entries(methodsOf(entity))),
) as Together<Each<KnownEntity>>;

/** Names of an entity's methods that the catalogue has. */
export type EntityMethod<E extends AnyEntity> = keyof Together<Each<E>> & keyof typeof entityMethods;
