import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { AuditIcon, EmptyState, Panel, Skeleton } from '../../../ui/index.ts';
import { AuditLines } from '../../shared/audit/AuditLines.tsx';
import { Unanswered } from '../../shared/AnswerView.tsx';
import { useAnswer } from '../../shared/services/calls.ts';

/** The latest acts that are shown. */
const SHOWN = 20;

/** What people did to the unit and its devices. */
export function ActivityPanel({ unitId }: { unitId: number }): ReactNode {
  const { t } = useTranslation();
  const answer = useAnswer('getUnitActivity', { unit_id: unitId, limit: SHOWN }, ['unit', 'device', 'command']);
  const { value } = answer;
  return (
    <Panel title={t('unitForms.view.activity')}>
      {value === null ? (
        <Unanswered answer={answer}>
          <Skeleton height="80px" />
        </Unanswered>
      ) : value.rows.length === 0 ? (
        <EmptyState title={t('audit.emptyTitle')} icon={<AuditIcon />} />
      ) : (
        <AuditLines rows={value.rows} label={t('unitForms.view.activity')} />
      )}
    </Panel>
  );
}
