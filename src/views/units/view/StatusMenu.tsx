import { useEffect, type ReactNode } from 'react';
import type { UnitDetails } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, ExpandIcon } from '../../../ui/index.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import { UnitStatusChip } from '../../shared/unit/unitLook.tsx';
import { StatusChoice } from '../list/StatusChoice.tsx';
import { useUnitStatus } from '../list/useUnitStatus.ts';

/** The unit's status; a press offers what may follow it. */
export function StatusMenu({ unit, mayChange }: { unit: UnitDetails; mayChange: boolean }): ReactNode {
  const { t } = useTranslation();
  const { failed } = useNotify();
  const { busy, problem, give } = useUnitStatus();
  useEffect(() => {
    if (problem !== null) failed(problem);
  }, [problem, failed]);
  if (!mayChange) return <UnitStatusChip status={unit.status} />;
  return (
    <StatusChoice
      current={[unit.status]}
      onChoose={(status) => void give([unit], status)}
      trigger={
        <Button
          busy={busy}
          aria-label={t('unitForms.status.of', { status: t(`unitStatus.${unit.status}`) })}
          icon={<ExpandIcon aria-hidden="true" />}>
          <UnitStatusChip status={unit.status} />
        </Button>
      }
    />
  );
}
