const WHOLE_DEGREES = /^(\d{1,3})(\d{2}(?:\.\d+)?)$/;

/**
 * Degrees from `DDMM.mmmm` or `DDDMM.mmmm` and a hemisphere letter, as NMEA writes them. The minutes have two
 * whole digits, so what is before them is degrees. NaN when it is not such a text, or off the globe.
 */
export function degreesFromMinutes(text: string, hemisphere: string): number {
  const parts = WHOLE_DEGREES.exec(text);
  if (!parts) return Number.NaN;
  const minutes = Number(parts[2]);
  const degrees = Number(parts[1]) + minutes / 60;
  if (minutes >= 60) return Number.NaN;
  switch (hemisphere) {
    case 'N':
      return degrees <= 90 ? degrees : Number.NaN;
    case 'S':
      return degrees <= 90 ? -degrees : Number.NaN;
    case 'E':
      return degrees <= 180 ? degrees : Number.NaN;
    case 'W':
      return degrees <= 180 ? -degrees : Number.NaN;
    default:
      return Number.NaN;
  }
}

/** The reverse: `DDMM.mmmmm` for a latitude, `DDDMM.mmmmm` for a longitude, without the hemisphere. */
export function minutesFromDegrees(degrees: number, wholeDigits: 2 | 3): string {
  const absolute = Math.abs(degrees);
  // Rounded as a whole first, so that 59.999999 minutes become the next degree and not "60.00000".
  const units = Math.round(absolute * 60 * 100_000);
  const whole = Math.floor(units / 6_000_000);
  const minutes = (units - whole * 6_000_000) / 100_000;
  return `${String(whole).padStart(wholeDigits, '0')}${minutes.toFixed(5).padStart(8, '0')}`;
}
