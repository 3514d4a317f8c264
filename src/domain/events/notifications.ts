import { about } from './event.ts';

/** Webhooks, beside what happens to every entity. */
export const notificationEvents = { webhookKeyRenewed: about('webhook')<{ readonly name: string }>() };
