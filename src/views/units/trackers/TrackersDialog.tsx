import { useState, type ReactNode } from 'react';
import { object, string } from 'yup';
import { LENGTH, requiredText } from '../../../domain/base/index.ts';
import type { UnclaimedDevice } from '../../../domain/device/index.ts';
import { UNIT_KINDS, type UnitKind } from '../../../domain/unit/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Form, FormNativeSelect, FormTextField } from '../../../ui/forms/index.ts';
import { Banner, Button, Dialog, EmptyState, Skeleton } from '../../../ui/index.ts';
import { useFleet, type Problem } from '../../shared/services/fleet.ts';
import { ProblemBanner, ProblemState } from '../../shared/ProblemView.tsx';
import { TrackerSearch } from './TrackerSearch.tsx';
import { useTrackers } from './useTrackers.ts';

const claimSchema = object({
  name: requiredText(LENGTH.unitName),
  kind: string().oneOf(UNIT_KINDS, 'validation.oneOf').required('validation.required'),
});

/** Trackers that call and belong to nobody; one press and a name make a unit of each. */
export function TrackersDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { rows, total, problem, reload } = useTrackers(search);
  const [claiming, setClaiming] = useState<UnclaimedDevice | null>(null);
  const [claimed, setClaimed] = useState<string | null>(null);
  const done = (unit: string): void => {
    setClaimed(unit);
    setClaiming(null);
    reload();
  };
  return (
    <Dialog open wide title={claiming ? t('units.trackers.claimTitle', { identifier: claiming.identifier }) : t('units.trackers.title')} closeLabel={t('common.close')} onClose={onClose}>
      {claimed !== null && <Banner tone="normal">{t('units.trackers.claimed', { unit: claimed })}</Banner>}
      {claiming !== null ? (
        <ClaimForm device={claiming} onBack={() => setClaiming(null)} onDone={done} />
      ) : problem !== null ? (
        <ProblemState problem={problem} title={t('units.trackers.failed')} onRetry={reload} />
      ) : rows === null ? (
        <Skeleton />
      ) : rows.length === 0 && search === '' ? (
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

function TrackerTable({ rows, onClaim }: { rows: readonly UnclaimedDevice[]; onClaim: (device: UnclaimedDevice) => void }): ReactNode {
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
              {(['identifier', 'protocol', 'address', 'lastSeen', 'attempts'] as const).map((column) => <th key={column} scope="col">{t(`units.trackers.${column}`)}</th>)}
              <th><span className="visually-hidden">{t('units.trackers.claim')}</span></th>
            </tr>
          </thead>
          <tbody>
            {rows.map((device) => (
              <tr key={`${device.protocol}:${device.identifier}`}>
                <th scope="row"><bdi dir="ltr" className="figures">{device.identifier}</bdi></th>
                <td>{device.protocol}</td>
                <td><bdi dir="ltr">{device.address}</bdi></td>
                <td>{formats.relative(Date.parse(device.last_seen), now)}</td>
                <td className="figures">{formats.number(device.attempts)}</td>
                <td><Button size="compact" onPress={() => onClaim(device)} aria-label={`${t('units.trackers.claim')} ${device.identifier}`}>{t('units.trackers.claim')}</Button></td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function ClaimForm({ device, onBack, onDone }: { device: UnclaimedDevice; onBack: () => void; onDone: (unit: string) => void }): ReactNode {
  const { t } = useTranslation();
  const { claim } = useFleet();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async ({ name, kind }: { name: string; kind: UnitKind }): Promise<void> => {
    setBusy(true);
    const outcome = await claim({ identifier: device.identifier, name, kind });
    setBusy(false);
    if (outcome.ok) onDone(outcome.value.name);
    else setProblem(outcome.problem);
  };
  return (
    <Form<{ name: string; kind: UnitKind }> label={t('units.trackers.claimTitle', { identifier: device.identifier })} initial={{ name: '', kind: 'car' }} schema={claimSchema} onSubmit={submit} problems={problem?.fields}>
      <p className="trackers-lead">{t('units.trackers.claimLead')}</p>
      {problem !== null && <ProblemBanner problem={problem} />}
      <FormTextField name="name" label={t('units.trackers.name')} required autoComplete="off" hint={t('common.bounds', LENGTH.unitName)} />
      <FormNativeSelect<UnitKind> name="kind" label={t('units.trackers.kind')} showLabel options={UNIT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))} />
      <div className="trackers-actions">
        <Button onPress={onBack}>{t('common.back')}</Button>
        <Button type="submit" variant="primary" busy={busy}>{t('units.trackers.claimSubmit')}</Button>
      </div>
    </Form>
  );
}
