import type { ReactNode } from 'react';
import { EQUIPMENT } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, ErrorIcon, Panel } from '../../../ui/index.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { useSession } from '../../shared/services/session.ts';
import { DevicePicker } from '../devices/index.ts';
import type { EarlyStepProps } from './creationTypes.ts';
import { NewTrackers } from './NewTrackers.tsx';

/** Which devices the unit carries. */
export function DevicesStep({ snapshot, send, leave }: EarlyStepProps): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const { deviceIds, missing, problem } = snapshot.context;
  const busy = snapshot.hasTag('busy');
  const isFull = deviceIds.length >= EQUIPMENT.devicesPerUnit;
  return (
    <div className="unit-form">
      {problem !== null && <ProblemBanner problem={problem} />}
      {missing && <Banner tone="critical" icon={<ErrorIcon />}>{t('validation.atLeastOneDevice')}</Banner>}
      {can({ resource: 'devices', action: 'a' }) && <NewTrackers busy={busy} problem={problem} isFull={isFull} onClaim={(form) => send({ type: 'devices.claim', form })} />}
      <Panel title={t('unitForms.devices.title')}>
        <DevicePicker chosen={deviceIds} onChange={(ids) => send({ type: 'devices.choose', deviceIds: ids })} />
      </Panel>
      <div className="save-bar">
        {leave}
        <Button variant="primary" isDisabled={busy} onPress={() => send({ type: 'step.next' })}>{t('common.next')}</Button>
      </div>
    </div>
  );
}
