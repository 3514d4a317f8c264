/** Makes text safe inside a LIKE pattern, whose escape character is the backslash. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** The unique index or primary key that already holds the value; null for any other error. */
export function violatedConstraint(error: unknown): string | null {
  return isUniqueViolation(error) ? String((error as { constraint?: unknown }).constraint) : null;
}

/** True for the error of a unique index or primary key that already holds the value; of this one when named. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== '23505') return false;
  return constraint === undefined || ('constraint' in error && error.constraint === constraint);
}

/** What of a person was taken by somebody else in the moment between looking and writing; null for any other error. */
export function takenOfPerson(error: unknown): 'username' | 'email' | null {
  if (!isUniqueViolation(error)) return null;
  const { constraint } = error as { constraint?: string };
  if (constraint === 'app_user_username_key_key') return 'username';
  return constraint === 'app_user_email_key_key' ? 'email' : null;
}

/**
 * `order by` of a list: a column of the whitelist, `-` in front for descending, then the id so
 * that pages neither repeat nor miss a row. Null when the column is not on the whitelist.
 */
export function orderBy(
  sort: string,
  columns: Readonly<Record<string, string>>,
  fallback: string,
  id: string,
): string | null {
  const descending = sort.startsWith('-');
  const name = (descending ? sort.slice(1) : sort) || fallback;
  if (!Object.hasOwn(columns, name)) return null;
  return `order by ${columns[name]} ${descending ? 'desc' : 'asc'}, ${id}`;
}

/** The values of a list (`jsonb`) as text that may be searched: its brackets and quotes are nobody's words. */
export const wordsOf = (list: string): string =>
  `coalesce((select string_agg(word, ' ') from jsonb_array_elements_text(${list}) as words (word)), '')`;
