import type { ReactElement, ReactNode } from 'react';
import { UNIT_STATUSES, nextUnitStatuses, type UnitStatus } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Menu } from '../../../ui/index.ts';
import { statusesFor } from '../../shared/unit/statusTransitions.ts';

export interface StatusChoiceProps {
  /** What the units are now: only what one of them may become is offered. */
  current: readonly UnitStatus[];
  trigger: ReactElement;
  onChoose: (status: UnitStatus) => void;
}

/** The statuses that units may be given, each with what it means. */
export function StatusChoice({ current, trigger, onChoose }: StatusChoiceProps): ReactNode {
  const { t } = useTranslation();
  const offered = statusesFor(current, UNIT_STATUSES, nextUnitStatuses);
  return (
    <Menu
      label={t('unitForms.status.act')}
      trigger={trigger}
      groups={[
        {
          id: 'statuses',
          entries: offered.map((status) => ({
            id: status,
            label: t(`unitStatus.${status}`),
            note: t(`unitForms.status.means.${status}`),
          })),
        },
      ]}
      onAction={(chosen) => {
        const status = offered.find((each) => each === chosen);
        if (status !== undefined) onChoose(status);
      }}
    />
  );
}
