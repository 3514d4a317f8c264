import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { putCells, toHex, u16, unsigned } from '../shared/index.ts';

/** Bytes of a cell's area and number; some models always write the network in two bytes. */
export interface CellShape {
  readonly area: 2 | 4;
  readonly cell: 3 | 4 | 8;
  readonly wideNetwork?: true;
}

/** The usual cell, 2G and 3G. */
export const CELL: CellShape = { area: 2, cell: 3 };
/** With a number of four bytes. */
export const LONG_CELL: CellShape = { area: 2, cell: 4 };
/** With a number and a network that are longer. */
export const WIDE_CELL: CellShape = { area: 2, cell: 4, wideNetwork: true };
export const CELL_4G: CellShape = { area: 4, cell: 8 };

interface Network {
  readonly text: string;
  readonly size: 3 | 4;
}

const isCountry = (code: number): boolean => code === 0 || (code >= 200 && code <= 999);

/**
 * Country and network at `at`; the high bit of the country says that the network has two bytes. Null when it is no
 * country: they are numbered from 200, and 0 is sent by who hears none.
 */
function readNetwork(bytes: Uint8Array, at: number, end: number, wideNetwork = false): Network | null {
  if (at + 3 > end) return null;
  const country = u16(bytes, at);
  const wide = wideNetwork || (country & 0x8000) !== 0;
  if (!isCountry(country & 0x7fff) || (wide && at + 4 > end)) return null;
  return { text: `${country & 0x7fff},${wide ? u16(bytes, at + 2) : bytes[at + 2]}`, size: wide ? 4 : 3 };
}

/** The serving cell. Answers how many bytes it took, 0 when it does not fit. */
export function readCell(fix: Fix, bytes: Uint8Array, at: number, end: number, shape = CELL): number {
  const network = readNetwork(bytes, at, end, shape.wideNetwork);
  if (!network) return 0;
  const size = network.size + shape.area + shape.cell;
  if (at + size > end) return 0;
  putCells(fix, [`${network.text},${cellText(bytes, at + network.size, shape)}`]);
  return size;
}

const cellText = (bytes: Uint8Array, at: number, { area, cell }: CellShape): string =>
  `${unsigned(bytes, at, area)},${unsigned(bytes, at + area, cell)}`;

/** Up to `count` cells with signal after a country and network. Answers where they end, or -1. */
export function readCells(fix: Fix, bytes: Uint8Array, at: number, end: number, count: number, shape = CELL): number {
  const network = readNetwork(bytes, at, end, shape.wideNetwork);
  return network ? listCells(fix, bytes, at + network.size, end, count, shape, network.text) : -1;
}

/** As {@link readCells}, where a byte is between network and cells: their number. */
export function readCountedCells(fix: Fix, bytes: Uint8Array, at: number, end: number, shape = CELL): number {
  const network = readNetwork(bytes, at, end, shape.wideNetwork);
  if (!network || at + network.size >= end) return -1;
  return listCells(fix, bytes, at + network.size + 1, end, bytes[at + network.size], shape, network.text);
}

function listCells(
  fix: Fix,
  bytes: Uint8Array,
  at: number,
  end: number,
  count: number,
  shape: CellShape,
  network: string,
): number {
  const size = shape.area + shape.cell + 1;
  const cells: string[] = [];
  let next = at;
  for (let index = 0; index < count && next + size <= end; index++, next += size) {
    const text = cellText(bytes, next, shape);
    if (!text.startsWith('0,')) cells.push(`${network},${text},${bytes[next + size - 1]}`);
  }
  putCells(fix, cells);
  return next;
}

/** Access points of `size` bytes each: address at `address`, signal at `signal`. Answers where they end. */
export function readAccessPoints(
  fix: Fix,
  bytes: Uint8Array,
  at: number,
  end: number,
  count: number,
  shape: { size: number; address: number; signal: number } = { size: 7, address: 0, signal: 6 },
): number {
  const points: string[] = [];
  let from = at;
  for (let index = 0; index < count && from + shape.size <= end; index++, from += shape.size) {
    const address = toHex(bytes, from + shape.address, from + shape.address + 6);
    if (/[^0]/.test(address)) points.push(`${(address.match(/../g) ?? []).join('-')},${bytes[from + shape.signal]}`);
  }
  if (points.length > 0) fix.attributes.set('wifi', points.join(';'));
  return from;
}
