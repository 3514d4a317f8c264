import { commandsOf, type CommandTemplate } from '../command/index.ts';
import { SENSOR_TYPES, type Multiplier, type SensorType } from '../sensor/index.ts';
import type { AttributeKind, ProtocolName } from '../telemetry/index.ts';
import { MODEL_TABLE, type ModelFeature } from './modelTable.ts';

/** How many wires of each sort a device has. */
interface DevicePorts {
  readonly digitalInputs: number;
  readonly analogInputs: number;
  readonly outputs: number;
}

/** A sensor that a device of a model usually has; its name is the type's, with a number where there are several. */
export interface SuggestedSensor {
  readonly type: SensorType;
  readonly parameter: string;
  readonly field: string;
  readonly data_type: AttributeKind;
  readonly multiplier: Multiplier;
  /** Counts sensors of one type from 1; 0 where there is one only. */
  readonly number: number;
}

/** A make and type of devices. */
export interface DeviceModel {
  /** What a device's `device_model` holds. */
  readonly code: string;
  readonly manufacturer: string;
  /** As people know it. */
  readonly name: string;
  readonly protocol: ProtocolName;
  readonly ports: DevicePorts;
  /** Satellites that its fixes should have at least. */
  readonly minSatellites: number;
  readonly suggestedSensors: readonly SuggestedSensor[];
  /** Codes of the library's commands that it takes. */
  readonly commands: readonly string[];
}

const FEATURES: Readonly<Record<ModelFeature, readonly (readonly [type: SensorType, parameter: string])[]>> = {
  gps: [
    ['gps', 'sats'],
    ['satellites', 'sats'],
  ],
  ignition: [['ignition', 'ignition']],
  power: [['external_voltage', 'external_voltage']],
  battery: [['battery_voltage', 'battery_voltage']],
  batteryLevel: [['battery_level', 'battery_level']],
  signal: [['gsm_signal', 'gsm_signal']],
  odometer: [['mileage', 'odometer']],
  hdop: [['hdop', 'hdop']],
  can: [
    ['fuel_level', 'fuel_level'],
    ['engine_speed', 'engine_speed'],
    ['speed', 'can_speed'],
    ['coolant_temperature', 'coolant_temperature'],
  ],
  fuel: [['fuel_level', 'fuel_level']],
  oneWire: [
    ['temperature', 'temperature_1'],
    ['driver', 'driver_key'],
  ],
  driver: [['driver', 'driver_key']],
  temperature: [['temperature', 'temperature_1']],
  door: [['door', 'door']],
  alarm: [['alarm', 'alarm']],
};

function suggestions(features: readonly ModelFeature[]): SuggestedSensor[] {
  const pairs = features.flatMap((feature) => FEATURES[feature]);
  return pairs.map(([type, parameter], index) => {
    const { dataTypes, multiplier } = SENSOR_TYPES[type];
    const earlier = pairs.slice(0, index).filter(([other]) => other === type).length;
    const several = pairs.filter(([other]) => other === type).length > 1;
    // An alarm says its kind as a word.
    const data_type = parameter === 'alarm' ? 'text' : dataTypes[0];
    return {
      type,
      parameter,
      field: several ? `${type}_${earlier + 1}` : type,
      data_type,
      multiplier,
      number: several ? earlier + 1 : 0,
    };
  });
}

/** A place with its height takes four satellites. What applies where nothing is known of a tracker. */
export const USUAL_SATELLITES = 4;
/** Trackers in a bag or among a load see less of the sky: three satellites give a place. */
const CARRIED_SATELLITES = 3;

const isCarried = (features: readonly ModelFeature[]): boolean =>
  features.includes('batteryLevel') && !features.includes('ignition');

/** Without an output there is nothing that could cut an engine. */
const OUTPUT_COMMANDS: ReadonlySet<string> = new Set([
  'engineCut',
  'engineRestore',
  'engineCutPassword',
  'engineRestorePassword',
  'setOutputs',
  'pulseOutput',
]);
const needsOutput = ({ code }: CommandTemplate): boolean => OUTPUT_COMMANDS.has(code);

/** Devices that are met in the field, for the protocols that the product speaks. Others are free text. */
export const DEVICE_MODELS: readonly DeviceModel[] = MODEL_TABLE.map(
  ({ code, name, manufacturer, protocol, ports, features, commands }) => ({
    code,
    name: name ?? code,
    manufacturer,
    protocol,
    ports: { digitalInputs: ports[0], analogInputs: ports[1], outputs: ports[2] },
    minSatellites: isCarried(features) ? CARRIED_SATELLITES : USUAL_SATELLITES,
    suggestedSensors: suggestions(features),
    commands:
      commands ??
      commandsOf(protocol)
        .filter((template) => ports[2] > 0 || !needsOutput(template))
        .map((template) => template.code),
  }),
);

const modelKey = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
const BY_KEY = new Map(
  DEVICE_MODELS.flatMap((model) =>
    [model.name, `${model.manufacturer} ${model.code}`, model.code].map((text) => [modelKey(text), model] as const),
  ),
);

/**
 * The model that a device's `device_model` names, in any case and with or without its maker; undefined for free text.
 */
export function deviceModel(text: string): DeviceModel | undefined {
  return BY_KEY.get(modelKey(text));
}

/** The protocol that a device of the model speaks, or null where the model is not known. */
export function protocolOfModel(text: string): ProtocolName | null {
  return deviceModel(text)?.protocol ?? null;
}

/**
 * Satellites that a fix needs at least while no trip detector is saved for the device: what its own fixes showed
 * (`learned`), else what suits the model, else the usual four.
 */
export function defaultSatellites(model: string, learned: number | null): number {
  return learned ?? deviceModel(model)?.minSatellites ?? USUAL_SATELLITES;
}

/** The library's commands that a device of the model takes; none where the model is not known. */
export function modelCommands(text: string): readonly CommandTemplate[] {
  const model = deviceModel(text);
  return model ? commandsOf(model.protocol, model.commands) : [];
}
