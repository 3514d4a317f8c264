import { describe, expect, it } from 'vitest';
import { isOnWay, readWay, writeWay } from './way.ts';

describe('the way through unit creation in the address', () => {
  it('comes back as it was written', () => {
    for (const way of [
      { deviceIds: [], step: 'devices', unitId: null },
      { deviceIds: [4, 7], step: 'details', unitId: null },
      { deviceIds: [], step: 'devices', unitId: 12 },
    ] as const)
      expect(readWay(writeWay(new URLSearchParams('account_id=3'), way))).toEqual(way);
  });

  it('keeps what belongs to others, and forgets the devices once the unit stands', () => {
    expect(
      writeWay(new URLSearchParams('account_id=3&devices=4&step=details'), {
        deviceIds: [4],
        step: 'details',
        unitId: 9,
      }).toString(),
    ).toBe('account_id=3&unit=9');
  });

  it('is on its way until the unit stands', () => {
    const at = (address: string): boolean => {
      const { pathname, search } = new URL(address, 'https://fleet.example');
      return isOnWay({ path: pathname, search });
    };
    expect(
      ['/unit-creation', '/unit-creation?devices=4&step=details', '/unit-creation?unit=9', '/units/list'].map(at),
    ).toEqual([true, true, false, false]);
  });

  it('takes what makes sense of an address that somebody wrote', () => {
    expect(readWay(new URLSearchParams('devices=4,x,4,-1,7.5,,9&step=somewhere&unit=abc'))).toEqual({
      deviceIds: [4, 9],
      step: 'devices',
      unitId: null,
    });
    expect(
      readWay(new URLSearchParams(`devices=${Array.from({ length: 40 }, (_, index) => index + 1).join(',')}`))
        .deviceIds,
    ).toHaveLength(10);
  });
});
