import { SENSOR_TYPE_CODES, sensorTypeKey, type SensorType } from '../../../domain/sensor/index.ts';
import type { UnitColumn } from './cells.tsx';
import { SORT_KEYS } from './unitRows.ts';

/** A column of the list: of the unit, or the first sensor of a type. */
export type ListColumnId = UnitColumn | `sensor:${SensorType}`;

export interface ColumnPlace<Id extends ListColumnId = ListColumnId> {
  readonly id: Id;
  readonly labelKey: string;
  readonly width: number;
  readonly align: 'start' | 'end';
  readonly sortable: boolean;
  /** False: hidden until it is chosen. */
  readonly shown: boolean;
  /** The sensor type whose values it shows. */
  readonly sensor: SensorType | null;
}

const WIDTHS: Readonly<Record<UnitColumn, number>> = {
  name: 210,
  state: 130,
  speed: 90,
  lastSeen: 170,
  status: 110,
  account: 180,
  kind: 100,
  device: 130,
  identifier: 160,
  position: 240,
  labels: 180,
  allocated: 180,
  driver: 160,
};
/** In the order in which they stand. */
const OF_UNIT: readonly UnitColumn[] = [
  'name',
  'state',
  'speed',
  'lastSeen',
  'driver',
  'status',
  'account',
  'kind',
  'device',
  'identifier',
  'position',
  'labels',
  'allocated',
];
const HIDDEN: ReadonlySet<UnitColumn> = new Set(['labels', 'allocated']);
const SENSOR_WIDTH = 130;

/** Every column that the list can show; the first one names the row and cannot be hidden. */
const UNIT_COLUMNS: readonly ColumnPlace<UnitColumn>[] = OF_UNIT.map((id) => ({
  id,
  labelKey: `units.list.${id}`,
  width: WIDTHS[id],
  align: id === 'speed' ? 'end' : 'start',
  sortable: SORT_KEYS.some((key) => key === id),
  shown: !HIDDEN.has(id),
  sensor: null,
}));

export const SENSOR_COLUMNS: readonly ColumnPlace[] = SENSOR_TYPE_CODES.map((sensor) => ({
  id: `sensor:${sensor}`,
  labelKey: sensorTypeKey(sensor),
  width: SENSOR_WIDTH,
  align: 'end',
  sortable: false,
  shown: false,
  sensor,
}));

export const ALL_COLUMNS: readonly ColumnPlace[] = [...UNIT_COLUMNS, ...SENSOR_COLUMNS];

/** True for a column of the unit itself. */
export const isUnitColumn = (column: ColumnPlace): column is ColumnPlace<UnitColumn> => column.sensor === null;
