import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { createInvitationSendingMachine } from '../../../machines/invitation/index.ts';
import { useCalls } from '../services/calls.ts';
import { useNotify } from '../services/toasts.ts';

/**
 * The sender's side of invitations; `accountId` for an account of the tree, else the one in use; `operatorId` for the
 * login of an operator of that.
 */
export function useInvitationSending(accountId?: number, operatorId?: number) {
  const { t } = useTranslation();
  const { call } = useCalls();
  const { done } = useNotify();
  const [machine] = useState(() =>
    createInvitationSendingMachine({
      invite: ({ emails, role_id }, signal) =>
        operatorId !== undefined
          ? call('inviteUser', { emails, role_id, operator_id: operatorId }, signal)
          : accountId === undefined
            ? call('inviteMultipleUser', { emails, role_id }, signal)
            : call('inviteMultipleSubAccountUser', { emails, role_id, account_id: accountId }, signal),
      resend: (invitationId, signal) => call('resendInvitation', { invitation_id: invitationId }, signal),
      withdraw: (invitationId, signal) => call('withdrawInvitation', { invitation_id: invitationId }, signal),
      announce: (act) => done(t(`success.invitation.${act}`)),
      unexpectedText: () => t('errors.unexpected'),
    }),
  );
  return useMachine(machine);
}
