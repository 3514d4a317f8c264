import { DEFAULT_TRIP_DETECTOR, type TripDetectorSettings } from '../../src/domain/detection/trips/index.ts';
import { sensorSchema, type SensorForm, type SensorType } from '../../src/domain/sensor/index.ts';
import type { Transaction } from '../store/database.types.ts';
import { reserveIds } from '../store/index.ts';
import type { RosterEntry } from './roster.ts';

/** Operators of the SIM cards, as they are met where the companies work. */
const OPERATORS = ['Orange', 'Vodafone', 'MegaFon', 'MTS', 'Hamrah-e-Avval', 'Irancell'] as const;
/** Every so many devices one has no card of its own: phones, and those on the shelf. */
const SIM_NUMBER_BASE = 70_000_000_000;

/**
 * Trips as an installer sets them up: the product's own default of 20 satellites would refuse nearly every fix
 * (domain reference, section 0), and a lorry goes further than a kilometre between two reports.
 */
const ON_VEHICLES: TripDetectorSettings = {
  ...DEFAULT_TRIP_DETECTOR,
  min_satellites: 4,
  max_dist_in_msgs: 10_000,
  max_intrl_in_msgs: 600,
};
/** A trailer's device sleeps for most of an hour, and reports every ten minutes on the road. */
const ON_TRAILERS: TripDetectorSettings = { ...ON_VEHICLES, max_dist_in_msgs: 30_000, max_intrl_in_msgs: 4_000 };

/** What makes trips of the unit's reports. */
export const tripDetectorOf = ({ vehicle }: Pick<RosterEntry, 'vehicle'>): TripDetectorSettings =>
  vehicle.kind === 'asset' ? ON_TRAILERS : ON_VEHICLES;

const sensor = (type: SensorType, name: string, parameter: string, more: Partial<SensorForm> = {}): SensorForm =>
  sensorSchema.validateSync({ type, name, field: type, parameter, table: { kind: 'none' }, ...more });

const GPS = sensor('gps', 'GPS', 'sats', { data_type: 'boolean' });
const IGNITION = sensor('ignition', 'Ignition', 'ignition', { data_type: 'boolean' });
const MILEAGE = sensor('mileage', 'Mileage', 'odometer', { multiplier: 0.001 });
const SUPPLY = sensor('external_voltage', 'Supply voltage', 'external_voltage', { minimum: 0, maximum: 40 });
const FUEL = sensor('fuel_level', 'Fuel level', 'fuel_level', { minimum: 0, maximum: 2_000 });
const HOLD = sensor('temperature', 'Hold temperature', 'temperature_1', { minimum: -40, maximum: 60 });
const BATTERY = sensor('battery_level', 'Battery', 'battery_level', { minimum: 0, maximum: 100 });

/** What the device on the vehicle measures. */
export function sensorsOf({
  equipment,
  protocol,
  vehicle,
}: Pick<RosterEntry, 'equipment' | 'protocol' | 'vehicle'>): SensorForm[] {
  if (equipment.phone) return [GPS, BATTERY];
  const wired = protocol === 'teltonika' || protocol === 'wialon_ips';
  return [
    GPS,
    ...(vehicle.kind === 'asset' ? [] : [IGNITION]),
    ...(wired ? [MILEAGE, SUPPLY] : [BATTERY]),
    ...(equipment.fuelProbe ? [FUEL] : []),
    ...(Number.isNaN(equipment.setPoint) ? [] : [HOLD]),
  ];
}

/** Fits devices that were just made: their cards, their sensors, and what makes trips of their reports. */
export async function fitDevices(
  transaction: Transaction,
  entries: readonly RosterEntry[],
  owners: readonly number[],
  devices: readonly number[],
  time: string,
): Promise<void> {
  const cards = entries.flatMap((entry, index) =>
    entry.equipment.phone
      ? []
      : [
          {
            index,
            number: String(SIM_NUMBER_BASE + entry.index * 7),
            operator: OPERATORS[entry.index % OPERATORS.length],
          },
        ],
  );
  await transaction.query(
    `update device set trip_detector = fitted.trip_detector::jsonb, sim_number_1 = coalesce(card.number, ''), sim_operator_1 = coalesce(card.operator, '')
     from unnest($1::int8[], $2::text[]) as fitted (id, trip_detector)
     left join unnest($3::int8[], $4::text[], $5::text[]) as card (device_id, number, operator) on card.device_id = fitted.id
     where device.id = fitted.id`,
    [
      devices,
      entries.map((entry) => JSON.stringify(tripDetectorOf(entry))),
      cards.map(({ index }) => devices[index]),
      cards.map(({ number }) => number),
      cards.map(({ operator }) => operator),
    ],
  );
  await insertCards(
    transaction,
    cards.map(({ index, number, operator }) => ({ account: owners[index], number, operator })),
    time,
  );
  await insertSensors(
    transaction,
    entries.flatMap((entry, index) =>
      sensorsOf(entry).map((form, position) => ({ device: devices[index], form, position })),
    ),
    time,
  );
}

async function insertCards(
  transaction: Transaction,
  cards: readonly { account: number; number: string; operator: string }[],
  time: string,
): Promise<void> {
  if (cards.length === 0) return;
  const ids = await reserveIds(transaction, 'sim', cards.length);
  await transaction.query(
    `insert into sim (id, account_id, sim_number, sim_operator, created_at)
     select id, account_id, number, operator, $5 from unnest($1::int8[], $2::int8[], $3::text[], $4::text[]) as row (id, account_id, number, operator)`,
    [
      ids,
      cards.map(({ account }) => account),
      cards.map(({ number }) => number),
      cards.map(({ operator }) => operator),
      time,
    ],
  );
}

/** There are thousands of sensors and a handful of definitions: those are sent, and read by the database, once. */
async function insertSensors(
  transaction: Transaction,
  sensors: readonly { device: number; form: SensorForm; position: number }[],
  time: string,
): Promise<void> {
  const ids = await reserveIds(transaction, 'sensor', sensors.length);
  const forms = [...new Set(sensors.map(({ form }) => form))];
  const places = new Map(forms.map((form, index) => [form, index + 1]));
  await transaction.query(
    `with form as materialized (select place, text::jsonb as definition from unnest($5::text[]) with ordinality as row (text, place))
     insert into sensor (id, device_id, position, field, name, type, definition, created_at)
     select made.id, device_id, position, definition ->> 'field', definition ->> 'name', definition ->> 'type', definition, $6
     from unnest($1::int8[], $2::int8[], $3::int4[], $4::int8[]) as made (id, device_id, position, place) join form using (place)`,
    [
      ids,
      sensors.map(({ device }) => device),
      sensors.map(({ position }) => position),
      sensors.map(({ form }) => places.get(form)),
      forms.map((form) => JSON.stringify(form)),
      time,
    ],
  );
}
