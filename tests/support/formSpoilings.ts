import type { AnyObject, ObjectSchema, SchemaDescription, SchemaFieldDescription } from 'yup';
import { LENGTH } from '../../src/domain/base/index.ts';
import { english } from '../../src/i18n/testing/english.ts';

/** Texts of validation by their keys: what people read, to the letter of the specification where it states one. */
type Validation = typeof english.validation;
type Words = { [Key in keyof Validation]: Validation[Key] extends string ? Key : never }[keyof Validation];

/** One wrong value of one field, and what must be said of it. */
export interface Spoiling {
  readonly rule: string;
  readonly value: string;
  readonly message: string;
}

interface TypedField {
  /** As it is above the field; messages name the field by it. */
  readonly label: string;
  readonly valid: string;
  /** The family of fields whose rules it has, where its name does not say so. */
  readonly like?: string;
  /** True where another field has the same label: it is found by its name. */
  readonly byName?: boolean;
  /** Wrong values by rules that only code can state, each with what is said of it. */
  readonly wrong?: readonly Spoiling[];
}

export type TypedFields = Readonly<Record<string, TypedField>>;

/** Where a field's rules have words of their own instead of the general ones. */
const OWN_WORDS: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  number: { min: 'min', max: 'max', integer: 'integer', typeError: 'invalid', thresholdOrder: 'thresholdOrder' },
  unique_identifier: { matches: 'identifierSpace', identifierCharacters: 'identifierCharacters' },
  sim: { matches: 'simNumber', simSame: 'simSame' },
  iccid: { matches: 'iccid' },
  sensor_name: { matches: 'sensorName' },
  sensor_field: { lowercase: 'lowercase', matches: 'sensorField' },
  command_text: { matches: 'commandText' },
  email: { matches: 'email' },
  mobile: { max: 'mobile', mobile: 'mobile' },
  username: { matches: 'username' },
  code: { matches: 'code' },
  host_name: { matches: 'hostName' },
  url: { max: 'maxLength', address: 'webAddress' },
  report_name: { max: 'reportName' },
  host: { max: 'maxLength', host: 'repeaterHost' },
  path: { max: 'maxLength', matches: 'repeaterPath' },
  topic: { max: 'maxLength', topic: 'repeaterTopic' },
  registration_number: { matches: 'registrationNumberSpace' },
  password: { min: 'password', max: 'password', username: 'passwordUsername', same: 'passwordSame' },
  classedPassword: {
    min: 'classedPassword',
    max: 'classedPassword',
    classes: 'classedPassword',
    username: 'passwordUsername',
    same: 'passwordSame',
  },
  retype_password: { match: 'passwordRetype' },
};
const GENERAL_WORDS: Readonly<Record<string, Words>> = {
  required: 'required',
  blank: 'required',
  min: 'minLength',
  minLength: 'minLength',
  max: 'maxLength',
};

/** Values that a pattern, or a rule that only code can state, does not take. */
const WRONG: Readonly<Record<string, readonly string[]>> = {
  'number.typeError': ['abc', '1.2.3'],
  'unique_identifier.matches': ['3563 07042441'],
  'unique_identifier.identifierCharacters': ['🚚🚚', '3563\u200b07042441', '\u202e356307'],
  'sim.matches': ['12345a', '491701+1', '+49 170 123'],
  'iccid.matches': ['12345678901234567', '8949x0000000000000'],
  'sensor_name.matches': ['[Fuel]', 'Fuel]'],
  'sensor_field.lowercase': ['Fuel_level'],
  'sensor_field.matches': ['1fuel', 'fuel level', 'fuel-level'],
  'command_text.matches': ['get\tver'],
  'email.matches': ['nobody', 'a@b', 'a b@example.com', '@example.com'],
  'mobile.mobile': ['1', '12a', '++49', '1234567890123456'],
  'username.matches': ['two words', '<b>bold</b>', 'semi;colon'],
  'code.matches': ['12345'],
  'host_name.matches': ['fleet', 'two words.example', '-a.example.com', `${'a'.repeat(LENGTH.hostName.max)}.example`],
  'registration_number.matches': ['AB 12'],
  'url.address': ['example.com', 'ftp://example.com', 'https://me:secret@example.com'],
  'host.host': ['https://example.com', 'example.com:5039', 'two words', '300.1.1.1'],
  'path.matches': ['positions', '/two words'],
  'topic.topic': ['fleet/+', 'fleet/#', 'fleet/{imei}', 'fleet/{uid'],
  'classedPassword.classes': ['lower#2026', 'UPPER#2026', 'Without#digit', 'Without1sign'],
};

/** The family of a field, whose words and wrong values it shares. */
function familyOf(name: string, { tests, type }: SchemaDescription): string {
  if (type === 'number') return 'number';
  if (name.startsWith('sim_number')) return 'sim';
  if (name === 'default_owner_email') return 'email';
  if (name !== 'password' && name !== 'new_password') return name;
  // Only a new password has a shortest length; a known one is taken as it is.
  if (!tests.some((test) => test.name === 'min')) return 'knownPassword';
  return tests.some((test) => test.name === 'classes') ? 'classedPassword' : 'password';
}

const isDescribed = (described: SchemaFieldDescription | undefined): described is SchemaDescription =>
  described !== undefined && 'tests' in described;
