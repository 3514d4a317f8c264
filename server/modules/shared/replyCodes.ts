import { createHmac, timingSafeEqual } from 'node:crypto';

/** Letters of the part of an address that proves it: 80 bits. */
const PROOF_LENGTH = 20;
const [LOWEST_CODE, CODES] = [1_000, 9_000];

/** By which an answer to a message about an alarm is known to be one: codes of text messages, addresses of mails. */
export interface ReplyCodes {
  /** Four digits. They prove nothing by themselves: the number of the sender does. */
  readonly codeOf: (deliveryId: number) => string;
  /** Where an answer to the mail goes; null: answers to mails are not taken. */
  readonly addressOf: (deliveryId: number) => string | null;
  /** The delivery whose mail is answered at one of the addresses; null: none of them is ours. */
  readonly deliveryAt: (addresses: string) => number | null;
}

/** `address`: where mails of answers arrive, such as reply@fleet.example; null: nowhere. Nothing of it is stored. */
export function createReplyCodes(secret: string, address: string | null): ReplyCodes {
  const proofOf = (kind: string, deliveryId: number): Buffer =>
    createHmac('sha256', secret).update(`${kind} ${deliveryId}`).digest();
  const mailProof = (deliveryId: number): string => proofOf('mail', deliveryId).toString('hex').slice(0, PROOF_LENGTH);
  const [name = '', host = ''] = address?.toLowerCase().split('@') ?? [];
  return {
    codeOf: (deliveryId) => String(LOWEST_CODE + (proofOf('sms', deliveryId).readUInt32BE(0) % CODES)),
    addressOf: (deliveryId) =>
      address === null ? null : `${name}+${deliveryId.toString(36)}-${mailProof(deliveryId)}@${host}`,
    deliveryAt(addresses) {
      if (address === null) return null;
      for (const [, id, proof] of addresses.toLowerCase().matchAll(/\+([0-9a-z]{1,12})-([0-9a-f]{20})@/g)) {
        const deliveryId = Number.parseInt(id, 36);
        if (timingSafeEqual(Buffer.from(proof), Buffer.from(mailProof(deliveryId)))) return deliveryId;
      }
      return null;
    },
  };
}
