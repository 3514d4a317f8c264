import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import { AuditLines } from '../../shared/audit/AuditLines.tsx';
import { useAnswer } from '../../shared/services/calls.ts';
import { ModeList } from './ModeFrame.tsx';

const PAGE = 20;
const MOST = 500;

/** What people did to a unit and its devices, the latest first. */
export function ActivityPanel({ unitId }: { unitId: number }): ReactNode {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(PAGE);
  const answer = useAnswer('getUnitActivity', { unit_id: unitId, limit }, ['unit', 'device', 'command']);
  return (
    <ModeList
      answer={answer}
      failed={t('unitModes.activity.failed')}
      isEmpty={({ rows }) => rows.length === 0}
      emptyTitle={t('unitModes.activity.emptyTitle')}
      emptyLead={t('unitModes.activity.emptyLead')}>
      {({ rows, total }) => (
        <div className="mode-acts">
          <AuditLines rows={rows} label={t('unitModes.activity.label')} />
          {total > rows.length && limit < MOST && (
            <Button variant="quiet" wide busy={answer.loading} onPress={() => setLimit(Math.min(MOST, limit + PAGE))}>
              {t('unitModes.more')}
            </Button>
          )}
        </div>
      )}
    </ModeList>
  );
}
