import { needList } from '../../domain/access/index.ts';
import { shellScreen, type Screen } from '../shared/address/screen.ts';
import { REFERENCE_DATA } from '../shared/address/menuContext.ts';

/** The hub of the areas that stand under "Reference data" in the menu: whoever may open one of these screens may open it. */
export function referenceDataScreen(screens: readonly Screen[]): Screen {
  const needs = screens
    .filter(({ menu }) => menu?.group === 'referenceData')
    .toSorted((one, other) => (one.menu?.order ?? 0) - (other.menu?.order ?? 0))
    .flatMap(({ need }) => (need === null ? [] : needList(need)));
  const each = new Map(needs.map((need) => [`${need.resource}:${need.action}`, need]));
  return shellScreen('referenceData', REFERENCE_DATA, [...each.values()], () => import('./ReferenceDataScreen.tsx'));
}
