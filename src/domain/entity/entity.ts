import type { AnyObjectSchema, ObjectSchema, SchemaDescription, SchemaFieldDescription } from 'yup';
import type { Resource } from '../access/index.ts';
import type { AccountId, Branded } from '../base/index.ts';
import { camelOf, pascalOf, type Camel, type Pascal } from './names.ts';
import { needsOf } from './needs.ts';

/**
 * How a field looks in lists and on pages; `text` and `labels` are not sorted by. `code`: figures and latin letters,
 * left to right.
 */
export type Look = 'name' | 'code' | 'text' | 'number' | 'time' | 'day' | 'status' | 'labels';

const UNSORTED: readonly Look[] = ['text', 'labels'];

/** True where a list may be sorted by a column of this look. */
export const isSorted = (look: Look): boolean => !UNSORTED.includes(look);

declare const fieldsType: unique symbol;
/** Names fields by their type alone. */
export interface JoinedFields<Fields extends object> {
  readonly [fieldsType]?: Fields;
}
/** Fields that a row shows besides its own, joined from elsewhere: `joined: joined<{ device_name: string }>()`. */
export const joined = <Fields extends object>(): JoinedFields<Fields> => ({});

type NoFields = Record<never, never>;

/** A row on the wire: the fields of the form, whose they are, and what is joined from elsewhere. */
type Row<Name extends string, Form extends object, Joined extends object> = Readonly<
  Record<`${Name}_id`, Branded<number, `${Pascal<Name>}Id`>>
> & {
  readonly account_id: AccountId;
  readonly account_name: string;
  /** ISO 8601 UTC. */
  readonly created_at: string;
} & Readonly<Form> &
  Readonly<Joined>;

/** What a list may be narrowed by beside `account_id`, `status` and `label`: these values, or the id of something. */
export type OwnFilters = Readonly<Record<string, 'id' | readonly string[]>>;

type FilterValue<Values> = Values extends readonly (infer Value)[] ? Value | '' : number;

/** The request's `filters`. */
type ListFilters<Form extends object, Filters> = { account_id?: number } & (Form extends { status: unknown }
  ? { status?: string }
  : unknown) &
  (Form extends { labels: unknown } ? { label?: string } : unknown) & {
    -readonly [Filter in keyof Filters]?: FilterValue<Filters[Filter]>;
  };

/** Where its screens are; `:id` stands for the number of one. */
interface EntityPaths {
  readonly list: `/${string}`;
  readonly create: `/${string}`;
  readonly view: `/${string}:id${string}`;
  readonly edit: `/${string}:id${string}`;
}

/** What an entity says of itself; {@link defineEntity} derives the rest. Fields are in `schema` and nowhere else. */
export interface EntityDefinition<
  Name extends string,
  Names extends string,
  Form extends object,
  Joined extends object,
  Filters extends OwnFilters,
  StatusEvent extends 'StatusChanged' | 'Updated',
  Details extends string,
  Methods extends OwnNames,
> {
  /** One, in snake case: its table, its id (`<name>_id`), the subject of its events (`sim`). */
  readonly name: Name;
  /** Several, in snake case: `delete<Names>`, its texts in the catalogues, its saved views (`sims`). */
  readonly names: Names;
  /** In English, for the documentation of the API: one, several. */
  readonly called: readonly [one: string, several: string];
  readonly service: `${string}-service`;
  /** What permissions are about. */
  readonly resource: Resource;
  /**
   * The form with its bounds. A field `status` that is one of several, or `labels`, brings its methods, filters and
   * columns.
   */
  readonly schema: ObjectSchema<Form>;
  readonly joined?: JoinedFields<Joined>;
  /** The field that a thing is called by. */
  readonly title: keyof Form & string;
  /** Fields that are unique in their account, with the message for one that is taken. The table has the index. */
  readonly unique?: { readonly [Field in keyof Form & string]?: string };
  /** Fields that the list's search looks into. */
  readonly searched: readonly (keyof Form & string)[];
  /**
   * The search over everything: the fields it looks into, the one it shows beside the title, and the page it opens
   * (left out: the view).
   */
  readonly found: {
    readonly by: readonly (keyof Form & string)[];
    readonly detail?: keyof Form & string;
    readonly page?: `/${string}`;
  };
  readonly filters?: Filters;
  /** Columns of the list, and facts of the page, in their order; the first is the title. */
  readonly columns: { readonly [Field in keyof Row<Name, Form, NoInfer<Joined>> & string]?: Look };
  /** Columns that are hidden until somebody chooses them. */
  readonly hidden?: readonly (keyof Row<Name, Form, NoInfer<Joined>> & string)[];
  readonly paths: EntityPaths;
  /** Other subjects whose events change what its rows show. */
  readonly follows?: readonly string[];
  /** Fields that only the whole of one has: lists leave them out, as they are long. */
  readonly details?: readonly Details[];
  /** Methods that the specification calls otherwise. One called `delete<Name>` deletes one and not several. */
  readonly methods?: Methods;
  /** What the event of a new status is called after the name; left out: `StatusChanged`. */
  readonly statusEvent?: StatusEvent;
}

