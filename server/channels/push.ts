import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import { SECOND } from '../../src/domain/base/index.ts';
import type { Agents } from './agents.ts';
import type { Outcome } from './webhook.ts';

const TIMEOUT = 15 * SECOND;
/** Seconds that a push service keeps a message for a browser that is closed: an alarm of yesterday wakes nobody. */
const LIFE = 12 * 60 * 60;
const GONE = [404, 410];

/** A browser as it gave itself to be reached (RFC 8291). */
interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** `gone`: the browser is not to be reached there ever again. */
interface PushOutcome extends Outcome {
  readonly gone: boolean;
}

/** Web push: messages to browsers, encrypted for each. */
export interface PushChannel {
  /** By which browsers know this server (RFC 8292), base64url. */
  readonly publicKey: string;
  /** Never rejects. `topic`: of several with the same that wait for a closed browser, the last one is kept. */
  send(target: PushTarget, payload: string, options: { urgent: boolean; topic: string }): Promise<PushOutcome>;
}

/** The pair that belongs to a secret of 32 bytes: the secret is the private key of the curve P-256. */
export function pushKeysOf(secret: string): { publicKey: string; privateKey: string } {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(Buffer.from(secret, 'base64url'));
  return { publicKey: curve.getPublicKey('base64url'), privateKey: secret };
}

/** `subject`: whom push services may write to, a mailto: or https: address. */
export function createPushChannel(secret: string, subject: string, agents: Agents): PushChannel {
  const keys = pushKeysOf(secret);
  return {
    publicKey: keys.publicKey,
    async send({ endpoint, p256dh, auth }, payload, { urgent, topic }) {
      try {
        const { statusCode } = await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, payload, {
          vapidDetails: { subject, ...keys },
          TTL: LIFE,
          urgency: urgent ? 'high' : 'normal',
          topic,
          timeout: TIMEOUT,
          agent: agents.https,
        });
        return { ok: true, gone: false, answer: `HTTP ${statusCode}` };
      } catch (error) {
        if (error instanceof webPush.WebPushError)
          return {
            ok: false,
            gone: GONE.includes(error.statusCode),
            answer: `HTTP ${error.statusCode} ${error.body}`.trim().slice(0, 300),
          };
        return { ok: false, gone: false, answer: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}
