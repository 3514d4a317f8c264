import { deviceIdsField, type CreateUnit, type UnitDetails } from '../../../domain/unit/index.ts';
import { unitFormSchema, valuesOf, type UnitValues } from './unitForm.ts';

/** A unit with its devices, as it is changed. */
export interface EditValues extends UnitValues {
  device_ids: readonly number[];
}

export const editSchema = unitFormSchema.shape({ device_ids: deviceIdsField });

export const editValuesOf = (unit: UnitDetails): EditValues => ({ ...valuesOf(unit), device_ids: unit.devices.map(({ device_id }) => device_id) });

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Only what is another now: what somebody else changed meanwhile stays. */
export function changesBetween(before: EditValues, after: EditValues): Partial<CreateUnit> {
  const [old, now] = [editSchema.cast(before), editSchema.cast(after)];
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => !isSame(value, Object.entries(old).find(([other]) => other === name)?.[1])));
}
