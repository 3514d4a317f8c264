import { SECOND, success } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { Handlers } from '../../call/types.ts';
import { ADDRESS_RULE, AttemptLimiter, addressKey, isNameFree } from '../shared/index.ts';
import { createAnswerHandlers } from './answer.ts';
import { createInviteHandlers } from './invite.ts';
import { createListHandlers } from './lists.ts';
import { registerWithInvite } from './register.ts';
import type { InvitationServices } from './services.ts';

export { createInviter } from './invite.ts';
export type { InvitationServices } from './services.ts';

/** Invitations: sending, answering, registering with one (specification, chapters 4 and 7). */
export function createInvitationHandlers(services: InvitationServices) {
  const addresses = new AttemptLimiter(ADDRESS_RULE);
  const handlers = {
    ...createInviteHandlers(services),
    ...createAnswerHandlers(services),
    ...createListHandlers(services),
    registerUserWithInvite: (data, context) => registerWithInvite(services, data, context),
    async checkUserNameAvailability(data, context) {
      const wait = addresses.attempt(addressKey(context.remote), context.now);
      if (wait > 0) {
        const seconds = Math.ceil(wait / SECOND);
        return services.problems.refuse(context.lang, ERROR.tooManyRequests, {
          values: { seconds },
          retryAfter: seconds,
        });
      }
      return success({ available: await isNameFree(services.database, data.username, context.session?.userId) });
    },
  } satisfies Partial<Handlers>;
  return handlers;
}
