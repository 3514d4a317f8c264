import { useState, type ReactNode } from 'react';
import type { Sim } from '../../domain/sim/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, DeleteIcon, EditIcon, LinkButton, Panel } from '../../ui/index.ts';
import { Fact } from '../shared/Fact.tsx';
import { LabelBadges } from '../shared/form/LabelBadges.tsx';
import { useMayIn } from '../shared/services/mayIn.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { DeleteSims } from './DeleteSims.tsx';
import { SimPage } from './SimPage.tsx';
import { DeviceOfSim, SimStatusChip } from './simLook.tsx';

/** One SIM card: what is printed on it and where it sits. */
export default function SimViewScreen(): ReactNode {
  return <SimPage>{(sim) => <SimCard sim={sim} />}</SimPage>;
}

function SimCard({ sim }: { sim: Sim }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const mayIn = useMayIn();
  const { goOn } = useScreenPath();
  const [deleting, setDeleting] = useState(false);
  const code = (text: string): ReactNode =>
    text === '' ? (
      '–'
    ) : (
      <bdi dir="ltr" className="figures">
        {text}
      </bdi>
    );
  return (
    <div className="sim-screen">
      <header className="page-head">
        <h1 className="page-title">{code(sim.sim_number)}</h1>
        {mayIn(sim, { resource: 'sims', action: 'd' }) && (
          <Button variant="quiet" icon={<DeleteIcon aria-hidden="true" />} onPress={() => setDeleting(true)}>
            {t('sims.delete')}
          </Button>
        )}
        <LinkButton href={`/sim-info/${sim.sim_id}`}>{t('sims.connection')}</LinkButton>
        {mayIn(sim, { resource: 'sims', action: 'u' }) && (
          <LinkButton variant="primary" href={`/sim/${sim.sim_id}/edit`} icon={<EditIcon aria-hidden="true" />}>
            {t('common.edit')}
          </LinkButton>
        )}
      </header>
      <Panel label={t('screens.simView')}>
        <dl className="fact-grid">
          <Fact label={t('sims.status')}>
            <SimStatusChip status={sim.status} />
          </Fact>
          <Fact label={t('sims.operator')}>
            <bdi>{sim.sim_operator}</bdi>
          </Fact>
          <Fact label={t('sims.device')}>
            <DeviceOfSim sim={sim} />
          </Fact>
          <Fact label={t('sims.iccid')}>{code(sim.iccid)}</Fact>
          <Fact label={t('sims.apn')}>{code(sim.apn)}</Fact>
          <Fact label={t('sims.account')}>
            <bdi>{sim.account_name}</bdi>
          </Fact>
          <Fact label={t('sims.labels')}>{sim.labels.length === 0 ? '–' : <LabelBadges labels={sim.labels} />}</Fact>
          <Fact label={t('sims.note')}>
            <bdi>{sim.note || '–'}</bdi>
          </Fact>
          <Fact label={t('sims.created')}>
            <span className="figures">{formats.dateTime(Date.parse(sim.created_at))}</span>
          </Fact>
        </dl>
      </Panel>
      {deleting && <DeleteSims sims={[sim]} onDone={() => goOn('/sim')} onClose={() => setDeleting(false)} />}
    </div>
  );
}
