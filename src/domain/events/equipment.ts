import type { Allocation } from '../allocation/index.ts';
import type { DeviceCommandForm } from '../command/index.ts';
import type { CreateDevice, DeviceSettings, DeviceStatus } from '../device/index.ts';
import type { SensorForm } from '../sensor/index.ts';
import type { CreateUnit, UnitDetails, UnitStatus, UnitSummary } from '../unit/index.ts';
import { about, type Changes, type Created, type Deleted, type StatusChanged } from './event.ts';

/** With the whole summary, for lists that fold it. */
type UnitCreated = UnitSummary & { readonly device_ids: readonly number[]; readonly after: CreateUnit };

interface UnitRenamed {
  readonly name: string;
  readonly previous_name: string;
}

/** What its owner reads: the form without the name, and what lists show of the devices. Its holder reads less. */
type UnitFields = Omit<CreateUnit, 'name'> & Pick<UnitSummary, 'identifiers' | 'device_model'>;

/** Without `before` and `after` where the reader sees nothing of what changed. */
type UnitUpdated = { readonly name: string } & Partial<Changes<UnitFields>>;

interface UnitDeleted {
  readonly name: string;
  /** The rest is its owner's to know. */
  readonly before?: UnitDetails;
  readonly freed_devices?: readonly {
    readonly device_id: number;
    readonly name: string;
    readonly unique_identifier: string;
  }[];
}

interface UnitAllocation extends Pick<
  Allocation,
  'allocation_id' | 'account_id' | 'account_name' | 'start_date' | 'end_date' | 'device_ids'
> {
  readonly name: string;
  readonly owner_account_id: number;
  /** It ended before it had begun. */
  readonly taken_back?: true;
  /** The unit as the account of this log sees it now; null when it does not. */
  readonly unit: UnitSummary | null;
}

type DeviceForm = Omit<CreateDevice, 'device_password'>;

interface DeviceUpdated extends Partial<Changes<DeviceForm>> {
  readonly name: string;
  /** What went with the model that it had. */
  readonly cleared?: { readonly sensors: number; readonly commands: number };
  readonly password_changed?: true;
}

interface DeviceDeleted {
  readonly name: string;
  /** Its owner's to know. */
  readonly before?: DeviceForm;
}

/** A connection took the place of another one, which came from another address and had fallen silent. */
interface TakenOver {
  readonly name: string;
  readonly protocol: string;
  readonly from_address: string;
  readonly to_address: string;
}

interface DeviceAllocation extends Partial<Pick<Allocation, 'start_date' | 'end_date'>> {
  readonly name: string;
  /** The account's name. */
  readonly allocated_to: string;
}

interface OfSensor {
  readonly sensor: string;
}

interface OfCommand {
  readonly command: string;
}

type CommandChanged = { readonly name: string } & OfCommand &
  Partial<Changes<DeviceCommandForm>> & { readonly password_changed?: true };

/** A command on its way to a device. */
interface CommandMoved {
  readonly name: string;
  readonly unit_id: number | null;
  readonly device_id: number;
  /** The device's name and the text, when somebody asks for it... */
  readonly device?: string;
  readonly text?: string;
  /** ...and what the device said, later. */
  readonly answer?: string;
  /** The address of the connection that a dangerous command waits for a confirmation of, or that was confirmed. */
  readonly address?: string;
}

const unit = about('unit');
const device = about('device');
const command = about('command');

/** Units and the devices that they carry. */
export const equipmentEvents = {
  unitCreated: unit<UnitCreated>(),
  unitRenamed: unit<UnitRenamed>(),
  unitUpdated: unit<UnitUpdated>(),
  unitStatusChanged: unit<StatusChanged<UnitStatus>>(),
  unitDeleted: unit<UnitDeleted>(),
  unitAllocated: unit<UnitAllocation>(),
  unitAllocationBegan: unit<UnitAllocation>(),
  unitAllocationEnded: unit<UnitAllocation>(),
  deviceCreated: device<Created<DeviceForm>>(),
  deviceUpdated: device<DeviceUpdated>(),
  deviceStatusChanged: device<StatusChanged<DeviceStatus>>(),
  deviceSettingsChanged: device<{ readonly name: string } & Changes<DeviceSettings>>(),
  deviceTakenOver: device<TakenOver>(),
  deviceDeleted: device<DeviceDeleted>(),
  deviceAllocated: device<DeviceAllocation>(),
  deviceAllocationBegan: device<DeviceAllocation>(),
  deviceAllocationEnded: device<DeviceAllocation>(),
  sensorCreated: device<OfSensor & Created<SensorForm>>(),
  sensorUpdated: device<OfSensor & { readonly name: string } & Changes<SensorForm>>(),
  sensorDeleted: device<OfSensor & Deleted<Partial<SensorForm>>>(),
  deviceCommandCreated: device<OfCommand & Created<DeviceCommandForm>>(),
  deviceCommandUpdated: device<CommandChanged>(),
  deviceCommandDeleted: device<OfCommand & Deleted<DeviceCommandForm>>(),
  commandQueued: command<CommandMoved>(),
  commandAwaitsConfirmation: command<CommandMoved>(),
  commandConfirmed: command<CommandMoved>(),
  commandSent: command<CommandMoved>(),
  commandAnswered: command<CommandMoved>(),
  commandRefused: command<CommandMoved>(),
  commandTimedOut: command<CommandMoved>(),
  commandCancelled: command<CommandMoved>(),
  commandExpired: command<CommandMoved>(),
};
