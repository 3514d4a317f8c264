import type { Handlers } from '../../call/types.ts';
import { createAnswerHandlers } from './answer.ts';
import { createInviteHandlers } from './invite.ts';
import { createListHandlers } from './lists.ts';
import { createNameCheck } from './nameCheck.ts';
import { registerWithInvite } from './register.ts';
import type { InvitationServices } from './services.ts';

export { createInviter } from './invite.ts';
export type { InvitationServices } from './services.ts';

/** Invitations: sending, answering, registering with one (specification, chapters 4 and 7). */
export function createInvitationHandlers(services: InvitationServices) {
  const handlers = {
    ...createInviteHandlers(services),
    ...createAnswerHandlers(services),
    ...createListHandlers(services),
    registerUserWithInvite: (data, context) => registerWithInvite(services, data, context),
    checkUserNameAvailability: createNameCheck(services),
  } satisfies Partial<Handlers>;
  return handlers;
}
