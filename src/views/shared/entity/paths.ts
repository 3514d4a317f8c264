import type { AnyEntity } from '../../../domain/entity/index.ts';
import { useScreenParameters } from '../address/screen.ts';
import { useScreenPath } from '../address/useScreenPath.ts';

/** Address of a screen of one. */
export const pathOf = (path: string, id: number | string): string => path.replace(':id', String(id));

/** Addresses of an entity's screens. */
export const entityPaths = ({ paths }: Pick<AnyEntity, 'paths'>) => ({
  list: paths.list,
  create: paths.create,
  view: (id: number | string) => pathOf(paths.view, id),
  edit: (id: number | string) => pathOf(paths.edit, id),
});

/** An address without what is behind its question mark. */
export const pathnameOf = (address: string): string => address.split('?', 1)[0];

/** An address as steps take it. */
export function stepTo(address: string): [path: string, query: Readonly<Record<string, string>>] {
  const path = pathnameOf(address);
  return [path, Object.fromEntries(new URLSearchParams(address.slice(path.length)))];
}

/** The one that the address names, in its path or, as `?rule_id=4`, behind it; null where it names none. */
export function useEntityId({ id: name }: Pick<AnyEntity, 'id'>): number | null {
  const { id } = useScreenParameters();
  const asked = Number(id ?? useScreenPath().query.get(name));
  return Number.isSafeInteger(asked) && asked > 0 ? asked : null;
}
