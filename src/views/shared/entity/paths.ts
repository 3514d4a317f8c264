import type { AnyEntity } from '../../../domain/entity/index.ts';

/** Address of a screen of one. */
export const pathOf = (path: string, id: number | string): string => path.replace(':id', String(id));

/** Addresses of an entity's screens. */
export const entityPaths = ({ paths }: Pick<AnyEntity, 'paths'>) => ({
  list: paths.list,
  create: paths.create,
  view: (id: number | string) => pathOf(paths.view, id),
  edit: (id: number | string) => pathOf(paths.edit, id),
});
