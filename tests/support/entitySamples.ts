import { newCondition } from '../../src/domain/rule/index.ts';
import { ENTITIES, type EntityCalled, type EntityName } from '../../src/domain/entities/index.ts';
import type { FormOf } from '../../src/domain/entity/index.ts';

export interface EntitySample<Form> {
  /**
   * The least valid form. `number` is another one each time; a searched field holds `word`, at most 19 letters and
   * digits.
   */
  form(number: number, word: string): Partial<Form>;
  /** Other values of some fields. */
  readonly change: Partial<Form>;
  /** The columns of a form; left out: one of each of its fields. */
  row?(form: Form): object;
}

/** The columns of a sample, for the database. */
export function sampleRow(name: EntityName, number: number, word: string): Readonly<Record<string, unknown>> {
  const { form, row } = SAMPLES[name] as EntitySample<object>;
  const values = ENTITIES.find((entity) => entity.name === name)?.schema.cast(form(number, word)) ?? {};
  return { ...(row?.(values) ?? values) };
}

/** What tests make of each entity. */
export const SAMPLES: { readonly [Name in EntityName]: EntitySample<FormOf<EntityCalled<Name>>> } = {
  sim: {
    form: (number, word) => ({ sim_number: String(777_000_000_000 + number), sim_operator: word }),
    change: { note: 'Seen' },
  },
  operator: {
    form: (number, word) => ({ name: `${word} ${number}`, code: `K${number}` }),
    change: { mobile: '+99612345' },
  },
  geofence: {
    form: (number, word) => ({
      name: `${word} ${number}`,
      description: word,
      shape: { type: 'circle', center: [51.4, 35.7], radius: 500 },
    }),
    change: { description: 'Seen' },
  },
  route: {
    form: (number, word) => ({
      name: `${word} ${number}`,
      description: word,
      checkpoints: [
        { key: 1, name: 'Depot', latitude: 35.7, longitude: 51.4, radius: 100, geofence_id: null },
        { key: 2, name: 'Shop', latitude: 35.8, longitude: 51.5, radius: 100, geofence_id: null },
      ],
    }),
    change: { description: 'Seen' },
    // Schedules are a table of their own.
    row: (form) => Object.fromEntries(Object.entries(form).filter(([field]) => field !== 'schedules')),
  },
  service_reminder: {
    form: (number, word) => ({ name: `${word} ${number}`, note: word, every_days: 90 }),
    change: { note: 'Seen' },
  },
  role: {
    form: (number, word) => ({ name: `${word} ${number}`, permissions: { units: ['r'] } }),
    change: { labels: ['night'] },
  },
  label: { form: (number, word) => ({ kind: 'units', name: `${word} ${number}` }), change: { colour: 'teal' } },
  alert: {
    form: (number, word) => ({ name: `${word} ${number}`, description: word, rule_ids: [] }),
    change: { severity: 'critical' },
    row(form) {
      const { rule_ids: _, ...columns } = form;
      return columns;
    },
  },
  notification: {
    form: (number, word) => ({ name: `${word} ${number}`, description: word, all_units: true }),
    change: { description: 'Seen' },
    // Lists of numbers are tables of their own.
    row: (form) => Object.fromEntries(Object.entries(form).filter(([field]) => !field.endsWith('_ids'))),
  },
  webhook: {
    form: (number, word) => ({ name: `${word} ${number}`, url: `https://example.com/${word}` }),
    change: { description: 'Seen' },
  },
  report: {
    form: (number, word) => ({ name: `${word.slice(0, 8)} ${number}`, type: 'summary' }),
    change: { period: 'yesterday' },
  },
  repeater: {
    form: (number, word) => ({ name: `${word} ${number}`, host: `${word.toLowerCase()}.example.com` }),
    change: { description: 'Seen' },
    row: ({ unit_ids: _units, label_ids: _labels, ...form }) => form,
  },
  rule: {
    form: (number, word) => ({
      name: `${word} ${number}`,
      conditions: [{ ...newCondition('sensor'), sensor: word, maximum: 90 }],
      all_units: true,
    }),
    change: { hold: 60 },
    row(form) {
      const { unit_ids: _, ...columns } = form;
      return { ...columns, applied_at: new Date(0) };
    },
  },
};
