/** Makes text safe inside a LIKE pattern, whose escape character is the backslash. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** True for the error of a unique index or primary key that already holds the value. */
export function isUniqueViolation(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === '23505';
}

/**
 * `order by` of a list: a column of the whitelist, `-` in front for descending, then the id so
 * that pages neither repeat nor miss a row. Null when the column is not on the whitelist.
 */
export function orderBy(sort: string, columns: Readonly<Record<string, string>>, fallback: string, id: string): string | null {
  const descending = sort.startsWith('-');
  const name = (descending ? sort.slice(1) : sort) || fallback;
  if (!Object.hasOwn(columns, name)) return null;
  return `order by ${columns[name]} ${descending ? 'desc' : 'asc'}, ${id}`;
}
