/**
 * Attributes a device sends beside its position (ignition, fuel, voltage, ...).
 * A known attribute has a fixed number and a decimal scale, so that journal, track block and
 * live details can carry it as a whole number. Unknown ones ("io200") get numbers from
 * {@link FIRST_DYNAMIC_ATTRIBUTE} up, handed out by the store.
 */
export type AttributeKind = 'boolean' | 'number' | 'text';

export interface AttributeDefinition {
  readonly id: number;
  readonly kind: AttributeKind;
  /** Stored value = Math.round(value * scale); 1 keeps whole numbers. Ignored for text. */
  readonly scale: number;
  /** Unit of measure of the value that people see, empty when it has none. */
  readonly unit: string;
}

const number = (id: number, scale: number, unit: string): AttributeDefinition => ({ id, kind: 'number', scale, unit });
const boolean = (id: number): AttributeDefinition => ({ id, kind: 'boolean', scale: 1, unit: '' });
const text = (id: number): AttributeDefinition => ({ id, kind: 'text', scale: 1, unit: '' });

/** Names are the ones shown in the API's `attributes` object. */
export const ATTRIBUTES = {
  ignition: boolean(1),
  motion: boolean(2),
  external_voltage: number(3, 1000, 'V'),
  battery_voltage: number(4, 1000, 'V'),
  battery_level: number(5, 10, '%'),
  charging: boolean(6),
  gsm_signal: number(7, 10, '%'),
  odometer: number(8, 1, 'm'),
  trip_odometer: number(9, 1, 'm'),
  engine_hours: number(10, 1000, 'h'),
  fuel_level: number(11, 100, 'l'),
  fuel_percent: number(12, 10, '%'),
  fuel_used: number(13, 1000, 'l'),
  temperature_1: number(14, 100, '°C'),
  temperature_2: number(15, 100, '°C'),
  temperature_3: number(16, 100, '°C'),
  temperature_4: number(17, 100, '°C'),
  humidity_1: number(18, 10, '%'),
  hdop: number(19, 100, ''),
  pdop: number(20, 100, ''),
  accuracy: number(21, 10, 'm'),
  can_speed: number(22, 10, 'km/h'),
  engine_speed: number(23, 1, 'rpm'),
  engine_load: number(24, 10, '%'),
  coolant_temperature: number(25, 10, '°C'),
  driver_key: text(26),
  alarm: text(27),
  event: number(28, 1, ''),
  digital_inputs: number(29, 1, ''),
  digital_outputs: number(30, 1, ''),
  analog_1: number(31, 1000, 'V'),
  analog_2: number(32, 1000, 'V'),
  analog_3: number(33, 1000, 'V'),
  analog_4: number(34, 1000, 'V'),
  operator: number(35, 1, ''),
  sleep_mode: number(36, 1, ''),
  data_mode: number(37, 1, ''),
  cell: text(38),
  wifi: text(39),
  harsh_event: text(40),
  vin: text(41),
  activity: text(42),
  battery_step: number(43, 1, ''),
  armed: boolean(44),
  blocked: boolean(45),
  archive: boolean(46),
  door: boolean(47),
  reason: number(48, 1, ''),
  mock: boolean(49),
  message: text(50),
  /** The position was worked out from cell towers or Wi-Fi, by the device or by a server before us. */
  approximate: boolean(51),
  /** Weeks that were added to the device's date, because its GPS week counter had turned over. */
  week_rollover: number(52, 1, ''),
} as const satisfies Record<string, AttributeDefinition>;

export type AttributeName = keyof typeof ATTRIBUTES;

/** Numbers below this are fixed here; the store numbers names it meets from here up. */
export const FIRST_DYNAMIC_ATTRIBUTE = 256;

/** A decoded attribute value as the API and the charts see it. */
export type AttributeValue = number | boolean | string;
