import { SECOND, type TimeSource } from '../../src/domain/base/index.ts';
import { PROTOCOLS, rereadMessages, type IntakeService, type RereadResult } from '../ingest/index.ts';
import {
  openPositionStore,
  openUnreadMessages,
  type Database,
  type OpenedPositionStore,
  type PositionStoreOptions,
  type UnreadMessages,
} from '../store/index.ts';
import type { Closers } from './closers.ts';
import type { Logger } from './product.types.ts';

const LOOK_EVERY = 2 * SECOND;

/** What devices send: positions, and messages that were not understood. */
export async function openReportStores(
  options: PositionStoreOptions,
  closers: Closers,
): Promise<{ positions: OpenedPositionStore; unread: UnreadMessages }> {
  const unread = openUnreadMessages(options);
  closers.add('unread messages', () => unread.close());
  const positions = await openPositionStore({ ...options, onUnread: unread.onStored });
  closers.add('position store', () => positions.close());
  return { positions, unread };
}

export interface RereadParts {
  readonly database: Database;
  readonly intake: IntakeService;
  readonly unread: UnreadMessages;
  readonly time: TimeSource;
  readonly logger: Logger;
}

/** Takes this request, or the oldest open one; null when there is none. */
async function claim(database: Database, time: TimeSource, id: number | null): Promise<number | null> {
  const [row] = await database.query<{ id: number }>(
    `update reread_request set started_at = $1 where id = (
       select id from reread_request where started_at is null and ($2::int8 is null or id = $2) order by id limit 1 for update skip locked)
     returning id`,
    [new Date(time.now()), id],
  );
  return row?.id ?? null;
}

/** Reads kept messages again for one request, which is claimed; null when there is none, or another process has it. */
export async function rereadRequested(
  { database, intake, unread, time, logger }: RereadParts,
  id: number | null = null,
): Promise<RereadResult | null> {
  const claimed = await claim(database, time, id);
  if (claimed === null) return null;
  const finish = (result: object) =>
    database.query('update reread_request set finished_at = $2, result = $3 where id = $1', [
      claimed,
      new Date(time.now()),
      result,
    ]);
  try {
    const result = await rereadMessages({ database, intake, unread, protocols: PROTOCOLS, logger });
    await finish(result);
    logger.info(result, 'kept messages were read again');
    return result;
  } catch (error) {
    // The caller waits for the end.
    await finish({ error: String(error) });
    throw error;
  }
}

/** Looks for requests of `npm run admin -- reread` every two seconds; only this process may write positions. */
export function startRereading(parts: RereadParts, closers: Closers): void {
  let running: Promise<unknown> | null = null;
  const look = (): void => {
    running ??= rereadRequested(parts)
      .catch((error: unknown) => parts.logger.warn({ error: String(error) }, 'kept messages could not be read again'))
      .finally(() => (running = null));
  };
  const timer = setInterval(look, LOOK_EVERY).unref();
  closers.add('reading kept messages again', async () => {
    clearInterval(timer);
    await running;
  });
}
