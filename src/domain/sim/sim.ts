import { object, string, type InferType } from 'yup';
import { LENGTH, labelsField, optionalDay, optionalText, requiredText, textLine } from '../base/index.ts';
import { defineEntity, joined, type RowOf } from '../entity/index.ts';
import { SIM_SITE } from './registry.ts';

export const simSchema = object({
  /** Subscriber number. */
  sim_number: requiredText(LENGTH.simNumber).matches(/^\+?\d*$/, 'validation.simNumber'),
  sim_operator: requiredText(LENGTH.simOperator),
  /** Number printed on the card, 19 or 20 digits; empty when not given. */
  iccid: textLine()
    .default('')
    .matches(/^$|^\d{18,20}$/, 'validation.iccid'),
  apn: optionalText(LENGTH.label),
  /** Until when the contract or the prepaid card lasts. */
  expires_on: optionalDay(),
  status: string().oneOf(['active', 'inactive', 'blocked'], 'validation.oneOf').default('active'),
  labels: labelsField,
  note: optionalText(LENGTH.note),
});
export type SimForm = InferType<typeof simSchema>;

/** Where a card is: in the device of its account that names its number. */
interface SimPlace {
  device_id: number | null;
  device_name: string;
  /** Which slot of the device; null while it is in none. */
  slot: 1 | 2 | null;
}

/** SIM cards and the devices that they sit in. */
export const sims = defineEntity({
  ...SIM_SITE,
  called: ['SIM card', 'SIM cards'],
  service: 'sim-service',
  schema: simSchema,
  joined: joined<SimPlace>(),
  title: 'sim_number',
  unique: { sim_number: 'server.simNumberTaken' },
  searched: ['sim_number', 'sim_operator', 'iccid', 'note'],
  found: { by: ['sim_number', 'iccid'], detail: 'sim_operator', page: '/sim-info/:id' },
  filters: { use: ['free', 'used'] },
  columns: {
    sim_number: 'code',
    sim_operator: 'name',
    status: 'status',
    device_name: 'name',
    iccid: 'code',
    apn: 'code',
    expires_on: 'day',
    account_name: 'name',
    labels: 'labels',
    note: 'text',
    created_at: 'time',
  },
  hidden: ['iccid', 'apn', 'expires_on', 'note', 'created_at'],
  follows: ['device'],
  statusEvent: 'Updated',
});
export type Sim = RowOf<typeof sims>;
