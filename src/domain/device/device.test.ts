import { describe, expect, it } from 'vitest';
import { createDeviceSchema } from './device.ts';

const refusals = (unique_identifier: string): readonly string[] => {
  try {
    createDeviceSchema.validateSyncAt('unique_identifier', { unique_identifier }, { abortEarly: false });
    return [];
  } catch (problem) {
    return problem instanceof Error && 'errors' in problem && Array.isArray(problem.errors)
      ? problem.errors.map(String)
      : [String(problem)];
  }
};

describe('the identifier of a device', () => {
  it.each(['353976013445485', 'my-phone', 'truck_7.b', 'грузовик-7', '۱۲۳۴'])(
    '%s is one that a tracker may send',
    (identifier) => {
      expect(refusals(identifier)).toEqual([]);
    },
  );

  it.each(['🚚🚚🚚', '3563\u200B07042441', '\u202E356307', 'abc\u0007d'])(
    '%j is one that no tracker sends, or nobody sees',
    (identifier) => {
      expect(refusals(identifier)).toEqual(['validation.identifierCharacters']);
    },
  );

  it('a space is named as such', () => {
    expect(refusals('3563 07042441')).toEqual(['validation.identifierSpace']);
  });
});
