import { admitsProtocol } from '../../../src/domain/device/index.ts';
import type { Instant } from '../../../src/domain/base/index.ts';
import type { Position } from '../../../src/domain/telemetry/index.ts';
import type { Queryable } from '../../store/database.types.ts';

/** Another device that the unit carries, or carried. */
interface Fellow {
  readonly from: Instant;
  readonly to: Instant;
  /** Null: it was deleted, so it may have spoken any protocol. */
  readonly speaks: { readonly lock: string; readonly model: string } | null;
}

export type IsOfDevice = (position: Pick<Position, 'protocol' | 'received_at'>) => boolean;

interface Row {
  id: number;
  protocol_lock: string;
  device_model: string;
}

/**
 * Which messages of a unit can be of one of its devices alone, for who holds that device and does not see the unit. A
 * message says its protocol and when it came, not which device sent it: what another device of the unit may have sent
 * is left out. Null where the unit carried no other device since `since`.
 */
export async function onlyOfDevice(
  database: Queryable,
  deviceId: number,
  unitId: number,
  since: Date | null,
): Promise<IsOfDevice | null> {
  const mounted = await database.query<{ device_id: number; mounted_at: Date | null }>(
    'select device_id, mounted_at from unit_device where unit_id = $1 and device_id <> $2',
    [unitId, deviceId],
  );
  const removed = await removedFrom(database, deviceId, unitId, since);
  if (mounted.length + removed.length === 0) return null;
  const devices = await database.query<Row>(
    'select id, protocol_lock, device_model from device where id = any($1::int8[])',
    [[deviceId, ...mounted.map((row) => row.device_id), ...removed.map((row) => row.device_id)]],
  );
  const speaksOf = (id: number): Fellow['speaks'] => {
    const found = devices.find((row) => row.id === id);
    return found ? { lock: found.protocol_lock, model: found.device_model } : null;
  };
  const fellows: Fellow[] = [
    ...mounted.map((row) => ({
      from: row.mounted_at?.getTime() ?? Number.NEGATIVE_INFINITY,
      to: Number.POSITIVE_INFINITY,
      speaks: speaksOf(row.device_id),
    })),
    ...removed.map((row) => ({
      from: Number.NEGATIVE_INFINITY,
      to: row.time.getTime(),
      speaks: speaksOf(row.device_id),
    })),
  ];
  const own = speaksOf(deviceId);
  return (position) => {
    const received = Date.parse(position.received_at);
    const maySpeak = (speaks: Fellow['speaks']) =>
      speaks === null || admitsProtocol(speaks.lock, speaks.model, position.protocol);
    // Positions that were imported into the unit are its owner's.
    if (position.protocol === 'import' || !maySpeak(own)) return false;
    return !fellows.some(({ from, to, speaks }) => received >= from && received <= to && maySpeak(speaks));
  };
}

/** Devices that were taken out of the unit since then, by the log of its owner, with when. */
function removedFrom(
  database: Queryable,
  deviceId: number,
  unitId: number,
  since: Date | null,
): Promise<{ device_id: number; time: Date }[]> {
  return database.query(
    `select before.id::int8 as device_id, max(e.time) as time
     from unit u join event e on e.account_id = u.account_id and e.subject_type = 'unit' and e.subject_id = u.id and e.kind = 'unitUpdated'
     cross join lateral jsonb_array_elements_text(e.data -> 'before' -> 'device_ids') as before (id)
     where u.id = $1 and ($3::timestamptz is null or e.time > $3) and before.id::int8 <> $2
       and not (e.data -> 'after' -> 'device_ids') @> to_jsonb(before.id::int8)
     group by 1`,
    [unitId, deviceId, since],
  );
}
