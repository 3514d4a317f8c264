import { HOUR, type Instant } from '../../../src/domain/base/index.ts';
import type { Sealer } from '../../store/sealing.ts';

/** Older messages only open the alarm. */
const LIFE = 12 * HOUR;

/** By which somebody acknowledges one alarm from a message that was delivered to them, without signing in. */
interface Acknowledgement {
  readonly deliveryId: number;
  readonly alarmId: number;
  readonly accountId: number;
  readonly userId: number;
}

/** A token that only this server can make; whoever uses it acts as the person, as far as they still may. */
export const sealAcknowledgement = (sealer: Sealer, what: Acknowledgement, now: Instant): string =>
  sealer.seal(JSON.stringify({ kind: 'acknowledgement', ...what, until: now + LIFE }));

/** Null: the token is none of ours, is for something else, or is too old. */
export function openAcknowledgement(sealer: Sealer, token: string, now: Instant): Acknowledgement | null {
  const text = sealer.open(token);
  if (text === null) return null;
  try {
    const { kind, deliveryId, alarmId, accountId, userId, until } = JSON.parse(text) as Acknowledgement & {
      kind?: string;
      until: number;
    };
    return kind === 'acknowledgement' && until > now ? { deliveryId, alarmId, accountId, userId } : null;
  } catch {
    // Something else was sealed.
    return null;
  }
}
