import { describe, expect, it } from 'vitest';
import { deviceOnWire, newDevice } from './deviceValues.ts';

describe('the password of a device', () => {
  const values = { ...newDevice('356307042441013'), name: 'Van 1' };
  it('stays when nothing is typed, is replaced, and is taken away', () => {
    expect('device_password' in deviceOnWire(values)).toBe(false);
    expect(deviceOnWire({ ...values, device_password: '0000' }).device_password).toBe('0000');
    expect(deviceOnWire({ ...values, device_password: '0000', remove_password: true }).device_password).toBeNull();
    expect('remove_password' in deviceOnWire(values)).toBe(false);
  });
});
