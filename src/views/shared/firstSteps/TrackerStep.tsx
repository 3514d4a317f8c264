import { useState, type ReactNode } from 'react';
import { object, string } from 'yup';
import type { Reply } from '../../../api/contract/index.ts';
import { LENGTH, SECOND, requiredText } from '../../../domain/base/index.ts';
import { createDeviceSchema, guessedModel, type UnclaimedDevice } from '../../../domain/device/index.ts';
import type { ProtocolName } from '../../../domain/telemetry/index.ts';
import { UNIT_KINDS } from '../../../domain/unit/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import type { ClaimForm, NewTracker } from '../../../machines/setup/index.ts';
import { Banner, Button, CheckIcon, LinkButton, NativeSelect, Skeleton } from '../../../ui/index.ts';
import { Form, FormNativeSelect, FormTextField } from '../../../ui/forms/index.ts';
import { CopyButton } from '../CopyButton.tsx';
import { ModelField } from '../device/ModelField.tsx';
import { Fact } from '../Fact.tsx';
import { useBrowser } from '../services/browser.ts';
import { useAnswer } from '../services/calls.ts';
import { useReloading } from '../services/useReloading.ts';
import { ProblemBanner, ProblemState } from '../ProblemView.tsx';
import { useNow } from '../time/useNow.ts';
import { StepHead, ToProduct, type FirstStepsProps } from './StepHead.tsx';

/** How often it is asked who reports: somebody is beside the tracker and waits. */
const REFRESH = 2 * SECOND;
const SHOWN = { limit: 5 };

/** What a protocol's devices are called; proper names in every language. */
const MAKES: Readonly<Partial<Record<ProtocolName, string>>> = {
  teltonika: 'Teltonika (FMB, FMC, FMM)',
  gt06: 'Concox, GT06',
  wialon_ips: 'Wialon IPS',
  h02: 'Sinotrack, H02',
  gps103: 'Coban, GPS103',
  tk103: 'TK103',
  queclink: 'Queclink',
  jt808: 'JT/T 808',
  nmea: 'NMEA 0183',
  osmand: 'Traccar Client, OsmAnd',
  traccar: 'Traccar',
};
const MAKE_ORDER = Object.keys(MAKES) as ProtocolName[];

/** The first tracker: where to send it, who reports, and what the reports are called. */
export function TrackerStep(props: FirstStepsProps): ReactNode {
  const { t } = useTranslation();
  const { snapshot } = props;
  const { tracker, unit } = snapshot.context;
  if (snapshot.hasTag('claiming') && tracker !== null) return <Claim {...props} tracker={tracker} />;
  if (snapshot.hasTag('reporting') && unit !== null) {
    return (
      <>
        <StepHead
          step={3}
          title={t('firstSteps.tracker.addedTitle', { unit: unit.name })}
          lead={t('firstSteps.tracker.addedLead')}
        />
        <Pulse>{t('firstSteps.tracker.waitingNext')}</Pulse>
        <LinkButton size="large" href={`/units/map?show=${unit.unit_id}`}>
          {t('firstSteps.openMap')}
        </LinkButton>
      </>
    );
  }
  return <WaitForTracker {...props} />;
}

function WaitForTracker({ send }: FirstStepsProps): ReactNode {
  const { t } = useTranslation();
  const { value, problem, reload } = useAnswer('getUnclaimedDevices', SHOWN);
  useReloading(reload, REFRESH);
  return (
    <>
      <StepHead step={3} title={t('firstSteps.tracker.title')} lead={t('firstSteps.tracker.lead')} />
      {value === null ? (
        problem === null ? (
          <Skeleton height="120px" />
        ) : (
          <ProblemState problem={problem} onRetry={reload} />
        )
      ) : (
        <Reporting value={value} onChoose={(tracker) => send({ type: 'setup.choose', tracker })} />
      )}
      <ToProduct />
      <Button variant="quiet" onPress={() => send({ type: 'setup.back' })}>
        {t('common.back')}
      </Button>
    </>
  );
}

