import type { ReactNode } from 'react';
import type { AccountStatus } from '../../domain/account/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { BlockIcon, EditIcon, IconButton, Tooltip } from '../../ui/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import type { UpdateAccess } from './places.ts';

export interface AccountActionsProps {
  row: { readonly account_id: number; readonly name: string; readonly status: AccountStatus };
  access: UpdateAccess | null;
  onStatus: () => void;
}

/** Edit and status at the end of an account's row. */
export function AccountActions({ row, access, onStatus }: AccountActionsProps): ReactNode {
  const { t } = useTranslation();
  const { go } = useScreenPath();
  if (access === null) return null;
  const { name } = row;
  return (
    <>
      <Tooltip text={t('common.edit')}>
        <IconButton
          size="compact"
          label={t('accounts.editOf', { name })}
          icon={<EditIcon aria-hidden="true" />}
          onPress={() => go(access.path, access.status === null ? undefined : { account_id: String(row.account_id) })}
        />
      </Tooltip>
      {access.status !== null && (
        <Tooltip text={t('accounts.changeStatus')}>
          <IconButton
            size="compact"
            label={t('accounts.statusOf', { name })}
            icon={<BlockIcon aria-hidden="true" />}
            onPress={onStatus}
          />
        </Tooltip>
      )}
    </>
  );
}
