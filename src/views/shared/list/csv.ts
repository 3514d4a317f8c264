import { BYTE_ORDER_MARK, csvCell } from '../../../domain/base/index.ts';

/** A table as CSV (RFC 4180) with a byte order mark, without which spreadsheets misread letters beyond ASCII. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `${BYTE_ORDER_MARK}${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** Hands a text, or what the server wrote, to the person as a file. */
export function saveFile(name: string, content: BlobPart, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
