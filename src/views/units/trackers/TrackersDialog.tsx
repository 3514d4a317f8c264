import { useState, type ReactNode } from 'react';
import { object, string } from 'yup';
import { LENGTH, requiredText } from '../../../domain/base/index.ts';
import { createDeviceSchema, guessedModel, type UnclaimedDevice } from '../../../domain/device/index.ts';
import { protocolNamed } from '../../../domain/telemetry/index.ts';
import { UNIT_KINDS, type UnitDetails, type UnitKind } from '../../../domain/unit/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Form, FormNativeSelect, FormTextField } from '../../../ui/forms/index.ts';
import { Banner, Button, CheckIcon, Dialog, EmptyState, LinkButton, Skeleton } from '../../../ui/index.ts';
import { ModelField } from '../../shared/device/ModelField.tsx';
import { useFleet, type Problem } from '../../shared/services/fleet.ts';
import { ProblemBanner, ProblemState } from '../../shared/ProblemView.tsx';
import { useSession } from '../../shared/services/session.ts';
import { TrackerSearch } from '../../shared/trackerProof/TrackerSearch.tsx';
import { useTrackers } from './useTrackers.ts';

const claimSchema = object({
  name: requiredText(LENGTH.unitName),
  kind: string().oneOf(UNIT_KINDS, 'validation.oneOf').required('validation.required'),
}).concat(createDeviceSchema.pick(['device_model', 'manufacturer']));

interface Claim {
  name: string;
  kind: UnitKind;
  device_model: string;
  manufacturer: string;
}

/** Trackers that call and belong to nobody; a name and a model make a unit of each, whose set-up is offered then. */
export function TrackersDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const { account } = useSession();
  const [search, setSearch] = useState('');
  const { rows, total, problem, reload } = useTrackers(search);
  const [claiming, setClaiming] = useState<UnclaimedDevice | null>(null);
  const [claimed, setClaimed] = useState<UnitDetails | null>(null);
  const done = (unit: UnitDetails): void => {
    setClaimed(unit);
    setClaiming(null);
    setSearch('');
    reload();
  };
  return (
    <Dialog
      open
      wide
      title={claiming ? t('units.trackers.claimTitle', { identifier: claiming.identifier }) : t('units.trackers.title')}
      closeLabel={t('common.close')}
      onClose={onClose}>
      {claimed !== null && claiming === null && <Claimed unit={claimed} />}
      {claiming !== null ? (
        <ClaimForm device={claiming} onBack={() => setClaiming(null)} onDone={done} />
      ) : problem !== null ? (
        <ProblemState problem={problem} title={t('units.trackers.failed')} onRetry={reload} />
      ) : rows === null ? (
        <Skeleton />
      ) : rows.length === 0 && search === '' && account?.type === 'OWNER' ? (
        <EmptyState title={t('units.trackers.emptyTitle')}>{t('units.trackers.emptyLead')}</EmptyState>
      ) : (
        <>
          <TrackerSearch search={search} shown={rows.length} total={total} onChange={setSearch} />
          {rows.length > 0 && <TrackerTable rows={rows} onClaim={setClaiming} />}
        </>
      )}
    </Dialog>
  );
}

/**
 * The unit exists; what its tracker measures, takes and makes trips of is set up at once, or later from the unit's
 * page.
 */
function Claimed({ unit }: { unit: UnitDetails }): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const [device] = unit.devices;
  const maySetUp = can({ resource: 'devices', action: 'u' }) && device !== undefined;
  return (
    <Banner
      tone="normal"
      icon={<CheckIcon />}
      action={
        maySetUp && (
          <LinkButton size="compact" variant="primary" href={`/device/create/${device.device_id}?step=sensors`}>
            {t('units.trackers.setUp')}
          </LinkButton>
        )
      }>
      {t('units.trackers.claimed', { unit: unit.name })}
      {maySetUp && `. ${t('units.trackers.setUpLead')}`}
    </Banner>
  );
}

function TrackerTable({
  rows,
  onClaim,
}: {
  rows: readonly UnclaimedDevice[];
  onClaim: (device: UnclaimedDevice) => void;
}): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useFleet().now();
  return (
    <>
      <p className="trackers-lead">{t('units.trackers.lead')}</p>
      <div className="trackers-scroll">
        <table className="trackers">
          <thead>
            <tr>
              {(['identifier', 'protocol', 'address', 'lastSeen', 'attempts'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`units.trackers.${column}`)}
                </th>
              ))}
              <th>
                <span className="visually-hidden">{t('units.trackers.claim')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((device) => (
              <tr key={`${device.protocol}:${device.identifier}`}>
                <th scope="row">
                  <bdi dir="ltr" className="figures">
                    {device.identifier}
                  </bdi>
                </th>
                <td>{device.protocol}</td>
                <td>
                  <bdi dir="ltr">{device.address}</bdi>
                </td>
                <td>{formats.relative(Date.parse(device.last_seen), now)}</td>
                <td className="figures">{formats.number(device.attempts)}</td>
                <td>
                  <Button
                    size="compact"
                    onPress={() => onClaim(device)}
                    aria-label={`${t('units.trackers.claim')} ${device.identifier}`}>
                    {t('units.trackers.claim')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function ClaimForm({
  device,
  onBack,
  onDone,
}: {
  device: UnclaimedDevice;
  onBack: () => void;
  onDone: (unit: UnitDetails) => void;
}): ReactNode {
  const { t } = useTranslation();
  const { claim } = useFleet();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [initial] = useState<Claim>({ name: '', kind: 'car', ...guessedModel(device.model) });
  const submit = async (form: Claim): Promise<void> => {
    setBusy(true);
    const outcome = await claim({ identifier: device.identifier, ...form });
    setBusy(false);
    if (outcome.ok) onDone(outcome.value);
    else setProblem(outcome.problem);
  };
  return (
    <Form<Claim>
      label={t('units.trackers.claimTitle', { identifier: device.identifier })}
      initial={initial}
      schema={claimSchema}
      onSubmit={submit}
      problems={problem?.fields}
      className="tracker-claim">
      <p className="trackers-lead">{t('units.trackers.claimLead')}</p>
      {problem !== null && <ProblemBanner problem={problem} />}
      <FormTextField
        name="name"
        label={t('units.trackers.name')}
        required
        autoComplete="off"
        hint={t('common.bounds', LENGTH.unitName)}
      />
      <FormNativeSelect<UnitKind>
        name="kind"
        label={t('units.trackers.kind')}
        showLabel
        options={UNIT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <ModelField protocol={protocolNamed(device.protocol)} guess={device.model} />
      <div className="trackers-actions">
        <Button onPress={onBack}>{t('common.back')}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {t('units.trackers.claimSubmit')}
        </Button>
      </div>
    </Form>
  );
}
