import { describe, expect, it } from 'vitest';
import { emailField, mobileField, passwordField, strictestPolicy, usernameField } from './fields.ts';
import { changePasswordSchema, codeField, registerSchema } from './profile.ts';

function problem(schema: { validateSync(value: unknown): unknown }, value: unknown): string | null {
  try {
    schema.validateSync(value);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('addresses and numbers', () => {
  it.each(['a@b.co', 'anna.maria+fleet@mail.example.com', "o'neil@example.test"])('%s is an address', (value) =>
    expect(problem(emailField, value)).toBeNull(),
  );
  it.each(['a', 'a@b', '@b.co', 'a b@c.de', 'a@b..co', 'a@-b.co'])('%s is none', (value) =>
    expect(problem(emailField, value)).toBe('validation.email'),
  );

  it.each(['', '12', '+49 (170) 123-4567', '123456789012345'])('"%s" is a number', (value) =>
    expect(problem(mobileField, value)).toBeNull(),
  );
  it.each(['1', '1234567890123456', '12a', '++49'])('"%s" is none', (value) =>
    expect(problem(mobileField, value)).toBe('validation.mobile'),
  );

  it.each(['anna', 'Анна.П', 'a_b@c+d-e', 'علی۱'])('%s is a username', (value) =>
    expect(problem(usernameField, value)).toBeNull(),
  );
  it.each([
    ['ab', 'validation.minLength'],
    ['a'.repeat(51), 'validation.maxLength'],
    ['a b c', 'validation.username'],
    ['<b>x', 'validation.username'],
  ])('%s is none', (value, message) => expect(problem(usernameField, value)).toBe(message));
});

describe('passwords', () => {
  it.each([
    ['1234', 'validation.password'],
    ['12345', null],
    ['x'.repeat(25), null],
    ['x'.repeat(26), 'validation.password'],
  ])('by length: %s', (value, message) => expect(problem(passwordField('length'), value)).toBe(message));
  it.each([
    ['Aa1!aaa', 'validation.classedPassword'],
    ['Aa1!aaaa', null],
    ['Aa1!aaaaaaaaaaa', null],
    ['Aa1!aaaaaaaaaaaa', 'validation.classedPassword'],
    ['aa1!aaaa', 'validation.classedPassword'],
    ['AA1!AAAA', 'validation.classedPassword'],
    ['Aaa!aaaa', 'validation.classedPassword'],
    ['Aa11aaaa', 'validation.classedPassword'],
  ])('by classes: %s', (value, message) => expect(problem(passwordField('classes'), value)).toBe(message));

  it.each([
    ['x'.repeat(11), 'validation.longPassword'],
    ['x'.repeat(12), null],
    ['x'.repeat(128), null],
    ['x'.repeat(129), 'validation.longPassword'],
  ])('long ones: %s', (value, message) => expect(problem(passwordField('long'), value)).toBe(message));

  it('follow the strictest policy of all accounts', () => {
    expect(strictestPolicy([])).toBe('length');
    expect(strictestPolicy(['classes', 'length'])).toBe('classes');
    expect(strictestPolicy(['long', 'classes', 'length'])).toBe('long');
  });

  it('differ from the old one and from the username, and are typed alike twice', () => {
    const schema = changePasswordSchema('length', 'Anna99');
    const change = (old_password: string, new_password: string, retype_password = new_password) =>
      problem(schema, { old_password, new_password, retype_password });
    expect(change('first', 'second')).toBeNull();
    expect(change('first', 'first')).toBe('validation.passwordSame');
    expect(change('first', 'anna99')).toBe('validation.passwordUsername');
    expect(change('first', 'second', 'secund')).toBe('validation.passwordRetype');
    expect(change('first', 'second', '')).toBe('validation.required');
    const person = {
      first_name: 'An',
      last_name: 'Na',
      username: 'Anna99',
      mobile: '',
      password: 'ANNA99',
      retype_password: 'ANNA99',
    };
    expect(problem(registerSchema('length'), person)).toBe('validation.passwordUsername');
  });
});

describe('codes', () => {
  it.each([
    ['123456', null],
    [' 000000 ', null],
    ['12345', 'validation.code'],
    ['1234567', 'validation.code'],
    ['12345a', 'validation.code'],
    ['', 'validation.required'],
  ])('%s', (value, message) => expect(problem(codeField, value)).toBe(message));
});
