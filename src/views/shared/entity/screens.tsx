import type { ReactNode } from 'react';
import type { MenuPlace } from '../../../domain/access/index.ts';
import type { KnownEntity } from '../../../domain/entities/index.ts';
import { needsOf } from '../../../domain/entity/index.ts';
import { REFERENCE_DATA } from '../address/menuContext.ts';
import { shellScreen, type Screen, type ScreenCrumb, type ScreenLoader } from '../address/screen.ts';
import { pathnameOf } from './paths.ts';

/** Screens of an entity, each loaded when it is opened. */
export interface EntityLoaders {
  /** Adds one, and changes one. */
  readonly form: ScreenLoader;
  /** Left out: the list and the page as the definition says they look; null: its page is a screen of another kind. */
  readonly list?: ScreenLoader;
  readonly view?: ScreenLoader | null;
}

/** What screens need of an entity before they are opened. */
type EntitySite = Pick<KnownEntity, 'name' | 'names' | 'resource' | 'paths'>;

/** List, form and page of an entity with their permissions, crumbs and the entry of the menu. */
export function entityScreens(
  entity: EntitySite,
  {
    group,
    order,
    isAlone = group === entity.names,
  }: Pick<MenuPlace, 'group' | 'order'> & { readonly isAlone?: boolean },
  { form, list = loadList(entity), view = loadPage(entity) }: EntityLoaders,
): readonly Screen[] {
  const { name, names, resource, paths } = entity;
  const needs = needsOf(resource);
  const labelKey = `${names}.title`;
  const area: ScreenCrumb = { labelKey: `menu.${group}`, ...(group === 'referenceData' && { path: REFERENCE_DATA }) };
  // A list that is all of its group of the menu stands for it.
  const above: readonly ScreenCrumb[] = isAlone ? [] : [area];
  const below = { crumbs: [...above, { labelKey, path: paths.list }] };
  return [
    shellScreen(names, paths.list, needs.read, list, {
      titleKey: labelKey,
      crumbs: above,
      menu: { group, order, need: needs.menu, labelKey, icon: name },
    }),
    shellScreen(`${name}Create`, paths.create, needs.add, form, { titleKey: `${names}.create`, ...below }),
    shellScreen(`${name}Edit`, pathnameOf(paths.edit), needs.change, form, { titleKey: `${names}.edit`, ...below }),
    ...(view === null
      ? []
      : [shellScreen(`${name}View`, pathnameOf(paths.view), needs.read, view, { titleKey: `${names}.one`, ...below })]),
  ];
}

/** The definition, which is loaded with the first screen of it. */
async function definitionOf({ name }: EntitySite): Promise<KnownEntity> {
  const { ENTITIES } = await import('../../../domain/entities/index.ts');
  const entity = ENTITIES.find((each) => each.name === name);
  if (!entity) throw new Error(`Nothing is called ${name}.`);
  return entity;
}

const loadList =
  (site: EntitySite): ScreenLoader =>
  async () => {
    const [{ EntityList }, entity] = await Promise.all([import('./EntityList.tsx'), definitionOf(site)]);
    return { default: (): ReactNode => <EntityList entity={entity} /> };
  };

const loadPage =
  (site: EntitySite): ScreenLoader =>
  async () => {
    const [{ EntityPage }, entity] = await Promise.all([import('./EntityPage.tsx'), definitionOf(site)]);
    return { default: (): ReactNode => <EntityPage entity={entity} /> };
  };
