import { useState, type ReactNode } from 'react';
import { DAY, toIso } from '../../domain/base/index.ts';
import { sims, type Sim } from '../../domain/sim/index.ts';
import type { Position } from '../../domain/telemetry/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Banner, Button, InfoIcon, Link, LinkButton, Panel, ProgressBar, Skeleton } from '../../ui/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { Fact } from '../shared/Fact.tsx';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useMayIn } from '../shared/services/mayIn.ts';
import { useNow } from '../shared/time/useNow.ts';
import { EntityScreen, StatusMark, useEntityWords } from '../shared/entity/index.ts';
import { DeviceOfSim } from './DeviceOfSim.tsx';
import './sims.css';

/** Messages by which a card's day is checked. */
const LOOKED_AT = 1_000;

/** How a SIM card does: which device it connects, when that was heard last and how well it hears the network. */
export default function SimInfoScreen(): ReactNode {
  return <EntityScreen entity={sims}>{(sim) => <SimInfo sim={sim} />}</EntityScreen>;
}

function SimInfo({ sim }: { sim: Sim }): ReactNode {
  const { t } = useTranslation();
  const words = useEntityWords(sims);
  return (
    <div className="entity-screen">
      <header className="page-head">
        <h1 className="page-title">
          <bdi dir="ltr" className="figures">
            {sim.sim_number}
          </bdi>
        </h1>
        <LinkButton href={`/sim/${sim.sim_id}/view`}>{words.one}</LinkButton>
      </header>
      <Panel title={t('sims.connection')}>
        <dl className="fact-grid">
          <Fact label={words.field('status')}>
            <StatusMark status={sim.status}>{words.status(sim.status)}</StatusMark>
          </Fact>
          <Fact label={words.field('sim_operator')}>
            <bdi>{sim.sim_operator}</bdi>
          </Fact>
          <Fact label={words.field('device_name')}>
            <DeviceOfSim sim={sim} />
          </Fact>
          {sim.device_id !== null && <DeviceFacts sim={sim} deviceId={sim.device_id} />}
        </dl>
      </Panel>
      {sim.device_id === null && (
        <Banner tone="info" icon={<InfoIcon />}>
          {t('sims.inNoDevice')}
        </Banner>
      )}
    </div>
  );
}

/** What the card's device said of itself within the last day. */
function DeviceFacts({ sim, deviceId }: { sim: Sim; deviceId: number }): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  const now = useNow();
  const [to, setTo] = useState(now);
  const mayRead = mayIn(sim, { resource: 'devices', action: 'r' });
  const device = useAnswer('getDevice', mayRead ? { device_id: deviceId } : null, ['device', 'unit']);
  const messages = useAnswer(
    'getDeviceMessages',
    mayRead ? { device_id: deviceId, from: toIso(to - DAY), to: toIso(to), limit: LOOKED_AT } : null,
  );
  if (!mayRead) return null;
  const problem = device.problem ?? messages.problem;
  if (problem !== null)
    return (
      <ProblemBanner
        problem={problem}
        action={
          <Button
            onPress={() => {
              device.reload();
              messages.reload();
            }}>
            {t('common.retry')}
          </Button>
        }
      />
    );
  if (device.value === null || messages.value === null) return <Skeleton height="120px" />;
  const { unit_id, unit_name, device_model, unique_identifier } = device.value;
  return (
    <>
      <Fact label={t('devices.model')}>
        <bdi>{device_model}</bdi>
      </Fact>
      <Fact label={t('devices.identifier')}>
        <bdi dir="ltr" className="figures">
          {unique_identifier}
        </bdi>
      </Fact>
      <Fact label={t('devices.unit')}>
        {unit_id === null ? (
          t('devices.uses.free')
        ) : (
          <Link href={`/unit/${unit_id}/view`}>
            <bdi>{unit_name}</bdi>
          </Link>
        )}
      </Fact>
      <Heard rows={messages.value.rows} total={messages.value.total} onRefresh={() => setTo(now)} />
    </>
  );
}

function Heard({
  rows,
  total,
  onRefresh,
}: {
  rows: readonly Position[];
  total: number;
  onRefresh: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  const signals = rows.flatMap(({ attributes }) =>
    typeof attributes.gsm_signal === 'number' ? [attributes.gsm_signal] : [],
  );
  const mean = signals.length === 0 ? null : signals.reduce((sum, each) => sum + each, 0) / signals.length / 100;
  return (
    <>
      <Fact label={t('sims.heard')}>
        {rows.length === 0 ? t('sims.notHeard') : formats.relative(Date.parse(rows[0].received_at), now)}{' '}
        <Button size="compact" variant="quiet" onPress={onRefresh}>
          {t('sensors.refresh')}
        </Button>
      </Fact>
      <Fact label={t('sims.messages')}>
        <span className="figures">{formats.number(total)}</span>
      </Fact>
      <Fact label={t('sims.signal')}>
        {mean === null ? (
          t('common.notReported')
        ) : (
          <span className="sim-signal">
            <ProgressBar label={t('sims.signal')} labelHidden value={mean} />{' '}
            <span className="figures">{formats.percent(mean)}</span>
          </span>
        )}
      </Fact>
    </>
  );
}
