/** Serial numbers run through all of a series before one repeats: the factor shares no divisor with it. */
const scatter = (index: number, series: number, factor: number): number => (index * factor + 104_729) % series;

/** The check digit that makes an IMEI's fourteen digits fifteen (Luhn, 3GPP TS 23.003 annex B). */
export function imeiCheckDigit(digits: string): number {
  let sum = 0;
  for (let position = 0; position < 14; position++) {
    const value = Number(digits[position]) * (position % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return (10 - (sum % 10)) % 10;
}

/** An IMEI of a model's type allocation code (8 digits); unique for index below a million. */
export function imei(typeAllocation: string, index: number): string {
  const digits = typeAllocation + String(scatter(index, 1_000_000, 7_919)).padStart(6, '0');
  return digits + imeiCheckDigit(digits);
}

/** What tracking apps make up at installation: eight digits. Unique for index below ninety million. */
export function phoneIdentifier(index: number): string {
  return String(10_000_000 + scatter(index, 90_000_000, 7_654_321));
}
