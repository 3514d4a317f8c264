import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { putCells, type TextFields } from '../shared/index.ts';

/**
 * Cells of text frames. Vendors write country, network, area and cell in decimal or in hexadecimal, and say nowhere
 * which.
 */

const FIRST_COUNTRY = 200;
const LAST_COUNTRY = 799;
/** True for the code of a country; networks of test and satellites are none of the road's. */
export const isCountry = (value: number): boolean => value >= FIRST_COUNTRY && value <= LAST_COUNTRY;

/** True when the four fields from `at` are hexadecimal: only so is the country one, or letters and padding show it. */
function isHexadecimal(fields: TextFields, at: number): boolean {
  const decimal = isCountry(fields.number(at));
  if (decimal !== isCountry(fields.hex(at))) return !decimal;
  return /[a-f]/i.test(fields.span(at + 1, at + 3));
}

function valueOf(fields: TextFields, at: number, hexadecimal: boolean): number {
  const decimal = hexadecimal ? Number.NaN : fields.number(at);
  return Number.isNaN(decimal) ? fields.hex(at) : decimal;
}

/** `country,network,area,cell` from field `at` on, or null when they are no such thing. */
function servingCell(fields: TextFields, at: number): number[] | null {
  if (fields.count < at + 4) return null;
  const hexadecimal = isHexadecimal(fields, at);
  const values = [0, 1, 2, 3].map((index) => valueOf(fields, at + index, hexadecimal));
  return !isCountry(values[0]) || values.some(Number.isNaN) ? null : values;
}

/** True when a cell is in the fields from `at` on, be it one without a number. */
export const isServingCell = (fields: TextFields, at: number): boolean => servingCell(fields, at) !== null;

/** Puts the cell in the fields from `at` on. */
export function putServingCell(fix: Fix, fields: TextFields, at: number): void {
  const cell = servingCell(fields, at);
  if (cell) putCells(fix, [cell.join(',')]);
}

/** `count` groups of `size` fields from `at` on, each area, cell and a signal at `signal`. */
export function putCellList(
  fix: Fix,
  fields: TextFields,
  network: string,
  list: { readonly at: number; readonly count: number; readonly size: number; readonly signal: number },
): void {
  const cells: string[] = [];
  for (let index = 0; index < list.count; index++) {
    const at = list.at + index * list.size;
    const cell = `${network},${fields.number(at)},${fields.number(at + 1)}`;
    const signal = fields.number(at + list.signal);
    if (!cell.includes('NaN')) cells.push(Number.isNaN(signal) ? cell : `${cell},${signal}`);
  }
  putCells(fix, cells);
}
