import type { MenuPlace } from '../../../domain/access/index.ts';
import type { EntityName } from '../../../domain/entities/index.ts';
import type { AnyEntity } from '../../../domain/entity/index.ts';
import { shellScreen, type Screen, type ScreenCrumb, type ScreenLoader } from '../address/screen.ts';
import { entityPaths } from './paths.ts';

/** Screens of an entity, each loaded when it is opened. */
export interface EntityLoaders {
  readonly list: ScreenLoader;
  /** Adds one, and changes one. */
  readonly form: ScreenLoader;
  readonly view: ScreenLoader;
}

/** List, form and page of an entity with their permissions, crumbs and the entry of the menu. */
export function entityScreens(
  entity: AnyEntity & { readonly name: EntityName },
  { group, order }: Pick<MenuPlace, 'group' | 'order'>,
  { list, form, view }: EntityLoaders,
): readonly Screen[] {
  const { name, names, needs } = entity;
  const paths = entityPaths(entity);
  const labelKey = `${names}.title`;
  const area: ScreenCrumb = { labelKey: `menu.${group}` };
  const below = { crumbs: [area, { labelKey, path: paths.list }] };
  return [
    shellScreen(names, paths.list, needs.read, list, {
      titleKey: labelKey,
      crumbs: [area],
      menu: { group, order, need: needs.menu, labelKey, icon: name },
    }),
    shellScreen(`${name}Create`, paths.create, needs.add, form, { titleKey: `${names}.create`, ...below }),
    shellScreen(`${name}Edit`, paths.edit(':id'), needs.change, form, { titleKey: `${names}.edit`, ...below }),
    shellScreen(`${name}View`, paths.view(':id'), needs.read, view, { titleKey: `${names}.one`, ...below }),
  ];
}
