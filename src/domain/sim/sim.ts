import { object, string, type InferType } from 'yup';
import {
  LENGTH,
  changesOf,
  labelsField,
  optionalText,
  requiredText,
  textLine,
  type AccountId,
  type SimId,
} from '../base/index.ts';

export const SIM_STATUSES = ['active', 'inactive', 'blocked'] as const;
export type SimStatus = (typeof SIM_STATUSES)[number];

/** A SIM card as the wire shows it. It sits in the device that names its number. */
export interface Sim {
  readonly sim_id: SimId;
  readonly account_id: AccountId;
  readonly account_name: string;
  /** Subscriber number. */
  readonly sim_number: string;
  readonly sim_operator: string;
  /** Number printed on the card, 19 or 20 digits; empty when not given. */
  readonly iccid: string;
  readonly apn: string;
  readonly status: SimStatus;
  readonly labels: string[];
  readonly note: string;
  readonly device_id: number | null;
  readonly device_name: string;
  /** Which slot of the device it is in: 1 or 2; null while it is in none. */
  readonly slot: 1 | 2 | null;
  readonly created_at: string;
}

export const simSchema = object({
  sim_number: requiredText(LENGTH.simNumber).matches(/^\+?\d*$/, 'validation.simNumber'),
  sim_operator: requiredText(LENGTH.simOperator),
  iccid: textLine()
    .default('')
    .matches(/^$|^\d{18,20}$/, 'validation.iccid'),
  apn: optionalText(LENGTH.label),
  status: string().oneOf(SIM_STATUSES, 'validation.oneOf').default('active'),
  labels: labelsField,
  note: optionalText(LENGTH.note),
});
export type SimForm = InferType<typeof simSchema>;

export const updateSimSchema = changesOf(simSchema);
