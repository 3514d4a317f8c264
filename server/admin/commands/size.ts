const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes for people: `3.4 MB`. */
export function sizeText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${UNITS[power]}`;
}
