import { randomUUID } from 'node:crypto';
import type { TimeSource } from '../../src/domain/base/index.ts';
import { createDeviceWire, createIntake, DeviceRegistry, type IntakeService } from '../ingest/index.ts';
import type { Database, PositionStore, Sealer, UnreadMessages } from '../store/index.ts';
import type { Closers } from './closers.ts';
import type { Logger } from './product.types.ts';
import { startRereading } from './unread.ts';

interface IngestParts {
  readonly database: Database;
  readonly positions: PositionStore;
  readonly unread: UnreadMessages;
  readonly sealer: Sealer;
  readonly time: TimeSource;
  readonly logger: Logger;
  readonly closers: Closers;
}

export interface Ingest {
  readonly intake: IntakeService;
  readonly deviceWire: ReturnType<typeof createDeviceWire>;
}

/** The intake of reports and the connections to devices; its listeners are opened last, when all is there. */
export async function openIngest(parts: IngestParts): Promise<Ingest> {
  const { database, positions, sealer, time, logger, closers } = parts;
  // A password that cannot be opened any more is one that no device knows.
  const registry = new DeviceRegistry((secret) => sealer.open(secret) ?? randomUUID());
  const devices = registry.follow(database, (error) =>
    logger.warn({ error: String(error) }, 'devices could not be read; trying again'),
  );
  closers.add('device registry', () => devices.close());
  await devices.current();
  const deviceWire = createDeviceWire({ logger, now: time.now });
  const intake = createIntake({ registry, store: positions, logger, now: time.now, switchboard: deviceWire });
  closers.add('unclaimed devices', await intake.keepUnclaimed(database));
  startRereading({ ...parts, intake }, closers);
  return { intake, deviceWire };
}
