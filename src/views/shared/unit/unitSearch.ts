import type { UnitSummary } from '../../../domain/unit/index.ts';

/** What of a unit a search looks through. */
export function unitSearchText(unit: UnitSummary): string {
  return `${unit.name}\n${unit.identifiers.join('\n')}\n${unit.device_model}\n${unit.account_name}\n${unit.labels.join('\n')}\n${unit.drivers.map(({ operator_name: name }) => name).join('\n')}`.toLocaleLowerCase();
}

/** The words of a search, all of which must occur. */
export const searchWords = (search: string): string[] => search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
