import type { Instant, Result } from '../../../src/domain/base/index.ts';
import type { Messages } from '../../call/messages.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { MessageWriter, Outbox, PushChannel, Webhook } from '../../channels/index.ts';
import type { Gazetteer } from '../../places/index.ts';
import type { ReplyCodes } from '../shared/index.ts';
import type { Database } from '../../store/database.types.ts';
import type { Sealer } from '../../store/index.ts';
import type { LatestStates } from '../../store/types.ts';

/** What messages are made of. */
export interface WordingServices {
  readonly database: Database;
  readonly messages: Messages;
  readonly problems: Problems;
  readonly places: { gazetteer(): Promise<Pick<Gazetteer, 'nearest'>> };
  readonly positions: { readonly latest: Pick<LatestStates, 'position'> };
  /** Origin of links; null: there are none. */
  readonly publicUrl: string | null;
}

/** A command that an alarm asks for, in the name of whoever saved the notification. */
interface AlarmCommand {
  readonly unitId: number;
  readonly accountId: number;
  readonly userId: number;
  readonly code: string;
}

/** Why a command was not sent: a code of DELIVERY_REASONS, or words of the refusal. */
type SendCommand = (
  command: AlarmCommand,
  now: Instant,
) => Promise<Result<{ executionId: number; text: string }, string>>;

/** What it takes to send. */
export interface SendingServices extends WordingServices {
  readonly directory: Pick<UnitDirectory, 'ancestorsOf' | 'statusOf'>;
  readonly outbox: Outbox;
  readonly writer: MessageWriter;
  readonly sealer: Sealer;
  /** Null: answers to messages are not taken. */
  readonly replies: ReplyCodes | null;
  readonly webhook: Webhook;
  readonly push: PushChannel;
  readonly sendCommand: SendCommand;
  readonly newSecret: () => string;
  readonly logger: { warn(details: object, message: string): void };
}

/** What calls about notifications need. */
export interface NotificationServices extends WordingServices {
  readonly directory: Pick<UnitDirectory, 'childrenOf'>;
  readonly sealer: Sealer;
  readonly push: Pick<PushChannel, 'publicKey'>;
  readonly newSecret: () => string;
}
