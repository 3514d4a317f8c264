import { HOUR, type TimeSource } from '../../src/domain/base/index.ts';
import {
  createEmailChannel,
  createMessageWriter,
  createOutbox,
  createOutboxWorker,
  createSmsChannel,
  purgeOutbox,
  type Channel,
} from '../channels/index.ts';
import type { Messages } from '../call/index.ts';
import { createPictures } from '../modules/pictures/index.ts';
import type { Database, Sealer } from '../store/index.ts';
import type { Closers } from './closers.ts';
import type { Configuration } from './config.ts';
import type { Logger } from './product.types.ts';

interface MessagingParts {
  readonly configuration: Pick<Configuration, 'smtpUrl' | 'smsUrl'>;
  readonly database: Database;
  readonly sealer: Sealer;
  readonly messages: Messages;
  readonly time: TimeSource;
  readonly logger: Logger;
  readonly closers: Closers;
}

/** Mails and text messages on their way, by the channels that are set up. */
export function startMessaging({ configuration, database, sealer, messages, time, logger, closers }: MessagingParts) {
  const channels: Channel[] = [];
  const mailNow = configuration.smtpUrl ? createEmailChannel(configuration.smtpUrl) : null;
  if (mailNow) channels.push(mailNow);
  if (configuration.smsUrl) channels.push(createSmsChannel(configuration.smsUrl));
  const worker = createOutboxWorker({ database, sealer, channels, time, logger });
  worker.start();
  closers.add('outbox', () => worker.close());
  return { outbox: createOutbox(sealer), writer: createMessageWriter(messages), mailNow };
}

/** Uploaded pictures; what is of no use any more goes every hour, with old messages. */
export function openPictures({
  database,
  time,
  logger,
  closers,
}: Pick<MessagingParts, 'database' | 'time' | 'logger' | 'closers'>) {
  const pictures = createPictures(database);
  const tidy = async () => {
    await pictures.purge(time.now());
    await purgeOutbox(database, time.now());
  };
  const timer = setInterval(
    () =>
      void tidy().catch((error: unknown) =>
        logger.warn({ error: String(error) }, 'old pictures and messages could not be removed'),
      ),
    HOUR,
  );
  closers.add('pictures', () => clearInterval(timer));
  return pictures;
}
