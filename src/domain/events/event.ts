declare const dataType: unique symbol;

/** One entry of the catalogue of events: what it is about, and by its type alone what its data holds. */
export interface EventType<Subject extends string, Data extends object> {
  readonly subject: Subject;
  readonly [dataType]?: Data;
}

/** Starts an entry: `about('role')<RoleDeleted>()`. */
export function about<Subject extends string>(subject: Subject) {
  return <Data extends object>(): EventType<Subject, Data> => ({ subject });
}

/** Changed fields, as they were and as they are. */
export interface Changes<Fields> {
  readonly before: Partial<Fields>;
  readonly after: Partial<Fields>;
}

/** Something new, with all its fields. */
export interface Created<Fields> {
  readonly name: string;
  readonly after: Fields;
}

/** Some of its fields changed. */
export interface Updated<Fields> extends Changes<Fields> {
  readonly name: string;
}

/** Something that was deleted, with all its fields. */
export interface Deleted<Fields> {
  readonly name: string;
  readonly before: Fields;
}

/** Its status changed. */
export interface StatusChanged<Status> {
  readonly name: string;
  readonly before: { readonly status: Status };
  readonly after: { readonly status: Status };
}
