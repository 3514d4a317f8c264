import { randomBytes } from 'node:crypto';
import {
  createAgents,
  createEmailChannel,
  createMessageWriter,
  createOutbox,
  createPushChannel,
  createSender,
  createSmsChannel,
  createWebhook,
  type Channel,
  type Sender,
} from '../channels/index.ts';
import type { Messages } from '../call/index.ts';
import { readOrCreateSecret } from '../modules/auth/index.ts';
import { createReplyCodes } from '../modules/shared/index.ts';
import type { Database, Sealer } from '../store/index.ts';
import type { Closers } from './closers.ts';
import type { Configuration } from './config.ts';
import type { Logger } from './product.types.ts';

interface MessagingParts {
  readonly configuration: Pick<
    Configuration,
    'dataDirectory' | 'inbound' | 'privateWebhooks' | 'publicUrl' | 'smtpUrl' | 'smsUrl'
  >;
  readonly database: Database;
  readonly sealer: Sealer;
  readonly messages: Messages;
  readonly logger: Logger;
  readonly closers: Closers;
}

/** Of the keys that sign messages to webhooks. */
const SECRET_BYTES = 32;
/** Whom push services may write to where the server has no public address. */
const NO_SUBJECT = 'mailto:operator@wayline.invalid';

/**
 * Mails and text messages by the channels that are set up; jobs send what is put into the outbox. Push and webhooks.
 */
export function openMessaging({ configuration, database, sealer, messages, logger, closers }: MessagingParts) {
  const channels: Channel[] = [];
  const mailNow = configuration.smtpUrl ? createEmailChannel(configuration.smtpUrl) : null;
  if (mailNow) channels.push(mailNow);
  if (configuration.smsUrl) channels.push(createSmsChannel(configuration.smsUrl));
  const sender: Sender = createSender({ database, sealer, channels, logger });
  closers.add('message channels', () => sender.close());
  const names = channels.map(({ name }) => name);
  const agents = createAgents(configuration.privateWebhooks);
  const subject = configuration.publicUrl?.startsWith('https:') ? configuration.publicUrl : NO_SUBJECT;
  return {
    outbox: createOutbox(sealer, names),
    writer: createMessageWriter(messages),
    mailNow,
    sender,
    names,
    replies: configuration.inbound && createReplyCodes(configuration.inbound.secret, configuration.inbound.address),
    webhook: createWebhook(agents),
    push: createPushChannel(readOrCreateSecret(configuration.dataDirectory, 'push'), subject, agents),
    newSecret: () => randomBytes(SECRET_BYTES).toString('base64url'),
  };
}
