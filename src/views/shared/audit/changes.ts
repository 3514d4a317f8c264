import { ACTIONS, RESOURCES, beyond, type Need, type Permissions } from '../../../domain/access/index.ts';
import type { AuditEntry } from '../../../domain/audit/index.ts';

/** One field of an entry, before and after. Missing where the entry does not say. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
/** True for what stands for nothing. */
export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
/** Numbers of our own that mean nothing to a reader; the names stand beside them. */
const isOurs = (field: string): boolean => field.endsWith('_id') || field === 'account';

/**
 * What an entry changed, field by field; settings are taken apart. What began or ended as nothing and
 * stayed nothing is left out.
 */
export function changesOf({ data }: Pick<AuditEntry, 'data'>): FieldChange[] {
  const name = subjectName({ data });
  const before = isObject(data.before) ? data.before : {};
  const after = isObject(data.after) ? data.after : {};
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !isOurs(field))
    .flatMap((field) => {
      if (field === 'settings' && (isObject(before.settings) || isObject(after.settings))) {
        const [old, now] = [isObject(before.settings) ? before.settings : {}, isObject(after.settings) ? after.settings : {}];
        return [...new Set([...Object.keys(old), ...Object.keys(now)])].map((name) => ({ field: name, before: old[name], after: now[name] }));
      }
      return [{ field, before: before[field], after: after[field] }];
    })
    // What the line is about already stands in its heading.
    .filter((change) => change.before !== undefined || change.field !== 'name' || change.after !== name)
    .filter((change) => !same(change.before, change.after) && !(isEmpty(change.before) && isEmpty(change.after)));
}

/** True for a value that is permissions: known resources with known actions. */
export function isPermissions(value: unknown): value is Permissions {
  return isObject(value) && Object.keys(value).length > 0 && Object.entries(value).every(
    ([resource, actions]) => (RESOURCES as readonly string[]).includes(resource) && Array.isArray(actions) && actions.every((action) => (ACTIONS as readonly string[]).includes(action as string)),
  );
}

/** What was granted and what was taken. */
export function permissionChanges(before: unknown, after: unknown): { readonly added: readonly Need[]; readonly removed: readonly Need[] } {
  const old = isPermissions(before) ? before : {};
  const now = isPermissions(after) ? after : {};
  return { added: beyond(now, old), removed: beyond(old, now) };
}

/** What the entry is about, as people call it; empty where it does not say. */
export function subjectName({ data }: Pick<AuditEntry, 'data'>): string {
  for (const field of ['name', 'email', 'username', 'identifier', 'role_name']) if (typeof data[field] === 'string' && data[field] !== '') return data[field];
  return '';
}
