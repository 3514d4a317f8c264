/** Characters that a spreadsheet takes for the start of a formula (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r\n]/;
const NUMBER = /^-?\d+([.,]\d+)?$/;
/** Marks that keep a part of a line of text in its own direction: a cell holds the text alone. */
const ISOLATES = /[\u2066-\u2069]/g;

/** Leads a file, after which a spreadsheet reads letters beyond ASCII as they are. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Text as a cell of RFC 4180: quoted where it must be. Text that a spreadsheet would take for a formula is led by an
 * apostrophe: names and attributes are written by others than the person who opens the file.
 */
export function csvCell(text: string): string {
  const bare = text.replace(ISOLATES, '');
  const safe = FORMULA.test(bare) && !NUMBER.test(bare) ? `'${bare}` : bare;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
