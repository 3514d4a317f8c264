import { useState, type ReactNode } from 'react';
import type { UnitDetails } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, DeleteIcon, EditIcon, LinkButton } from '../../../ui/index.ts';
import { AnswerScreen } from '../../shared/AnswerView.tsx';
import { useAnswer } from '../../shared/services/calls.ts';
import { GoneNotice } from '../../shared/gone/GoneNotice.tsx';
import { useScreenParameters } from '../../shared/address/screen.ts';
import { useMayIn } from '../../shared/services/mayIn.ts';
import { KIND_ICONS } from '../../shared/unit/unitLook.tsx';
import { VisitsPanel } from '../../shared/visits/VisitsPanel.tsx';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import { DeleteUnits } from '../list/DeleteUnits.tsx';
import { useIsAllocated } from '../useIsAllocated.ts';
import { ShareButton } from '../../shared/share/ShareButton.tsx';
import { ActivityPanel } from './ActivityPanel.tsx';
import { AllocationPanel } from './AllocationPanel.tsx';
import { DetailsPanel } from './DetailsPanel.tsx';
import { DevicesPanel } from './DevicesPanel.tsx';
import { ModeLinks } from './ModeLinks.tsx';
import { SensorsPanel } from './SensorsPanel.tsx';
import { StatePanel } from './StatePanel.tsx';
import { StatusMenu } from './StatusMenu.tsx';
import '../../shared/shared.css';
import '../units.css';
import '../list/list.css';
import './view.css';

/** Everything of one unit. */
export default function UnitViewScreen(): ReactNode {
  const { id = '' } = useScreenParameters();
  const answer = useAnswer('getUnit', { unit_id: Number(id) }, ['unit', 'device']);
  return (
    <AnswerScreen
      answer={answer}
      isAsked={(unit) => String(unit.unit_id) === id}
      gone={(unit) => <GoneNotice name={unit.name} thing={unit} list="units" />}
      named={({ name }) => ({ name })}
      className="unit-view"
      blocks={[180, 180]}>
      {(unit) => <UnitView key={id} unit={unit} />}
    </AnswerScreen>
  );
}

function UnitView({ unit }: { unit: UnitDetails }): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  const { goOn } = useScreenPath();
  const [deleting, setDeleting] = useState(false);
  const isAllocated = useIsAllocated(unit);
  const mayChange = mayIn(unit, { resource: 'units', action: 'u' }) && !isAllocated;
  const mayDelete = mayIn(unit, { resource: 'units', action: 'd' }) && !isAllocated;
  const Kind = KIND_ICONS[unit.kind];
  return (
    <div className="unit-view">
      <header className="page-head unit-view-head">
        <h1 className="page-title">
          <Kind aria-hidden="true" /> <bdi>{unit.name}</bdi>
        </h1>
        <StatusMenu unit={unit} mayChange={mayChange} />
        <ShareButton units={[unit]} look={{ variant: 'quiet' }} />
        {mayDelete && (
          <Button variant="quiet" icon={<DeleteIcon aria-hidden="true" />} onPress={() => setDeleting(true)}>
            {t('unitForms.delete.act')}
          </Button>
        )}
        {mayChange && (
          <LinkButton variant="primary" href={`/unit/${unit.unit_id}/edit`} icon={<EditIcon aria-hidden="true" />}>
            {t('common.edit')}
          </LinkButton>
        )}
      </header>
      <ModeLinks unit={unit} />
      <div className="unit-view-panels">
        <div className="unit-view-column">
          <StatePanel unit={unit} />
          <DevicesPanel unit={unit} />
        </div>
        <div className="unit-view-column">
          <DetailsPanel unit={unit} isAllocated={isAllocated} />
          <SensorsPanel unit={unit} />
        </div>
      </div>
      <VisitsPanel of={{ unit: unit.unit_id }} />
      {mayIn(unit, { resource: 'account_units', action: 'r' }) && (
        <AllocationPanel unit={unit} isAllocated={isAllocated} />
      )}
      {mayIn(unit, { resource: 'units', action: 'sa' }) && <ActivityPanel unitId={unit.unit_id} />}
      {deleting && <DeleteUnits units={[unit]} onClose={() => setDeleting(false)} onDone={() => goOn('/units/list')} />}
    </div>
  );
}
