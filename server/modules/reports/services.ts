import type { Problems } from '../../call/problems.ts';
import type { Messages } from '../../call/messages.ts';
import type { CallAccount } from '../../call/types.ts';
import type { AccountId, Instant, Result, UserId } from '../../../src/domain/base/index.ts';
import type { Gazetteer } from '../../places/index.ts';
import type { BuildServices } from './building/index.ts';

/** What calls about reports need. */
export interface ReportServices extends Pick<BuildServices, 'database' | 'directory'> {
  readonly problems: Problems;
}

/** What it takes to generate one in the background. */
export interface GeneratingServices extends BuildServices {
  readonly messages: Messages;
  readonly places: { gazetteer(): Promise<Pick<Gazetteer, 'nearest'>> };
  /** How far somebody reaches in an account at the moment. */
  readonly sessions: { enter(userId: UserId, account: AccountId, now: Instant): Promise<Result<CallAccount, unknown>> };
  readonly newFileId: () => string;
}
