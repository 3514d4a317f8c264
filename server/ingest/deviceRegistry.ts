import { subjectsOf } from '../../src/domain/events/index.ts';
import { admitsProtocol, clockOffsetMinutes } from '../../src/domain/device/index.ts';
import { followTable, type Database, type FollowedTable, type Queryable } from '../store/index.ts';
import { admitsAddress } from './addresses.ts';
import type { DeviceHandle } from './types.ts';

/** A device as the registry keeps it: the handles that connections hold change with it. */
type StoredHandle = { -readonly [Key in keyof DeviceHandle]: DeviceHandle[Key] };

interface DeviceRow {
  [column: string]: unknown;
  identifier: string;
  device_id: number;
  unit_id: number | null;
  password_secret: string | null;
  device_model: string;
  clock_offset: string;
  account_id: number;
  status: string;
  protocol_lock: string;
  networks: string[];
}

/**
 * Only an active device is listened to: reports of others are counted, as those of a device in no unit (domain/device).
 */
const SELECT = `
  select d.unique_identifier as identifier, d.id as device_id,
         case when d.status = 'ACTIVE' then l.unit_id end as unit_id, d.password_secret, d.device_model, d.clock_offset,
         d.account_id, d.status, d.protocol_lock, d.networks
  from device d left join unit_device l on l.device_id = d.id`;

/** Devices that events are about, and units: those may carry others. */
interface Changed {
  readonly devices: readonly number[];
  readonly units: readonly number[];
}

/** Every registered device by identifier, in memory: logins do not wait for the database. */
export class DeviceRegistry {
  readonly #byIdentifier = new Map<string, StoredHandle>();
  readonly #byDevice = new Map<number, StoredHandle>();
  /** Whose each device is and its status, to say when they change. */
  readonly #ownership = new Map<number, string>();
  readonly #listeners = new Set<(deviceId: number) => void>();
  readonly #decrypt: (secret: string) => string;

  /** `decrypt` opens stored device passwords. */
  constructor(decrypt: (secret: string) => string = (secret) => secret) {
    this.#decrypt = decrypt;
  }

  get size(): number {
    return this.#byIdentifier.size;
  }

  /** The device with exactly this identifier, or null. */
  find(identifier: string): DeviceHandle | null {
    return this.#byIdentifier.get(identifier) ?? null;
  }

  /** Calls back when a device has another unit, owner, identifier or status, or is gone. Returns an undo. */
  onChanged(listener: (deviceId: number) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Adds a device or changes it in place, so that connections that are logged in follow. */
  add(device: DeviceHandle, ownership = ''): void {
    const known = this.#byDevice.get(device.deviceId);
    const isOther =
      known !== undefined && (known.unitId !== device.unitId || this.#ownership.get(device.deviceId) !== ownership);
    if (known && known.identifier !== device.identifier) this.#forget(known);
    const handle = this.#byIdentifier.get(device.identifier) ?? { ...device };
    this.#byDevice.delete(handle.deviceId);
    Object.assign(handle, device);
    this.#byIdentifier.set(device.identifier, handle);
    this.#byDevice.set(device.deviceId, handle);
    this.#ownership.set(device.deviceId, ownership);
    if (isOther) this.#notify(device.deviceId);
  }

  /** Takes a device out; connections that hold it bring nothing to a unit any more. */
  remove(identifier: string): void {
    const handle = this.#byIdentifier.get(identifier);
    if (handle) this.#forget(handle);
  }

  /** Reads all devices. */
  async load(database: Queryable): Promise<void> {
    const rows = await database.query<DeviceRow>(SELECT);
    const present = new Set(rows.map((row) => row.device_id));
    for (const [deviceId, handle] of this.#byDevice) if (!present.has(deviceId)) this.#forget(handle);
    for (const row of rows) this.#addRow(row);
  }

  /** Reads all devices and keeps the registry true to the database; a failure is handed to `onFailure`. */
  follow(database: Queryable & Pick<Database, 'onEvents'>, onFailure: (error: unknown) => void): FollowedTable {
    return followTable<Changed>({
      name: 'devices',
      database,
      readAll: () => this.load(database),
      changeOf(events) {
        const changed = { devices: subjectsOf(events, 'device'), units: subjectsOf(events, 'unit') };
        return changed.devices.length + changed.units.length === 0 ? null : changed;
      },
      read: (changed) => this.#refresh(database, changed),
      onFailure,
    });
  }

  async #refresh(database: Queryable, { devices, units }: Changed): Promise<void> {
    const deviceIds = [...devices];
    const unitIds = new Set(units);
    // Devices that were in these units and those that are now.
    for (const handle of this.#byDevice.values()) if (unitIds.has(handle.unitId)) deviceIds.push(handle.deviceId);
    const rows = await database.query<DeviceRow>(
      `${SELECT} where d.id = any($1::int8[]) or d.id in (select device_id from unit_device where unit_id = any($2::int8[]))`,
      [deviceIds, units],
    );
    const present = new Set(rows.map((row) => row.device_id));
    for (const deviceId of deviceIds) {
      const handle = this.#byDevice.get(deviceId);
      if (handle && !present.has(deviceId)) this.#forget(handle);
    }
    for (const row of rows) this.#addRow(row);
  }

  #addRow(row: DeviceRow): void {
    const { account_id: accountId, protocol_lock: lock, device_model: model, networks } = row;
    const isAdmitted = admitsAddress(networks);
    const device: DeviceHandle = {
      identifier: row.identifier,
      deviceId: row.device_id,
      unitId: row.unit_id ?? 0,
      password: row.password_secret === null || row.password_secret === '' ? null : this.#decrypt(row.password_secret),
      lock: {
        key: [accountId, lock, lock === 'model' ? model : '', ...networks].join('\n'),
        accountId,
        admitsProtocol: (protocol) => admitsProtocol(lock, model, protocol),
        admitsAddress: isAdmitted,
      },
      model,
      clockOffset: clockOffsetMinutes(row.clock_offset),
    };
    this.add(device, `${accountId} ${row.status}`);
  }

  #forget(handle: StoredHandle): void {
    this.#byIdentifier.delete(handle.identifier);
    this.#byDevice.delete(handle.deviceId);
    handle.unitId = 0;
    this.#ownership.delete(handle.deviceId);
    this.#notify(handle.deviceId);
  }

  #notify(deviceId: number): void {
    for (const listener of this.#listeners) listener(deviceId);
  }
}
