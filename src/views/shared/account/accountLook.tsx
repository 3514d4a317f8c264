import type { ReactNode } from 'react';
import type { AccountStatus as Status } from '../../../domain/account/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { StatusChip, type StatusShape, type StatusTone } from '../../../ui/index.ts';

const LOOK: Readonly<Record<Status, { readonly shape: StatusShape; readonly tone: StatusTone }>> = {
  active: { shape: 'disc', tone: 'neutral' },
  inactive: { shape: 'hollow', tone: 'off' },
  blocked: { shape: 'crossed', tone: 'critical' },
};

/** An account's status by shape, hue and word. */
export function AccountStatusChip({ status }: { status: Status }): ReactNode {
  const { t } = useTranslation();
  return (
    <StatusChip plain {...LOOK[status]}>
      {t(`accountStatus.${status}`)}
    </StatusChip>
  );
}
