import { plainFigure, type PointText, type RowText } from './sensorValues.ts';

/** Cells of rows that were copied from a spreadsheet or a text file: tabs, else semicolons, else commas or blanks. */
function cellsOf(text: string): string[][] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const separator = lines.some((line) => line.includes('\t'))
    ? /\t/
    : lines.some((line) => line.includes(';'))
      ? /;/
      : lines.every((line) => /^[^,]*,\s/.test(line) || /^[^,\s]+,[^,\s]+(,[^,\s]+)?$/.test(line))
        ? /,/
        : /\s+/;
  return lines.map((line) => (line.includes('\t') ? line : line.trim()).split(separator).map((cell) => cell.trim()));
}

const isFigure = (cell: string | undefined): boolean =>
  cell !== undefined && cell !== '' && Number.isFinite(Number(plainFigure(cell)));

/** Pairs from a pasted text; a line of headings is left out. Null: it holds no pairs, and is an ordinary paste. */
export function pastedPoints(text: string): PointText[] | null {
  const rows = cellsOf(text).filter((cells, index) => index > 0 || (isFigure(cells[0]) && isFigure(cells[1])));
  if (rows.length === 0 || !rows.every(({ length }) => length >= 2)) return null;
  return rows.map(([x, y]) => ({ x: plainFigure(x), y: plainFigure(y) }));
}

/** Ranges from a pasted text: from, to and meaning; an empty end is open. Null: it holds no ranges. */
export function pastedRows(text: string): RowText[] | null {
  const isRange = ([from, to]: readonly string[]): boolean => [from, to].every((cell) => cell === '' || isFigure(cell));
  const rows = cellsOf(text).filter((cells, index) => index > 0 || isRange(cells));
  if (rows.length === 0 || !rows.every(({ length }) => length >= 3)) return null;
  return rows.map(([from, to, value]) => ({ from: plainFigure(from), to: plainFigure(to), value }));
}
