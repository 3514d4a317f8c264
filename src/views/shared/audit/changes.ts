import { ACTIONS, RESOURCES, beyond, type Need, type Permissions } from '../../../domain/access/index.ts';
import type { AuditEntry } from '../../../domain/audit/index.ts';
import { DEFAULT_FILTERS, DEFAULT_FUEL, DEFAULT_TRIP_DETECTOR } from '../../../domain/detection/index.ts';

/** One field of an entry, before and after. Missing where the entry does not say. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** True for what stands for nothing. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
/** Numbers of our own that mean nothing to a reader; the names stand beside them. */
const isOurs = (field: string): boolean => field.endsWith('_id') || field === 'account';

/** Of lists of such numbers it is said how many there are. */
const counted = (field: string, value: unknown): unknown =>
  field.endsWith('_ids') && Array.isArray(value) ? value.length : value;

/** Settings of devices; null stands for the usual ones. */
const DETECTION: Readonly<Record<string, object>> = {
  trip_detector: DEFAULT_TRIP_DETECTOR,
  fuel: DEFAULT_FUEL,
  filters: DEFAULT_FILTERS,
};

/** Values of an object that has others in it, by their path from the top such as `fuel.theft.enable`. */
function leavesOf(value: unknown, path: string): [string, unknown][] {
  return isObject(value)
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, `${path}.${name}`))
    : [[path, value]];
}

/** Settings of one kind, value by value; what stays as it is falls out later. */
function settingChanges(part: string, before: unknown, after: unknown): FieldChange[] {
  const [old, now] = [before, after].map((settings) => new Map(leavesOf(settings ?? DETECTION[part], part)));
  return [...new Set([...old.keys(), ...now.keys()])].map((field) => ({
    field,
    before: old.get(field),
    after: now.get(field),
  }));
}

/**
 * What an entry changed, field by field; settings are taken apart. What began or ended as nothing and
 * stayed nothing is left out.
 */
export function changesOf({ data }: Pick<AuditEntry, 'data'>): FieldChange[] {
  const name = subjectName({ data });
  const before = isObject(data.before) ? data.before : {};
  const after = isObject(data.after) ? data.after : {};
  return (
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((field) => !isOurs(field))
      .flatMap((field) => {
        if (field === 'settings' && (isObject(before.settings) || isObject(after.settings))) {
          const [old, now] = [
            isObject(before.settings) ? before.settings : {},
            isObject(after.settings) ? after.settings : {},
          ];
          return [...new Set([...Object.keys(old), ...Object.keys(now)])].map((name) => ({
            field: name,
            before: old[name],
            after: now[name],
          }));
        }
        if (field in DETECTION) return settingChanges(field, before[field], after[field]);
        return [{ field, before: counted(field, before[field]), after: counted(field, after[field]) }];
      })
      // The line's subject is already in its heading.
      .filter((change) => change.before !== undefined || change.field !== 'name' || change.after !== name)
      .filter((change) => !same(change.before, change.after) && !(isEmpty(change.before) && isEmpty(change.after)))
  );
}

/** True for a value that is permissions: known resources with known actions. */
export function isPermissions(value: unknown): value is Permissions {
  return (
    isObject(value) &&
    Object.keys(value).length > 0 &&
    Object.entries(value).every(
      ([resource, actions]) =>
        (RESOURCES as readonly string[]).includes(resource) &&
        Array.isArray(actions) &&
        actions.every((action) => (ACTIONS as readonly string[]).includes(action as string)),
    )
  );
}

/** What was granted and what was taken. */
export function permissionChanges(
  before: unknown,
  after: unknown,
): { readonly added: readonly Need[]; readonly removed: readonly Need[] } {
  const old = isPermissions(before) ? before : {};
  const now = isPermissions(after) ? after : {};
  return { added: beyond(now, old), removed: beyond(old, now) };
}

/** A sensor's table in one line: pairs as `0 → 0`, ranges as `… – 11000: low`; null for what is none. */
export function tableText(value: unknown): string | null {
  if (!isObject(value)) return null;
  const rows = [value.points, value.rows].filter(Array.isArray).flat().filter(isObject);
  const end = (edge: unknown): string => (edge === null || edge === undefined ? '…' : String(edge));
  return rows
    .map(({ x, y, from, to, value: means }) =>
      x === undefined ? `${end(from)} – ${end(to)}: ${String(means)}` : `${String(x)} → ${String(y)}`,
    )
    .join('; ');
}

/** What the entry is about, as people call it; empty where it does not say. */
export function subjectName({ data }: Pick<AuditEntry, 'data'>): string {
  for (const field of ['name', 'email', 'username', 'identifier', 'role_name'])
    if (typeof data[field] === 'string' && data[field] !== '') return data[field];
  return '';
}

/** What a rule found at a unit. */
export interface FoundByRule {
  readonly rule: string;
  /** Null: the rule has no figure. */
  readonly value: number | null;
}

/** What rule an entry about an occurrence reports, and the value; null for others. */
export function foundByRule({ data: { rule, value } }: Pick<AuditEntry, 'data'>): FoundByRule | null {
  return typeof rule === 'string' && (typeof value === 'number' || value === null) ? { rule, value } : null;
}
