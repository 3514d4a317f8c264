/**
 * Expected failures are values; bugs throw. A function that can fail in a way its
 * caller must handle returns a `Result`.
 */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

/** A success that carries `value`. */
export function success<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

/** A failure that carries `error`. */
export function failure<E>(error: E): Result<never, E> {
  return { ok: false, error };
}
