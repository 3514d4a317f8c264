import type { UnitSummary } from '../../../domain/unit/index.ts';
import { searchWords } from '../../shared/unit/unitSearch.ts';

/** Units of one label that may be added together. */
export interface LabelledUnits {
  readonly label: string;
  readonly units: readonly UnitSummary[];
}

/**
 * Units that are not chosen yet and whose `texts`, of the same places, hold all words of the search; in their order.
 */
export function unitsFound(
  units: readonly UnitSummary[],
  texts: readonly string[],
  chosen: ReadonlySet<number>,
  search: string,
): UnitSummary[] {
  const words = searchWords(search);
  return units.filter((unit, place) => !chosen.has(unit.unit_id) && words.every((word) => texts[place].includes(word)));
}

/** The labels of units, each with those that have it, the most used first. */
export function unitsByLabel(units: readonly UnitSummary[]): LabelledUnits[] {
  const found = new Map<string, UnitSummary[]>();
  for (const unit of units) {
    for (const label of unit.labels) {
      const same = found.get(label);
      if (same) same.push(unit);
      else found.set(label, [unit]);
    }
  }
  return [...found]
    .map(([label, labelled]) => ({ label, units: labelled }))
    .sort((one, other) => other.units.length - one.units.length || one.label.localeCompare(other.label));
}