/** Names of the methods. */
interface EntityMethodNames<Name extends string, Names extends string> {
  readonly list: `get${Pascal<Name>}List`;
  readonly get: `get${Pascal<Name>}`;
  readonly create: `create${Pascal<Name>}`;
  readonly update: `update${Pascal<Name>}`;
  readonly updateStatus: `update${Pascal<Name>}Status`;
  readonly delete: `delete${Pascal<Names>}`;
}

/** Names of methods that are not made of the entity's name. */
export type OwnNames = { readonly [Act in keyof EntityMethodNames<string, string>]?: string };

/** All names: the entity's own, and those that its definition says. */
type MethodNames<Name extends string, Names extends string, Methods extends OwnNames> = {
  readonly [Act in keyof EntityMethodNames<Name, Names>]: Methods extends Readonly<
    Record<Act, infer Own extends string>
  >
    ? Own
    : EntityMethodNames<Name, Names>[Act];
};

/** Kinds of its events. Those of a change say before and after. */
interface EntityEvents<Name extends string, StatusEvent extends string> {
  readonly created: `${Camel<Name>}Created`;
  readonly updated: `${Camel<Name>}Updated`;
  readonly status: `${Camel<Name>}${StatusEvent}`;
  readonly deleted: `${Camel<Name>}Deleted`;
}

/** A definition with what follows from it. */
export type Entity<
  Name extends string,
  Names extends string,
  Form extends object,
  Joined extends object,
  Filters extends OwnFilters,
  StatusEvent extends 'StatusChanged' | 'Updated',
  Details extends string,
  Methods extends OwnNames,
> = Omit<EntityDefinition<Name, Names, Form, Joined, Filters, StatusEvent, Details, Methods>, 'methods'> & {
  readonly id: `${Name}_id`;
  readonly ids: `${Name}_ids`;
  readonly methods: MethodNames<Name, Names, Methods>;
  /** True where a deletion names one and answers nothing, false where it names several. */
  readonly deletesOne: boolean;
  readonly events: EntityEvents<Name, StatusEvent>;
  /** Names of the schema's fields. */
  readonly fields: readonly (keyof Form & string)[];
  /** What `status` may be; empty: it has none. */
  readonly statuses: readonly string[];
  readonly hasLabels: boolean;
  /** Fields that hold what somebody typed: words that need no translation. */
  readonly typed: ReadonlySet<string>;
  /** The permission for each thing that is done. */
  readonly needs: ReturnType<typeof needsOf>;
  readonly types?: {
    readonly listed: Omit<Row<Name, Form, Joined>, Details>;
    readonly details: Pick<Row<Name, Form, Joined>, Details & keyof Row<Name, Form, Joined>>;
    readonly form: Form;
    readonly joined: Joined;
    readonly filters: ListFilters<Form, Filters>;
    readonly ownFilters: Filters;
  };
};

/** Free text, or a list of such. */
function isTyped(field: SchemaFieldDescription): boolean {
  if (field.type === 'array' && 'innerType' in field) return [field.innerType ?? []].flat().every(isTyped);
  return field.type === 'string' && 'oneOf' in field && field.oneOf.length === 0;
}

/**
 * Makes an entity of its definition: contract, handlers, search, audit, lists, page and form all derive from it
 * (docs/howto/add-an-entity.md).
 */
