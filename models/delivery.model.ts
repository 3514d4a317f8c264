import { setup } from 'xstate';

export type DeliveryModelEvent =
  | 'push.raised'
  | 'push.raisedInQuietHours'
  | 'push.raisedUnwanted'
  | 'push.raisedUnread'
  | 'mail.raised'
  | 'push.taken'
  | 'push.refused'
  | 'push.gone'
  | 'push.gaveUp'
  | 'browser.off'
  | 'server.killed'
  | 'tooEarly'
  | 'right.lost'
  | 'person.left'
  | 'account.blocked'
  | 'quietHours.over'
  | 'acknowledged'
  | 'acknowledged.again'
  | 'mail.sent'
  | 'mail.unaddressed'
  | 'smtp.taken'
  | 'smtp.busy'
  | 'smtp.bounced';

/** What may happen to a person or an account between writing a message and sending it. */
const LOST = { 'right.lost': 'unread', 'person.left': 'left', 'account.blocked': 'closed' } as const;
const TRIED = { 'push.taken': 'sent', 'push.refused': 'retrying', 'push.gone': 'failed' } as const;

/**
 * One message about an alarm to one person, by push or by mail, as the alarm, the person, the other side and a server
 * that
 * is killed act it out.
 */
export const deliveryModel = setup({ types: { events: {} as { type: DeliveryModelEvent } } }).createMachine({
  id: 'deliveryModel',
  initial: 'unwritten',
  states: {
    unwritten: {
      on: {
        'push.raised': 'waiting',
        'push.raisedInQuietHours': 'deferred',
        'push.raisedUnwanted': 'unwanted',
        'push.raisedUnread': 'unread',
        'mail.raised': 'mailWaiting',
      },
    },
    waiting: { on: { ...TRIED, ...LOST, 'browser.off': 'noBrowser', 'server.killed': 'leased' } },
    /** A server died with it: another one waits until its lease is over. */
    leased: { on: { tooEarly: 'leased', 'push.taken': 'sent', 'push.refused': 'retrying' } },
    retrying: { on: { ...TRIED, ...LOST, tooEarly: 'retrying', 'push.gaveUp': 'failed', 'server.killed': 'leased' } },
    deferred: { on: { tooEarly: 'deferred', 'quietHours.over': 'sent', 'right.lost': 'unread' } },
    sent: { on: { acknowledged: 'used' } },
    /** Its button acknowledged the alarm, which it does once. */
    used: { on: { 'acknowledged.again': 'used' } },
    mailWaiting: { on: { ...LOST, 'mail.sent': 'handed', 'mail.unaddressed': 'noAddress' } },
    handed: { on: { 'smtp.taken': 'mailed', 'smtp.busy': 'handedAgain', 'smtp.bounced': 'bounced' } },
    handedAgain: { on: { 'smtp.taken': 'mailed', 'smtp.busy': 'handedAgain', 'smtp.bounced': 'bounced' } },
    mailed: {},
    bounced: {},
    failed: {},
    noBrowser: {},
    noAddress: {},
    unwanted: {},
    unread: {},
    left: {},
    closed: {},
  },
});
