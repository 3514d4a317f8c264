import type { ReactNode } from 'react';
import type { MenuPlace } from '../../../domain/access/index.ts';
import type { KnownEntity } from '../../../domain/entities/index.ts';
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

/** List, form and page of an entity with their permissions, crumbs and the entry of the menu. */
export function entityScreens(
  entity: KnownEntity,
  { group, order }: Pick<MenuPlace, 'group' | 'order'>,
  { form, list = loadList(entity), view = loadPage(entity) }: EntityLoaders,
): readonly Screen[] {
  const { name, names, needs, paths } = entity;
  const labelKey = `${names}.title`;
  const area: ScreenCrumb = { labelKey: `menu.${group}`, ...(group === 'referenceData' && { path: REFERENCE_DATA }) };
  const below = { crumbs: [area, { labelKey, path: paths.list }] };
  return [
    shellScreen(names, paths.list, needs.read, list, {
      titleKey: labelKey,
      crumbs: [area],
      menu: { group, order, need: needs.menu, labelKey, icon: name },
    }),
    shellScreen(`${name}Create`, paths.create, needs.add, form, { titleKey: `${names}.create`, ...below }),
    shellScreen(`${name}Edit`, pathnameOf(paths.edit), needs.change, form, { titleKey: `${names}.edit`, ...below }),
    ...(view === null
      ? []
      : [shellScreen(`${name}View`, pathnameOf(paths.view), needs.read, view, { titleKey: `${names}.one`, ...below })]),
  ];
}

const loadList =
  (entity: KnownEntity): ScreenLoader =>
  async () => {
    const { EntityList } = await import('./EntityList.tsx');
    return { default: (): ReactNode => <EntityList entity={entity} /> };
  };

const loadPage =
  (entity: KnownEntity): ScreenLoader =>
  async () => {
    const { EntityPage } = await import('./EntityPage.tsx');
    return { default: (): ReactNode => <EntityPage entity={entity} /> };
  };
