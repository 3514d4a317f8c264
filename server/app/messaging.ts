import {
  createEmailChannel,
  createMessageWriter,
  createOutbox,
  createSender,
  createSmsChannel,
  type Channel,
  type Sender,
} from '../channels/index.ts';
import type { Messages } from '../call/index.ts';
import type { Database, Sealer } from '../store/index.ts';
import type { Closers } from './closers.ts';
import type { Configuration } from './config.ts';
import type { Logger } from './product.types.ts';

interface MessagingParts {
  readonly configuration: Pick<Configuration, 'smtpUrl' | 'smsUrl'>;
  readonly database: Database;
  readonly sealer: Sealer;
  readonly messages: Messages;
  readonly logger: Logger;
  readonly closers: Closers;
}

/** Mails and text messages by the channels that are set up; jobs send what is put into the outbox. */
export function openMessaging({ configuration, database, sealer, messages, logger, closers }: MessagingParts) {
  const channels: Channel[] = [];
  const mailNow = configuration.smtpUrl ? createEmailChannel(configuration.smtpUrl) : null;
  if (mailNow) channels.push(mailNow);
  if (configuration.smsUrl) channels.push(createSmsChannel(configuration.smsUrl));
  const sender: Sender = createSender({ database, sealer, channels, logger });
  closers.add('message channels', () => sender.close());
  const names = channels.map(({ name }) => name);
  return { outbox: createOutbox(sealer, names), writer: createMessageWriter(messages), mailNow, sender, names };
}
