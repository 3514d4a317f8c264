import { createContext, useContext } from 'react';
import type { MenuGroupName, MenuSection } from '../../../domain/access/index.ts';
import type { Screen } from './screen.ts';

/** The hub of the areas under "Reference data" (specification, chapter 2). */
export const REFERENCE_DATA = '/reference-data';

/** The menu of whoever is signed in; the shell provides it. */
export const MenuContext = createContext<readonly MenuSection<Screen>[]>([]);

/** The entries of a group of the menu, as far as one may open them. */
export function useMenuGroup(name: MenuGroupName): readonly Screen[] {
  return useContext(MenuContext).find(({ group }) => group === name)?.screens ?? [];
}
