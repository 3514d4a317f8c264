import type { AnyObject, ObjectSchema, SchemaDescription, SchemaFieldDescription } from 'yup';
import { LENGTH } from '../../src/domain/base/index.ts';
import entrance from '../../src/i18n/catalogues/en/entrance.json' with { type: 'json' };

/** Texts of validation by their keys: what people read, to the letter of the specification where it states one. */
type Validation = typeof entrance.validation;
type Words = { [Key in keyof Validation]: Validation[Key] extends string ? Key : never }[keyof Validation];

/** One wrong value of one field, and what must be said of it. */
export interface Spoiling {
  readonly rule: string;
  readonly value: string;
  readonly message: string;
}

export interface TypedField {
  /** As it stands above the field; messages name the field by it. */
  readonly label: string;
  readonly valid: string;
  /** The family of fields whose rules it has, where its name does not say so. */
  readonly like?: string;
}

export type TypedFields = Readonly<Record<string, TypedField>>;

/** Where a field's rules have words of their own instead of the general ones. */
const OWN_WORDS: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  email: { matches: 'email' },
  mobile: { max: 'mobile', mobile: 'mobile' },
  username: { matches: 'username' },
  code: { matches: 'code' },
  host_name: { matches: 'hostName' },
  registration_number: { matches: 'registrationNumberSpace' },
  password: { min: 'password', max: 'password', username: 'passwordUsername', same: 'passwordSame' },
  classedPassword: { min: 'classedPassword', max: 'classedPassword', classes: 'classedPassword', username: 'passwordUsername', same: 'passwordSame' },
  retype_password: { match: 'passwordRetype' },
};
const GENERAL_WORDS: Readonly<Record<string, Words>> = { required: 'required', blank: 'required', min: 'minLength', minLength: 'minLength', max: 'maxLength' };

/** Values that a pattern, or a rule that only code can state, does not take. */
const WRONG: Readonly<Record<string, readonly string[]>> = {
  'email.matches': ['nobody', 'a@b', 'a b@example.com', '@example.com'],
  'mobile.mobile': ['1', '12a', '++49', '1234567890123456'],
  'username.matches': ['two words', '<b>bold</b>', 'semi;colon'],
  'code.matches': ['12345'],
  'host_name.matches': ['fleet', 'two words.example', '-a.example.com', `${'a'.repeat(LENGTH.hostName.max)}.example`],
  'registration_number.matches': ['AB 12'],
  'classedPassword.classes': ['lower#2026', 'UPPER#2026', 'Without#digit', 'Without1sign'],
};

/** The family of a field, whose words and wrong values it shares. */
function familyOf(name: string, { tests }: SchemaDescription): string {
  if (name === 'default_owner_email') return 'email';
  if (name !== 'password' && name !== 'new_password') return name;
  // Only a new password has a shortest length; a known one is taken as it is.
  if (!tests.some((test) => test.name === 'min')) return 'knownPassword';
  return tests.some((test) => test.name === 'classes') ? 'classedPassword' : 'password';
}

const isDescribed = (described: SchemaFieldDescription | undefined): described is SchemaDescription => described !== undefined && 'tests' in described;
const bound = (parameters: Readonly<Record<string, unknown>> | undefined, name: 'min' | 'max'): number => Number(parameters?.[name]);

/** A value one sign too long that breaks nothing else: what is valid, with more in front. */
const tooLong = (valid: string, most: number): string => (/^\d/.test(valid) ? '1' : 'x').repeat(most + 1 - valid.length) + valid;

interface Context {
  readonly name: string;
  readonly fields: TypedFields;
  readonly schema: ObjectSchema<AnyObject>;
  /** Whom a password must not be called like. */
  readonly username: string;
}

/** The ways to break one test of a field's schema. A test that nothing here breaks is a mistake of this file. */
function valuesFor(test: SchemaDescription['tests'][number], family: string, { name, fields, schema, username }: Context): readonly string[] {
  const { valid } = fields[name];
  const wrong = WRONG[`${family}.${test.name}`];
  if (wrong !== undefined) return wrong;
  switch (test.name) {
    case 'required': {
      const blank: unknown = schema.cast({ [name]: '   ' }, { assert: false });
      // Blanks at the ends do not count, except in passwords.
      return (blank as Record<string, unknown>)[name] === '' ? ['', '   '] : [''];
    }
    case 'min':
    case 'minLength': {
      const least = bound(test.params, 'min');
      return least < 2 ? [] : ['x'.repeat(least - 1), ` ${'x'.repeat(least - 1)} `.slice(0, family.includes('assword') ? least - 1 : undefined)];
    }
    case 'max':
      return [tooLong(valid, bound(test.params, 'max'))];
    case 'match':
      return ['something else'];
    case 'same':
      return [fields.old_password.valid];
    case 'username':
      if (username === '') throw new Error(`Nobody is named whom ${name} must differ from`);
      return [username, username.toUpperCase()];
    case 'optionality':
    case 'nullable':
    case 'defined':
      return [];
    default:
      throw new Error(`Nothing spoils ${name} by its rule "${test.name}"`);
  }
}

/** The text of a key as it is said of a field. */
export function wordsOf(key: Words, label: string, parameters: Readonly<Record<string, unknown>> = {}): string {
  return entrance.validation[key].replaceAll(/{{(\w+)(?:, number)?}}/g, (_, name: string) => (name === 'field' ? label : String(parameters[name])));
}

/** Every wrong value of a field that its schema knows of, read off the schema: a new rule is covered on the day that it is written. */
export function spoilingsOf(schema: ObjectSchema<AnyObject>, name: string, fields: TypedFields, username: string): Spoiling[] {
  const described = schema.describe().fields[name];
  if (!isDescribed(described)) throw new Error(`The schema does not describe ${name}`);
  const { label, like } = fields[name];
  const family = like ?? familyOf(name, described);
  const word = (rule: string): Words => {
    const found = OWN_WORDS[family]?.[rule] ?? GENERAL_WORDS[rule];
    if (found === undefined) throw new Error(`Nothing is said of ${name} by its rule "${rule}"`);
    return found;
  };
  return described.tests.flatMap((test) =>
    valuesFor(test, family, { name, fields, schema, username }).map((value) => ({ rule: test.name ?? '', value, message: wordsOf(word(test.name ?? ''), label, test.params) })));
}
