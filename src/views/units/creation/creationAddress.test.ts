import { describe, expect, it } from 'vitest';
import { isInCreation, readCreation, writeCreation } from './creationAddress.ts';

describe('the step of unit creation in the address', () => {
  it('comes back as it was written', () => {
    for (const input of [
      { deviceIds: [], step: 'devices', unitId: null },
      { deviceIds: [4, 7], step: 'details', unitId: null },
      { deviceIds: [], step: 'devices', unitId: 12 },
    ] as const)
      expect(readCreation(writeCreation(new URLSearchParams('account_id=3'), input))).toEqual(input);
  });

  it('keeps what belongs to others, and forgets the devices once the unit exists', () => {
    expect(
      writeCreation(new URLSearchParams('account_id=3&devices=4&step=details'), {
        deviceIds: [4],
        step: 'details',
        unitId: 9,
      }).toString(),
    ).toBe('account_id=3&unit=9');
  });

  it('is in creation until the unit exists', () => {
    const at = (address: string): boolean => {
      const { pathname, search } = new URL(address, 'https://fleet.example');
      return isInCreation({ path: pathname, search });
    };
    expect(
      ['/unit-creation', '/unit-creation?devices=4&step=details', '/unit-creation?unit=9', '/units/list'].map(at),
    ).toEqual([true, true, false, false]);
  });

  it('takes what makes sense of an address that somebody wrote', () => {
    expect(readCreation(new URLSearchParams('devices=4,x,4,-1,7.5,,9&step=somewhere&unit=abc'))).toEqual({
      deviceIds: [4, 9],
      step: 'devices',
      unitId: null,
    });
    expect(
      readCreation(new URLSearchParams(`devices=${Array.from({ length: 40 }, (_, index) => index + 1).join(',')}`))
        .deviceIds,
    ).toHaveLength(10);
  });
});
