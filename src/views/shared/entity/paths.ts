import type { AnyEntity } from '../../../domain/entity/index.ts';

/** Addresses of an entity's screens. */
export const entityPaths = ({ path }: Pick<AnyEntity, 'path'>) => ({
  list: path,
  create: `${path}/create`,
  view: (id: number | string) => `${path}/${id}/view`,
  edit: (id: number | string) => `${path}/${id}/edit`,
});
