import { array, object, string, type AnyObject, type Maybe, type ObjectSchema, type Schema } from 'yup';
import { EQUIPMENT, LENGTH } from './limits.ts';

/** Something that is seen: neither a blank nor a mark of direction, of no width, or of control. */
const VISIBLE = /[^\p{C}\p{Z}]/u;

/**
 * A line of text without blanks at its ends; nothing where there is nothing to see in it, so that no
 * thing can have a name that nobody can read or press. yup's own `trim` throws where the value is no text at
 * all; this leaves such a value to the type's test, which refuses it by name.
 */
export function textLine() {
  return string().transform((value: unknown) => (typeof value === 'string' ? seen(value.trim()) : value));
}

const seen = (text: string): string => (VISIBLE.test(text) ? text : '');

/** False for a text that no column holds: with a NUL, or half of a character (a lone surrogate). */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** A required line of text within its bounds; blanks at the ends do not count. */
export function requiredText(bounds: { readonly min: number; readonly max: number }) {
  return textLine()
    .required('validation.required')
    .min(bounds.min, 'validation.minLength')
    .max(bounds.max, 'validation.maxLength');
}

/** Labels of a thing: short words of people's own, none twice. */
export const labelsField = array(
  textLine()
    .required('validation.required')
    .min(LENGTH.label.min, 'validation.minLength')
    .max(LENGTH.label.max, 'validation.maxLength'),
)
  .max(EQUIPMENT.labels, 'validation.maxItems')
  .default([]);

/** The same where nothing may be given; what is given keeps the bounds. */
export function optionalText(bounds: { readonly min: number; readonly max: number }) {
  return textLine()
    .default('')
    .test({
      name: 'minLength',
      message: 'validation.minLength',
      params: { ...bounds },
      test: (value) => !value || value.length >= bounds.min,
    })
    .max(bounds.max, 'validation.maxLength');
}

/**
 * The schema of a change: every field keeps its bounds, none has to be there, and one that is not
 * there stays as it is (so no defaults).
 */
export function changesOf<Values extends Maybe<AnyObject>>(
  schema: ObjectSchema<NonNullable<Values>>,
): ObjectSchema<Partial<NonNullable<Values>>> {
  const fields = Object.entries(schema.fields).map(([name, field]) => [
    name,
    'default' in field ? (field as Schema).default(undefined).optional() : field,
  ]);
  return object(Object.fromEntries(fields)).default(undefined) as unknown as ObjectSchema<Partial<NonNullable<Values>>>;
}
