import type { ComponentType } from 'react';
import type { MenuPlace, MenuScreen, Need } from '../../domain/access/index.ts';

/** Who may open a screen: anyone, any signed-in user, or who holds the permission. */
export type ScreenAccess = 'public' | 'session' | Need;

/** `full` stands alone; `shell` has menu, navbar and breadcrumbs around it. */
export type ScreenLayout = 'full' | 'shell';

/** Pictures of menu entries by name, so that the registry loads no drawing code. */
export type ScreenIcon = 'list' | 'map' | 'history';

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

/** One screen of the product. */
export interface Screen extends MenuScreen {
  readonly id: string;
  readonly titleKey: string;
  readonly access: ScreenAccess;
  readonly layout: ScreenLayout;
  /** Takes the whole content area without padding or scrolling, as a map does. */
  readonly fills: boolean;
  readonly menu: ScreenMenu | null;
  readonly crumbs: readonly ScreenCrumb[];
  readonly load: ScreenLoader;
}
