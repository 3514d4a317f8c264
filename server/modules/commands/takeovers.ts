import { MINUTE, toIso, type TimeSource } from '../../../src/domain/base/index.ts';
import { eventOf } from '../../../src/domain/events/index.ts';
import type { DeviceWire, Takeover } from '../../ingest/index.ts';
import { foundAt, recordFactFirings, type DetectionLedger } from '../../pipeline/index.ts';
import type { Database } from '../../store/database.types.ts';

/** A device of which two connections push each other out is recorded no more often than this. */
const EVERY = MINUTE;

interface TakeoverParts {
  readonly database: Database;
  readonly ledger: DetectionLedger;
  readonly wire: Pick<DeviceWire, 'onTakeover'>;
  readonly time: TimeSource;
  readonly logger: { warn(details: object, message: string): void };
}

/** Records each connection that took the place of another address, for the audit of the owner and for rules. */
export function recordTakeovers(parts: TakeoverParts): { settled(): Promise<void>; close(): Promise<void> } {
  const { wire, time, logger } = parts;
  const recordedAt = new Map<number, number>();
  let work: Promise<void> = Promise.resolve();
  const undo = wire.onTakeover((takeover) => {
    const { deviceId } = takeover.device;
    const now = time.now();
    if (now - (recordedAt.get(deviceId) ?? Number.NEGATIVE_INFINITY) < EVERY) return;
    recordedAt.set(deviceId, now);
    work = work
      .then(() => record(parts, takeover, now))
      .catch((error: unknown) => logger.warn({ error: String(error) }, 'a takeover of a device could not be recorded'));
  });
  return {
    settled: () => work,
    async close() {
      undo();
      await work;
    },
  };
}

async function record({ database, ledger }: TakeoverParts, takeover: Takeover, now: number): Promise<void> {
  const { device, protocol, from, to } = takeover;
  const { deviceId, unitId } = device;
  await database.transaction(async (transaction) => {
    const [owned] = await transaction.query<{ account_id: number; name: string }>(
      'select account_id, name from device where id = $1',
      [deviceId],
    );
    if (!owned) return;
    const [{ id }] = await transaction.query<{ id: number }>(
      `insert into device_takeover (device_id, unit_id, at, protocol, from_address, to_address)
       values ($1, nullif($2::int8, 0), $3, $4, $5, $6) returning id`,
      [deviceId, unitId, new Date(now), protocol, from, to],
    );
    await transaction.appendEvent(
      eventOf(
        { kind: 'deviceTakenOver', data: { name: owned.name, protocol, from_address: from, to_address: to } },
        { account_id: owned.account_id, subject_id: deviceId, user_id: null, time: toIso(now) },
      ),
    );
    if (unitId !== 0)
      await recordFactFirings(
        transaction,
        ledger,
        [{ unitId, key: `takeover ${id}`, found: foundAt('deviceTakenOver', now) }],
        now,
      );
  });
}