function Reporting({
  value,
  onChoose,
}: {
  value: Reply<'getUnclaimedDevices'>;
  onChoose: (tracker: NewTracker) => void;
}): ReactNode {
  const { t } = useTranslation();
  const browser = useBrowser();
  const { ports, host: named } = value.listening;
  const open = MAKE_ORDER.filter((protocol) => ports[protocol] !== undefined);
  const [protocol, setProtocol] = useState<ProtocolName | null>(open[0] ?? null);
  if (protocol === null) return <Banner tone="info">{t('firstSteps.tracker.noPorts')}</Banner>;
  const host = named ?? browser.host;
  const port = String(ports[protocol]);
  return (
    <>
      <NativeSelect
        label={t('firstSteps.tracker.make')}
        showLabel
        value={protocol}
        options={open.map((each) => ({ value: each, label: MAKES[each] ?? each }))}
        onChange={setProtocol}
      />
      <dl className="fact-grid setup-facts">
        {protocol === 'osmand' ? (
          <Fact label={t('firstSteps.tracker.url')}>
            <bdi dir="ltr" className="figures">{`http://${host}:${port}`}</bdi>{' '}
            <CopyButton text={`http://${host}:${port}`} />
          </Fact>
        ) : (
          <>
            <Fact label={t('firstSteps.tracker.host')}>
              <bdi dir="ltr" className="figures">
                {host}
              </bdi>{' '}
              <CopyButton text={host} />
            </Fact>
            <Fact label={t('firstSteps.tracker.port')}>
              <bdi dir="ltr" className="figures">
                {port}
              </bdi>{' '}
              <CopyButton text={port} />
            </Fact>
          </>
        )}
      </dl>
      <div aria-live="polite">
        {value.rows.length === 0 ? (
          <Pulse>{t('firstSteps.tracker.waiting', { port })}</Pulse>
        ) : (
          <ul className="setup-list">
            {value.rows.map((device) => (
              <Caller key={`${device.protocol}:${device.identifier}`} device={device} onChoose={onChoose} />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

function Caller({ device, onChoose }: { device: UnclaimedDevice; onChoose: (tracker: NewTracker) => void }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  const { identifier, last_seen, model } = device;
  const protocol = device.protocol as ProtocolName;
  return (
    <li>
      <span className="setup-caller">
        <bdi dir="ltr" className="figures">
          {identifier}
        </bdi>
        <span className="dim">
          <bdi>{MAKES[protocol] ?? protocol}</bdi> · {formats.relative(Date.parse(last_seen), now)}
        </span>
      </span>
      <Button
        variant="primary"
        onPress={() => onChoose({ identifier, protocol, model })}
        aria-label={t('firstSteps.tracker.addOf', { identifier })}>
        {t('firstSteps.tracker.add')}
      </Button>
    </li>
  );
}

/** Something is waited for that comes by itself. */
function Pulse({ children }: { children: ReactNode }): ReactNode {
  return <output className="setup-pulse">{children}</output>;
}

const claimSchema = object({
  name: requiredText(LENGTH.unitName),
  kind: string().oneOf(UNIT_KINDS, 'validation.oneOf').required('validation.required'),
}).concat(createDeviceSchema.pick(['device_model', 'manufacturer']));

function Claim({ tracker, snapshot, send }: FirstStepsProps & { tracker: NewTracker }): ReactNode {
  const { t } = useTranslation();
  const { problem } = snapshot.context;
  const busy = snapshot.hasTag('busy');
  const claim = (form: ClaimForm): void => {
    if (!busy) send({ type: 'setup.claim', form });
  };
  const [initial] = useState<ClaimForm>({ name: '', kind: 'car', ...guessedModel(tracker.model) });
  return (
    <>
      <StepHead
        step={3}
        title={t('firstSteps.tracker.claimTitle')}
        lead={t('firstSteps.tracker.claimLead', { identifier: tracker.identifier })}
      />
      {problem !== null && !problem.fields?.length && <ProblemBanner problem={problem} />}
      <Form<ClaimForm>
        label={t('firstSteps.tracker.claimTitle')}
        initial={initial}
        schema={claimSchema}
        problems={problem?.fields}
        onSubmit={claim}>
        <FormTextField
          name="name"
          label={t('firstSteps.tracker.name')}
          hint={t('firstSteps.tracker.nameHint')}
          autoComplete="off"
          required
          takesFocus
        />
        <FormNativeSelect
          name="kind"
          label={t('fields.kind')}
          options={UNIT_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
        />
        <ModelField protocol={tracker.protocol} guess={tracker.model} />
        <Button type="submit" variant="primary" size="large" wide busy={busy}>
          {t('firstSteps.tracker.claim')}
        </Button>
        <Button variant="quiet" isDisabled={busy} onPress={() => send({ type: 'setup.back' })}>
          {t('common.back')}
        </Button>
      </Form>
    </>
  );
}

/** It is on the map: the set-up is done. */
export function PlacedStep({ snapshot }: FirstStepsProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  const { unit, position } = snapshot.context;
  if (unit === null || position === null) return null;
  const place = `${position.latitude.toFixed(5)}, ${position.longitude.toFixed(5)}`;
  return (
    <>
      <StepHead step={3} title={t('firstSteps.placed.title', { unit: unit.name })} lead={t('firstSteps.placed.lead')} />
      <Banner tone="normal" icon={<CheckIcon />}>
        <bdi dir="ltr" className="figures">
          {place}
        </bdi>{' '}
        · {formats.relative(Date.parse(position.received_at), now)}
      </Banner>
      <LinkButton variant="primary" size="large" href={`/units/map?show=${unit.unit_id}`}>
        {t('firstSteps.openMap')}
      </LinkButton>
    </>
  );
}
