import { deviceIdsField, type CreateUnit, type UnitDetails } from '../../../domain/unit/index.ts';
import { unitFormSchema, valuesOf, type UnitValues } from './unitForm.ts';

/** A unit with its devices, as it is changed. */
export interface EditValues extends UnitValues {
  device_ids: readonly number[];
}

export const editSchema = unitFormSchema.shape({ device_ids: deviceIdsField });

export const editValuesOf = (unit: UnitDetails): EditValues => ({
  ...valuesOf(unit),
  device_ids: unit.devices.map(({ device_id }) => device_id),
});

/**
 * As the server keeps it; only what is another than before goes there, so that what somebody else changed meanwhile
 * stays.
 */
export const onWire = (values: EditValues): CreateUnit => editSchema.cast(values);