export function defineEntity<
  const Name extends string,
  const Names extends string,
  Form extends object,
  Joined extends object = NoFields,
  const Filters extends OwnFilters = NoFields,
  const StatusEvent extends 'StatusChanged' | 'Updated' = 'StatusChanged',
  const Details extends keyof (Form & Joined) & string = never,
  const Methods extends OwnNames = NoFields,
>(
  definition: EntityDefinition<Name, Names, Form, Joined, Filters, StatusEvent, Details, Methods>,
): Entity<Name, Names, Form, Joined, Filters, StatusEvent, Details, Methods> {
  const { name, names, resource, schema } = definition;
  const one = pascalOf(name);
  const camel = camelOf(name);
  const described = schema.describe().fields;
  const { status } = described;
  const methods = {
    list: `get${one}List`,
    get: `get${one}`,
    create: `create${one}`,
    update: `update${one}`,
    updateStatus: `update${one}Status`,
    delete: `delete${pascalOf(names)}`,
    ...definition.methods,
  };
  return {
    ...definition,
    id: `${name}_id`,
    ids: `${name}_ids`,
    // By name these are what the definition says of them; spreading loses it.
    methods: methods as MethodNames<Name, Names, Methods>,
    deletesOne: methods.delete === `delete${one}`,
    events: {
      created: `${camel}Created`,
      updated: `${camel}Updated`,
      status: `${camel}${definition.statusEvent ?? ('StatusChanged' as StatusEvent)}`,
      deleted: `${camel}Deleted`,
    },
    fields: Object.keys(schema.fields) as (keyof Form & string)[],
    statuses: status === undefined ? [] : (status as SchemaDescription).oneOf.map(String),
    hasLabels: 'labels' in schema.fields,
    typed: new Set(Object.keys(described).filter((field) => isTyped(described[field]))),
    needs: needsOf(resource),
  };
}

/** Any entity, for code that serves them all. */
export interface AnyEntity {
  readonly name: string;
  readonly names: string;
  readonly called: readonly [one: string, several: string];
  readonly service: string;
  readonly resource: Resource;
  readonly schema: AnyObjectSchema;
  readonly title: string;
  readonly unique?: Readonly<Record<string, string | undefined>>;
  readonly searched: readonly string[];
  readonly found: { readonly by: readonly string[]; readonly detail?: string; readonly page?: `/${string}` };
  readonly filters?: OwnFilters;
  readonly columns: Readonly<Record<string, Look | undefined>>;
  readonly hidden?: readonly string[];
  readonly paths: EntityPaths;
  readonly follows?: readonly string[];
  readonly id: string;
  readonly ids: string;
  readonly details?: readonly string[];
  readonly methods: Readonly<Record<keyof EntityMethodNames<string, string>, string>>;
  readonly deletesOne: boolean;
  readonly events: Readonly<Record<keyof EntityEvents<string, string>, string>>;
  readonly fields: readonly string[];
  readonly statuses: readonly string[];
  readonly hasLabels: boolean;
  readonly typed: ReadonlySet<string>;
  readonly needs: ReturnType<typeof needsOf>;
  readonly types?: {
    readonly listed: AnyRow;
    readonly details: object;
    readonly form: object;
    readonly joined: object;
    readonly filters: object;
    readonly ownFilters: object;
  };
}

/** Kinds of the entity's events, each once. */
export const eventKinds = ({ events, statuses }: AnyEntity): readonly string[] => [
  ...new Set([events.created, events.updated, ...(statuses.length > 0 ? [events.status] : []), events.deleted]),
];

/** What every row has. */
export interface AnyRow {
  readonly account_id: AccountId;
  readonly account_name: string;
  readonly created_at: string;
}

type TypesOf<E extends AnyEntity> = NonNullable<E['types']>;
/** A row of the entity in a list: all but its details. */
export type ListedOf<E extends AnyEntity> = TypesOf<E>['listed'];
/** The whole of one as the wire shows it. */
export type RowOf<E extends AnyEntity> = TypesOf<E>['listed'] & TypesOf<E>['details'];
/** The values of its form. */
export type FormOf<E extends AnyEntity> = TypesOf<E>['form'];
export type JoinedOf<E extends AnyEntity> = TypesOf<E>['joined'];
/** The `filters` of its list. */
export type FiltersOf<E extends AnyEntity> = TypesOf<E>['filters'];
export type OwnFiltersOf<E extends AnyEntity> = TypesOf<E>['ownFilters'];