const bound = (parameters: Readonly<Record<string, unknown>> | undefined, name: 'min' | 'max'): number =>
  Number(parameters?.[name]);

/** A value one sign too long that breaks nothing else: what is valid, with more in front. */
const tooLong = (valid: string, most: number): string =>
  (/^\d/.test(valid) ? '1' : 'x').repeat(most + 1 - valid.length) + valid;

interface Context {
  readonly name: string;
  readonly fields: TypedFields;
  readonly schema: ObjectSchema<AnyObject>;
  /** Whom a password must not be called like. */
  readonly username: string;
}

/** Blanks at the ends of the field's text do not count. */
function isTrimmed(schema: ObjectSchema<AnyObject>, name: string): boolean {
  const cast: Readonly<Record<string, unknown>> = schema.cast({ [name]: ' x ' }, { assert: false });
  return cast[name] === 'x';
}

/** The ways to break one test of a field's schema. A test that nothing here breaks is a mistake of this file. */
function valuesFor(
  test: SchemaDescription['tests'][number],
  family: string,
  { name, fields, schema, username }: Context,
): readonly string[] {
  const { valid } = fields[name];
  if (family === 'number' && (test.name === 'min' || test.name === 'max')) {
    const step = test.name === 'min' ? -1 : 1;
    return [String(bound(test.params, test.name) + step)];
  }
  if (test.name === 'integer') return [`${valid}.5`];
  const wrong = WRONG[`${family}.${test.name}`];
  if (wrong !== undefined) return wrong;
  switch (test.name) {
    case 'required': {
      if (family === 'number') return [''];
      // Blanks at the ends do not count, except in passwords and identifiers.
      return isTrimmed(schema, name) ? ['', '   '] : [''];
    }
    case 'min':
    case 'minLength': {
      const least = bound(test.params, 'min');
      const short = 'x'.repeat(Math.max(0, least - 1));
      if (short === '') return [];
      return isTrimmed(schema, name) ? [short, ` ${short} `] : [short];
    }
    case 'max':
      return [tooLong(valid, bound(test.params, 'max'))];
    case 'match':
      return ['something else'];
    case 'same':
      return [fields.old_password.valid];
    case 'simSame':
      return [fields.sim_number_1.valid];
    case 'thresholdOrder':
      return [fields['threshold.min_threshold'].valid];
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

const figures = new Intl.NumberFormat('en');
const written = (value: unknown): string => (typeof value === 'number' ? figures.format(value) : String(value));

/** The text of a key as it is said of a field. */
export function wordsOf(key: Words, label: string, parameters: Readonly<Record<string, unknown>> = {}): string {
  return english.validation[key].replaceAll(/{{(\w+)(?:, number)?}}/g, (_, name: string) =>
    name === 'field' ? label : written(parameters[name]),
  );
}

/**
 * What a schema says of a field, which may be within another or in a list: `theft.min_theft`, `conditions[0].limit`.
 */
function describedAt(schema: ObjectSchema<AnyObject>, path: string): SchemaDescription {
  let described: SchemaFieldDescription | undefined = schema.describe();
  for (const name of path.replaceAll(/\[\d+\]/g, '').split('.')) {
    described = described !== undefined && 'fields' in described ? described.fields[name] : undefined;
    // Of a list what its entries are like.
    if (described !== undefined && 'innerType' in described)
      described = Array.isArray(described.innerType) ? described.innerType[0] : described.innerType;
  }
  if (!isDescribed(described)) throw new Error(`The schema does not describe ${path}`);
  return described;
}

/** Every field of a schema by its path; a list is one field. */
export function pathsOf(schema: ObjectSchema<AnyObject>): string[] {
  const within = (described: SchemaFieldDescription, path: string): string[] =>
    'fields' in described
      ? Object.entries(described.fields).flatMap(([name, field]) =>
          within(field, path === '' ? name : `${path}.${name}`),
        )
      : [path];
  return within(schema.describe(), '');
}

/**
 * Every wrong value of a field that its schema knows of, read off the schema: a new rule is covered on the day that it
 * is written.
 */
export function spoilingsOf(
  schema: ObjectSchema<AnyObject>,
  name: string,
  fields: TypedFields,
  username: string,
): Spoiling[] {
  const described = describedAt(schema, name);
  const { label, like, wrong = [] } = fields[name];
  const family = like ?? familyOf(name, described);
  const word = (rule: string): Words => {
    const found = OWN_WORDS[family]?.[rule] ?? GENERAL_WORDS[rule];
    if (found === undefined) throw new Error(`Nothing is said of ${name} by its rule "${rule}"`);
    return found;
  };
  const named = new Set(wrong.map(({ rule }) => rule));
  const rules = described.tests.filter((test) => !named.has(test.name ?? ''));
  // A number is typed as text: what is none is refused before any rule of its own.
  const tests: SchemaDescription['tests'] =
    family === 'number' ? [{ name: 'typeError', params: undefined }, ...rules] : rules;
  const read = tests.flatMap((test) =>
    valuesFor(test, family, { name, fields, schema, username }).map((value) => ({
      rule: test.name ?? '',
      value,
      message: wordsOf(word(test.name ?? ''), label, test.params),
    })),
  );
  return [...read, ...wrong];
}
