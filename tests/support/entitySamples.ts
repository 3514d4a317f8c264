import type { EntityCalled, EntityName } from '../../src/domain/entities/index.ts';
import type { FormOf } from '../../src/domain/entity/index.ts';

export interface EntitySample<Form> {
  /** The least valid form. `number` is another one each time; a searched field holds `word`, at most 19 letters and digits. */
  form(number: number, word: string): Partial<Form>;
  /** Other values of some fields. */
  readonly change: Partial<Form>;
}

/** What tests make of each entity. */
export const SAMPLES: { readonly [Name in EntityName]: EntitySample<FormOf<EntityCalled<Name>>> } = {
  sim: {
    form: (number, word) => ({ sim_number: String(777_000_000_000 + number), sim_operator: word }),
    change: { note: 'Seen' },
  },
};
