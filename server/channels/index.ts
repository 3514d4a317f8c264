export { COLORS } from './colors.ts';
export { createEmailChannel } from './email.ts';
export { createOutbox, sendWaiting } from './outbox.ts';
export { createSender, purgeOutbox, type Sender } from './sender.ts';
export { createSmsChannel } from './sms.ts';
export { createMessageWriter, type MailBrand, type MailRequest, type MessageWriter } from './texts.ts';
export type { Channel, Message, Outbox } from './types.ts';
