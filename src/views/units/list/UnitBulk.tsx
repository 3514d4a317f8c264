import { useState, type ReactNode } from 'react';
import { EQUIPMENT } from '../../../domain/base/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { AllocateIcon, Button, DeleteIcon, ExpandIcon, LabelIcon, MapIcon } from '../../../ui/index.ts';
import { ChangeLabels } from '../../shared/form/ChangeLabels.tsx';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { useBulkReach } from '../../shared/list/useBulkReach.tsx';
import { ShareButton } from '../../shared/share/ShareButton.tsx';
import { AllocateUnits } from './AllocateUnits.tsx';
import { DeleteUnits } from './DeleteUnits.tsx';
import { StatusChoice } from './StatusChoice.tsx';
import { useUnitStatus } from './useUnitStatus.ts';
import '../../shared/list/serverList.css';

const ACTS = {
  change: { resource: 'units', action: 'u' },
  allocate: { resource: 'account_units', action: 'a' },
  remove: { resource: 'units', action: 'd' },
} as const;

export interface UnitBulkProps {
  units: readonly UnitSummary[];
  onShow: () => void;
  onClear: () => void;
}

/** Acts on the ticked units. */
export function UnitBulk({ units, onShow, onClear }: UnitBulkProps): ReactNode {
  const { t } = useTranslation();
  const { may, beyondReach } = useBulkReach(units, ACTS);
  const { busy, problem, give } = useUnitStatus();
  const [task, setTask] = useState<'labels' | 'allocate' | 'delete' | null>(null);
  const isTooMany = units.length > EQUIPMENT.perAct;
  return (
    <section className="server-list-bulk unit-list-bulk" aria-label={t('unitForms.list.acts')}>
      <output>{t('list.selected', { count: units.length })}</output>
      <Button icon={<MapIcon aria-hidden="true" />} onPress={onShow}>
        {t('units.list.showOnMap')}
      </Button>
      {isTooMany ? (
        <span className="dim">{t('unitForms.list.tooMany', { count: EQUIPMENT.perAct })}</span>
      ) : (
        <>
          {may.change && (
            <StatusChoice
              current={units.map(({ status }) => status)}
              onChoose={(status) => void give(units, status)}
              trigger={
                <Button busy={busy} icon={<ExpandIcon aria-hidden="true" />}>
                  {t('unitForms.status.act')}
                </Button>
              }
            />
          )}
          {may.change && (
            <Button icon={<LabelIcon aria-hidden="true" />} onPress={() => setTask('labels')}>
              {t('labels.change.act')}
            </Button>
          )}
          {may.allocate && (
            <Button icon={<AllocateIcon aria-hidden="true" />} onPress={() => setTask('allocate')}>
              {t('unitForms.allocation.allocate')}
            </Button>
          )}
          {may.remove && (
            <Button variant="danger" icon={<DeleteIcon aria-hidden="true" />} onPress={() => setTask('delete')}>
              {t('unitForms.delete.act')}
            </Button>
          )}
          <ShareButton units={units} />
          {beyondReach}
        </>
      )}
      <Button variant="quiet" onPress={onClear}>
        {t('common.clear')}
      </Button>
      {problem !== null && <ProblemBanner problem={problem} />}
      {task === 'labels' && (
        <ChangeLabels
          of="units"
          things={units.map(({ unit_id: id, name, labels }) => ({ id, name, labels }))}
          onClose={() => setTask(null)}
          onDone={onClear}
        />
      )}
      {task === 'allocate' && <AllocateUnits units={units} onClose={() => setTask(null)} onDone={onClear} />}
      {task === 'delete' && <DeleteUnits units={units} onClose={() => setTask(null)} onDone={onClear} />}
    </section>
  );
}
