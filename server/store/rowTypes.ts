import pg from 'pg';

const INT8: number = 20;
const INT8_ARRAY: number = 1016;

const readArray = pg.types.getTypeParser(INT8_ARRAY) as (text: string) => (string | null)[];

/**
 * How values of Postgres become values of rows. An `int8` (ids, sequences, `count(*)`) is a number: `pg` answers a
 * string, since an `int8` may be greater than a number holds exactly. One that is throws: a rounded id would be
 * another row's. A `sum` of `int8` is `numeric`, which stays a string: cast it to `int8` in the query.
 */
export const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === INT8 && format !== 'binary') return safeInteger;
    if (oid === INT8_ARRAY && format !== 'binary') return safeIntegers;
    return pg.types.getTypeParser(oid, format) as unknown;
  },
};

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} of the database is too great for a number`);
  return value;
}

const safeIntegers = (text: string): (number | null)[] =>
  readArray(text).map((element) => (element === null ? null : safeInteger(element)));
