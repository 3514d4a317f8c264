/** Degrees in one of the whole numbers that a coordinate is written in. */
const SEMICIRCLE = 180 / 2 ** 31;
/** Whole numbers of this size are no degrees. */
const SCALED = 1_000;

const COORDINATE =
  /^([NSEW])?\s*([+-]?\d+(?:[.,]\d*)?|[+-]?[.,]\d+)\s*(?:[°º:]|deg)?\s*(?:(\d+(?:[.,]\d*)?)\s*['′’:]?\s*(?:(\d+(?:[.,]\d*)?)\s*(?:["″”]|'')?)?)?\s*([NSEW])?$/i;

/**
 * A coordinate in degrees: `49.0733336N`, `-1.25`, `S 52,5`, `49° 4' 24" N`, degrees and minutes. South and west are
 * negative. NaN when it is none.
 */
export function readCoordinate(cell: string): number {
  const plain = cell === '' ? Number.NaN : Number(cell);
  if (!Number.isNaN(plain)) return plain;
  const match = COORDINATE.exec(cell.trim());
  if (match === null) return Number.NaN;
  const [, before, degrees, minutes = '0', seconds = '0', after] = match;
  const number = (text: string): number => Number(text.replace(',', '.'));
  const size = Math.abs(number(degrees)) + number(minutes) / 60 + number(seconds) / 3_600;
  const isNegative = degrees.startsWith('-') !== /[SW]/i.test(before ?? after ?? '');
  return isNegative ? -size : size;
}

/** Degrees in one unit of a column: by its name, else by what is in it, which may be more than a globe has degrees. */
export function coordinateScale(name: string, cells: Iterable<string>): number {
  if (/e-?7/i.test(name)) return 1e-7;
  if (/e-?6|micro/i.test(name)) return 1e-6;
  if (/semicircle/i.test(name)) return SEMICIRCLE;
  let [whole, others] = [0, 0];
  for (const cell of cells) {
    if (cell === '') continue;
    if (/^[+-]?\d+$/.test(cell) && Math.abs(Number(cell)) > SCALED) whole++;
    else others++;
  }
  return whole > others ? SEMICIRCLE : 1;
}
