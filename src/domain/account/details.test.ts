import { describe, expect, it } from 'vitest';
import { accountDetailsSchema, createAccountSchema, updateAccountSchema } from './details.ts';
import { DEFAULT_SETTINGS } from './settings.ts';

const form = { name: 'Blue Freight', type: 'CONSUMER', default_owner_email: 'boss@blue.example' };
function problem(changes: object): string {
  try {
    createAccountSchema.validateSync({ ...form, ...changes });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the form of an account', () => {
  it.each<[string, object, string]>([
    ['two letters of a name', { name: 'ab' }, 'validation.minLength'],
    ['three', { name: 'abc' }, ''],
    ['fifty', { name: 'a'.repeat(50) }, ''],
    ['fifty-one', { name: 'a'.repeat(51) }, 'validation.maxLength'],
    ['no address', { address: '' }, ''],
    ['four letters of an address', { address: 'Road' }, 'validation.minLength'],
    ['eighty-one', { address: 'a'.repeat(81) }, 'validation.maxLength'],
    ['two letters of a region', { region: 'ab' }, 'validation.minLength'],
    ['thirty-one', { region: 'a'.repeat(31) }, 'validation.maxLength'],
    ['a blank in the registration number', { registration_number: 'AB 12' }, 'validation.registrationNumberSpace'],
    ['thirty-one signs of it', { registration_number: '1'.repeat(31) }, 'validation.maxLength'],
    ['an unknown country', { country: 'XX' }, 'validation.oneOf'],
    ['an unknown currency', { currency: 'ABC' }, 'validation.oneOf'],
    ['an unknown theme', { default_theme: 'black' }, 'validation.oneOf'],
    ['an owner below', { type: 'OWNER' }, 'validation.oneOf'],
    ['nobody who runs it', { default_owner_email: '' }, 'validation.required'],
    ['a bad address of who runs it', { default_owner_email: 'boss@' }, 'validation.email'],
    ['a host name', { host_name: 'Fleet.Blue.example' }, ''],
    ['an address for a host name', { host_name: 'https://blue.example' }, 'validation.hostName'],
    ['one word for a host name', { host_name: 'localhost' }, 'validation.hostName'],
    ['a number for a host name', { host_name: '192.0.2.1' }, 'validation.hostName'],
    ['an unknown time zone', { settings: { timezone: 'Mars/Base' } }, 'validation.oneOf'],
  ])('%s', (_, changes, message) => expect(problem(changes)).toBe(message));

  it('fills in what was not said', () => {
    expect(createAccountSchema.cast(form)).toMatchObject({
      address: '',
      is_legal_entity: false,
      allow_white_labelling: false,
      host_name: '',
      settings: DEFAULT_SETTINGS,
    });
    expect(accountDetailsSchema.cast({ name: ' Blue ', settings: { timezone: 'Asia/Tehran' } })).toMatchObject({
      name: 'Blue',
      settings: { ...DEFAULT_SETTINGS, timezone: 'Asia/Tehran' },
    });
  });

  it('leaves alone in a change what the change does not name', () => {
    expect(updateAccountSchema.cast({ region: 'Fars' })).toEqual({ region: 'Fars' });
    expect(() => updateAccountSchema.validateSync({ name: 'ab' })).toThrow('validation.minLength');
  });
});

describe('an account that chose no formats', () => {
  it('has those of the product', () => {
    expect(DEFAULT_SETTINGS).toEqual({
      timezone: 'UTC',
      date_format: 'DD/MM/YYYY',
      time_format: 'hh:mm A',
      date_time_format: 'DD/MM/YYYY HH:mm A',
      skipFormat: false,
    });
  });
});
