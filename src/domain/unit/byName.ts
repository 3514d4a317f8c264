/** What an order by name reads. */
export interface NamedUnit {
  readonly unit_id: number;
  readonly name: string;
}

/** How people count names in a language: "Van 9" is before "Van 10", and "van" beside "Van". `und` = in no language. */
export function nameCollator(language: string): Intl.Collator {
  return new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
}

/** Compares units by their names; those of one name by their ids, so that an order never wavers. */
export function unitsByName({ compare }: Intl.Collator) {
  return (one: NamedUnit, other: NamedUnit): number => compare(one.name, other.name) || one.unit_id - other.unit_id;
}
