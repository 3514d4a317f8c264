import type { AnyObject, ObjectSchema } from 'yup';
import type { MethodName } from '../../../src/api/contract/index.ts';
import type { TypedFields } from '../formSpoilings.ts';

/** A form of the product by its fields: a browser and a document without one walk it alike. */
export interface FormFields {
  readonly name: string;
  readonly schema: ObjectSchema<AnyObject>;
  /** Fields that take text; every other one of the schema is in `chosen`. */
  readonly fields: TypedFields;
  /** Fields that offer their values, so that nothing wrong can be typed. */
  readonly chosen?: readonly string[];
  /** The calls that a good submit makes, the first of which the lost connection meets. */
  readonly methods: readonly MethodName[];
  readonly submit: string;
  /** Whose form it is, where a password is compared with that. */
  readonly username?: string;
  /** True where another form of the list has the same fields, and takes all their wrong values. */
  readonly isKnown?: boolean;
  /** What was typed comes back after a reload, but for passwords. */
  readonly keepsDraft?: true;
}

/** Fields that no draft keeps. */
export const isSecret = (field: string): boolean => field.includes('password');
