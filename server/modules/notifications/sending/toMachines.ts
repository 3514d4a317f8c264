import { toIso, type Instant } from '../../../../src/domain/base/index.ts';
import type { SendingServices } from '../services.ts';
import { webhookSecret } from '../secret.ts';
import type { Claimed } from './claim.ts';
import { note, skip } from './log.ts';

/** Sends one message to a webhook. */
export async function sendToWebhook(services: SendingServices, claimed: Claimed, now: Instant): Promise<void> {
  const { database, webhook: post } = services;
  const { id, webhook } = claimed;
  const secret = webhook === null ? null : await webhookSecret(services, webhook.id);
  if (webhook === null || secret === null)
    return note(database, [claimed], { ok: false, answer: 'noWebhook', final: true }, now);
  const outcome = await post({ url: webhook.url, secret, id, body: JSON.stringify(bodyOf(claimed)) }, now);
  await note(database, [claimed], outcome, now);
}

/** What the receiver gets; names as the API has them. */
const bodyOf = ({ id, occasion, accountId, notificationId, notificationName, alarm, createdAt }: Claimed) => ({
  delivery_id: id,
  occasion,
  account_id: accountId,
  notification_id: notificationId,
  notification_name: notificationName,
  time: toIso(createdAt),
  alarm:
    alarm === null
      ? null
      : {
          alarm_id: alarm.id,
          alert_name: alarm.alert,
          rule_name: alarm.rule,
          severity: alarm.severity,
          unit_id: alarm.unitId,
          unit_name: alarm.unit,
          at: toIso(alarm.at),
          count: alarm.count,
          value: alarm.value,
          position:
            alarm.latitude === null || alarm.longitude === null
              ? null
              : { latitude: alarm.latitude, longitude: alarm.longitude },
        },
});

/**
 * Has a command sent to the alarm's unit, once: one that was begun and not recorded is not sent again by itself, as it
 * may stop a vehicle.
 */
export async function sendCommandTo(services: SendingServices, claimed: Claimed, now: Instant): Promise<void> {
  const { database } = services;
  const { alarm, savedBy, commandCode: code, accountId, attempts } = claimed;
  if (alarm === null || savedBy === null || code === '') return skip(database, [claimed.id], 'notAllowed', now);
  if (attempts > 1) return note(database, [claimed], { ok: false, answer: 'interrupted', final: true }, now);
  const sent = await services.sendCommand({ unitId: alarm.unitId, accountId, userId: savedBy, code }, now);
  await note(
    database,
    [claimed],
    sent.ok
      ? { ok: true, answer: sent.value.text, executionId: sent.value.executionId }
      : { ok: false, answer: sent.error, final: true },
    now,
  );
}
