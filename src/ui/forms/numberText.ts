/** Zeros of the digits that people type: Latin, Arabic, Persian. */
const ZEROS = [0x660, 0x6f0] as const;

/** Digits of any of these scripts in Latin ones, and the decimal sign as a point. */
function latin(text: string): string {
  return [...text.trim()]
    .map((sign) => {
      const code = sign.codePointAt(0) ?? 0;
      const zero = ZEROS.find((start) => code >= start && code <= start + 9);
      return zero === undefined ? sign : String(code - zero);
    })
    .join('')
    .replaceAll('−', '-')
    .replace(/[,٫]/, '.');
}

/** The number that a text stands for; null of an empty one, the text itself where it is none. */
export function parseNumber(text: string): number | string | null {
  const plain = latin(text);
  if (plain === '') return null;
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : text;
}

/** A form's value as the field shows it, in the locale's digits and without groups. */
export function writeNumber(value: number | string | null | undefined, locale: string): string {
  if (typeof value !== 'number') return value ?? '';
  return new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 10 }).format(value);
}
