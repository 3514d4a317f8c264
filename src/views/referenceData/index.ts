import { shellScreen, type Screen } from '../shared/address/screen.ts';
import { REFERENCE_DATA } from '../shared/address/menuContext.ts';

/**
 * The hub of the areas under "Reference data": open to whoever has one of these in the menu, so that nobody finds it
 * empty.
 */
export function referenceDataScreen(screens: readonly Screen[]): Screen {
  const needs = screens
    .filter(({ menu }) => menu?.group === 'referenceData')
    .toSorted((one, other) => (one.menu?.order ?? 0) - (other.menu?.order ?? 0))
    .flatMap(({ menu }) => menu?.need ?? []);
  const each = new Map(needs.map((need) => [`${need.resource}:${need.action}`, need]));
  return shellScreen('referenceData', REFERENCE_DATA, [...each.values()], () => import('./ReferenceDataScreen.tsx'));
}
