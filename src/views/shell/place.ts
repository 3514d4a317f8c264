import type { MenuSection } from '../../domain/access/index.ts';
import { isolated } from '../../i18n/index.ts';
import type { Crumb } from '../../ui/index.ts';
import type { Screen } from '../shared/address/screen.ts';
import type { ScreenName } from '../shared/address/screenName.ts';

/** A screen as the shell places it: what it shows, and which addresses one may open. */
export interface Shown {
  readonly screen: Screen;
  /** The thing that it shows; null where it shows none, or does not know it yet. */
  readonly thing: ScreenName | null;
  readonly canOpen: (path: string) => boolean;
}

/** True for the screen itself and for what lies below it in the address. */
export function isCurrent(path: string, screen: string): boolean {
  return path === screen || path.startsWith(`${screen}/`);
}

/** Steps to the screen, the thing it shows, and the screen itself where it is not that thing's own page. */
export function crumbsOf({ screen, thing, canOpen }: Shown, t: (key: string) => string): Crumb[] {
  const linked = (path: string | undefined): string | undefined =>
    path !== undefined && canOpen(path) ? path : undefined;
  const steps = screen.crumbs.map(({ labelKey, path }): Crumb => ({
    id: labelKey,
    label: t(labelKey),
    href: linked(path),
  }));
  const own: Crumb = { id: screen.id, label: t(screen.menu?.labelKey ?? screen.titleKey) };
  if (thing === null) return [...steps, own];
  if (thing.page === undefined) return [...steps, { ...own, label: thing.name }];
  return [...steps, { id: 'thing', label: thing.name, href: linked(thing.page) }, own];
}

/** The screen's part of the document title: it holds no markup, so marks keep the name's direction apart. */
export function titleOf({ screen, thing }: Shown, t: (key: string) => string): string {
  const title = t(screen.titleKey);
  if (thing === null) return title;
  return thing.page === undefined ? isolated(thing.name) : `${isolated(thing.name)} – ${title}`;
}

/**
 * The path by which the menu marks its entry: the address itself where an entry leads to it, otherwise the nearest step
 * of the breadcrumbs that has one (`/device/5` lies below `/devices`, though not in its address; `/report/5` not below
 * the entry `/report`), otherwise the address where an entry leads above it.
 */
export function areaOf(menu: readonly MenuSection<Screen>[], screen: Screen | null, path: string): string {
  const entries = menu.flatMap(({ screens }) => screens.map((entry) => entry.path));
  const steps = (screen?.crumbs ?? []).flatMap((crumb) => crumb.path ?? []).toReversed();
  if (entries.includes(path)) return path;
  return steps.find((step) => entries.some((entry) => isCurrent(step, entry))) ?? path;
}
