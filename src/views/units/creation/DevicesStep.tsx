import { useState, type ReactNode } from 'react';
import { EQUIPMENT } from '../../../domain/base/index.ts';
import type { CreateDevice } from '../../../domain/device/index.ts';
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
  /** From the first claim on, what fails here is a claim, and says so in its place. */
  const [hasClaimed, setHasClaimed] = useState(false);
  const isFull = deviceIds.length >= EQUIPMENT.devicesPerUnit;
  const claim = (form: CreateDevice): void => {
    setHasClaimed(true);
    send({ type: 'devices.claim', form });
  };
  return (
    <div className="unit-form">
      {problem !== null && !hasClaimed && <ProblemBanner problem={problem} />}
      {missing && (
        <Banner tone="critical" icon={<ErrorIcon />}>
          {t('validation.atLeastOneDevice')}
        </Banner>
      )}
      {can({ resource: 'devices', action: 'a' }) && (
        <NewTrackers busy={busy} problem={hasClaimed ? problem : null} isFull={isFull} onClaim={claim} />
      )}
      <Panel title={t('unitForms.devices.title')}>
        <DevicePicker chosen={deviceIds} onChange={(ids) => send({ type: 'devices.choose', deviceIds: ids })} />
      </Panel>
      <div className="save-bar">
        {leave}
        <Button variant="primary" isDisabled={busy} onPress={() => send({ type: 'step.next' })}>
          {t('common.next')}
        </Button>
      </div>
    </div>
  );
}
