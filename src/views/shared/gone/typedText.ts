const isNothing = (text: string): boolean => text === '';

/** A value of a form in the letters in which it was typed. */
export function typedText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value))
    return value
      .map(typedText)
      .filter((text) => !isNothing(text))
      .join(', ');
  if (typeof value === 'object')
    return Object.values(value)
      .map(typedText)
      .filter((text) => !isNothing(text))
      .join(' ');
  return String(value);
}
