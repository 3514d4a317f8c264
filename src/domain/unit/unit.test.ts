import { describe, expect, it } from 'vitest';
import { UNIT_STATUSES, createUnitSchema, nextUnitStatuses, updateUnitSchema } from './index.ts';

describe('statuses of a unit', () => {
  it('let every unit come back to work, a damaged or blocked one by way of inactive', () => {
    for (const status of UNIT_STATUSES) {
      expect(nextUnitStatuses(status)).not.toContain(status);
      const reached = new Set([status]);
      for (const from of reached) for (const to of nextUnitStatuses(from)) reached.add(to);
      expect([...reached].toSorted()).toEqual(UNIT_STATUSES.toSorted());
    }
    expect(nextUnitStatuses('damaged')).not.toContain('active');
    expect(nextUnitStatuses('blocked')).toEqual(['inactive']);
  });
});

describe('the form of a unit', () => {
  const problems = async (data: object) =>
    createUnitSchema.validate(data, { abortEarly: false }).then(
      () => [],
      (error: { errors: string[] }) => error.errors,
    );

  it('takes at least one device, none twice', async () => {
    expect(await problems({ name: 'Van 1', device_ids: [1, 2] })).toEqual([]);
    expect(await problems({ name: 'Van 1', device_ids: [] })).toEqual(['validation.atLeastOneDevice']);
    expect(await problems({ name: 'Van 1', device_ids: [1, 1] })).toEqual(['validation.deviceTwice']);
    expect(await problems({ name: 'V', device_ids: [1] })).toEqual(['validation.minLength']);
  });

  it('names the part of a place that is missing or no number', async () => {
    expect(
      await problems({ name: 'Van 1', device_ids: [1], location: { latitude: 'north', longitude: null } }),
    ).toEqual(['validation.invalid', 'validation.required']);
    expect(await problems({ name: 'Van 1', device_ids: [1], location: { latitude: 91, longitude: -181 } })).toEqual([
      'validation.max',
      'validation.min',
    ]);
  });

  it('changes only what is given', async () => {
    expect(await updateUnitSchema.validate({ name: ' Van 2 ' })).toEqual({ name: 'Van 2' });
    expect(await updateUnitSchema.validate({ location: null, attached_to_unit_id: null })).toEqual({
      location: null,
      attached_to_unit_id: null,
    });
  });
});
