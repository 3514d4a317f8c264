import { createContext, useContext, type ComponentType } from 'react';
import type { EntityName } from '../../../domain/entities/index.ts';
import type { MenuPlace, MenuScreen, Needs } from '../../../domain/access/index.ts';

/** Who may open a screen: anyone, any signed-in user, or who holds the permission, or one of several. */
export type ScreenAccess = 'public' | 'session' | Needs;

/** `full` is on its own; `shell` has menu, navbar and breadcrumbs around it. */
type ScreenLayout = 'full' | 'shell';

/** Pictures of menu entries by name, so that the registry loads no drawing code. */
export type ScreenIcon =
  | 'list'
  | 'map'
  | 'history'
  | 'users'
  | 'dealers'
  | 'consumers'
  | 'accounts'
  | 'audit'
  | 'invitations'
  | 'dashboard'
  | 'devices'
  | EntityName
  | 'events'
  | 'select'
  | 'share'
  | 'unknown';

export interface ScreenMenu extends MenuPlace {
  readonly labelKey: string;
  readonly icon: ScreenIcon;
}

/** A step of the breadcrumbs above the screen itself. */
export interface ScreenCrumb {
  readonly labelKey: string;
  readonly path?: string;
}

export type ScreenLoader = () => Promise<{ default: ComponentType }>;

/** One screen of the product. A path may name parameters: `/role/:id/edit`. */
export interface Screen extends MenuScreen {
  readonly id: string;
  readonly titleKey: string;
  readonly access: ScreenAccess;
  readonly layout: ScreenLayout;
  /** Open to everybody, but about whoever is signed in: signing in leads back to it. */
  readonly isPersonal: boolean;
  /** Takes the whole content area without padding or scrolling, as a map does. */
  readonly fills: boolean;
  readonly menu: ScreenMenu | null;
  readonly crumbs: readonly ScreenCrumb[];
  readonly load: ScreenLoader;
}

/** A page of its own, without menu and navbar. */
export function lazyPage(
  id: string,
  path: string,
  access: ScreenAccess,
  load: ScreenLoader,
  more: Partial<Pick<Screen, 'isPersonal'>> = {},
): Screen {
  return {
    id,
    path,
    access,
    load,
    titleKey: `screens.${id}`,
    need: needOf(access),
    layout: 'full',
    isPersonal: false,
    fills: false,
    menu: null,
    crumbs: [],
    ...more,
  };
}

/** A page inside the shell; `more` says what differs from a scrolling page without an entry of the menu. */
export function shellScreen(
  id: string,
  path: string,
  access: Exclude<ScreenAccess, 'public'>,
  load: ScreenLoader,
  more: Partial<Pick<Screen, 'fills' | 'menu' | 'crumbs' | 'titleKey'>> = {},
): Screen {
  return {
    id,
    path,
    access,
    load,
    titleKey: `screens.${id}`,
    need: needOf(access),
    layout: 'shell',
    isPersonal: false,
    fills: false,
    menu: null,
    crumbs: [],
    ...more,
  };
}

function needOf(access: ScreenAccess): Needs | null {
  return typeof access === 'string' ? null : access;
}

/** Values of a path's parameters, by name. */
export type ScreenParameters = Readonly<Record<string, string | undefined>>;

/** Parameters of the screen that is shown. */
export const ScreenParametersContext = createContext<ScreenParameters>({});

/** Parameters of this screen's path, for example `{ id: '12' }`. */
export function useScreenParameters(): ScreenParameters {
  return useContext(ScreenParametersContext);
}
