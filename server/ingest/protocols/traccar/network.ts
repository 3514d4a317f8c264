import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { putAttribute, putCells } from '../shared/index.ts';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** Cells and access points that the tracker heard, with their signals where they are sent. */
export function readNetwork(network: Fields, fix: Fix): void {
  const cells = listOf(network.cellTowers)
    .map((cell) => ({
      name: [cell.mobileCountryCode, cell.mobileNetworkCode, cell.locationAreaCode, cell.cellId],
      signal: cell.signalStrength,
    }))
    .filter(({ name }) => name.every((part) => typeof part === 'number'))
    .map(({ name, signal }) => (typeof signal === 'number' ? [...name, signal] : name).join(','));
  if (cells.length > 0) putCells(fix, cells);
  const points = listOf(network.wifiAccessPoints)
    .filter(({ macAddress }) => typeof macAddress === 'string')
    .map(({ macAddress, signalStrength }) =>
      [
        String(macAddress).toLowerCase().replaceAll(':', '-'),
        ...(typeof signalStrength === 'number' ? [signalStrength] : []),
      ].join(','),
    );
  if (points.length > 0) putAttribute(fix, 'wifi', points.join(';'));
}
