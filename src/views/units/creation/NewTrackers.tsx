import { useState, type ReactNode } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
import {
  createDeviceSchema,
  guessedModel,
  type CreateDevice,
  type UnclaimedDevice,
} from '../../../domain/device/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Badge, Button, Panel } from '../../../ui/index.ts';
import { Form, FormTextField } from '../../../ui/forms/index.ts';
import { protocolNamed } from '../../../domain/telemetry/index.ts';
import { ModelField } from '../../shared/device/ModelField.tsx';
import { useFleet, type Problem } from '../../shared/services/fleet.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { useSession } from '../../shared/services/session.ts';
import { TrackerSearch } from '../../shared/trackerProof/TrackerSearch.tsx';
import { useTrackers } from '../trackers/useTrackers.ts';

/**
 * Trackers that are shown at once; pressing a button shows the rest. One whose form is open stays, wherever later calls
 * move it.
 */
const SHOWN = 3;

export interface NewTrackersProps {
  busy: boolean;
  /** Why the last claim failed: its fields are marked, and its form says it. */
  problem: Problem | null;
  /** The unit takes no more devices. */
  isFull: boolean;
  onClaim: (form: CreateDevice) => void;
}

/**
 * Trackers that reported and belong to nobody; one becomes a device of the new unit by a name and a model. Nothing
 * where there are none.
 */
export function NewTrackers({ busy, problem, isFull, onClaim }: NewTrackersProps): ReactNode {
  const { t } = useTranslation();
  const { account } = useSession();
  const [search, setSearch] = useState('');
  const { rows, total } = useTrackers(search);
  const [claiming, setClaiming] = useState<UnclaimedDevice | null>(null);
  /** Another tracker's form says nothing of the one that was refused. */
  const [isSent, setIsSent] = useState(false);
  const [allShown, setAllShown] = useState(false);
  const refused = isSent ? problem : null;
  // One that was claimed is gone from the list: its form goes along.
  const open =
    rows?.find((row) => row.identifier === claiming?.identifier && row.protocol === claiming.protocol) ?? null;
  const ofGone = open === null && refused !== null && <ProblemBanner problem={refused} />;
  if (rows === null || (rows.length === 0 && search === '' && account?.type === 'OWNER')) return ofGone;
  const show = (tracker: UnclaimedDevice | null): void => {
    setClaiming(tracker);
    setIsSent(false);
  };
  const claim = (form: CreateDevice): void => {
    setIsSent(true);
    onClaim(form);
  };
  return (
    <Panel
      title={
        <>
          {t('units.trackers.title')} <Badge tone="accent">{t('unitForms.creation.number', { count: total })}</Badge>
        </>
      }>
      <p className="dim">{t('unitForms.trackers.lead')}</p>
      {ofGone}
      <TrackerSearch search={search} shown={rows.length} total={total} onChange={setSearch} />
      <ul className="device-picker-list new-tracker-list">
        {rows
          .filter((row, index) => allShown || index < SHOWN || row === open)
          .map((row) => (
            <TrackerLine
              key={`${row.protocol}:${row.identifier}`}
              tracker={row}
              isDisabled={isFull || busy}
              isOpen={row === open}
              onOpen={() => show(row === open ? null : row)}>
              {row === open && (
                <ClaimForm tracker={row} busy={busy} problem={refused} onClaim={claim} onClose={() => show(null)} />
              )}
            </TrackerLine>
          ))}
      </ul>
      {rows.length > SHOWN && (
        <Button variant="quiet" size="compact" aria-expanded={allShown} onPress={() => setAllShown(!allShown)}>
          {t(allShown ? 'unitForms.trackers.fewer' : 'unitForms.trackers.all', { count: rows.length })}
        </Button>
      )}
    </Panel>
  );
}

interface TrackerLineProps {
  tracker: UnclaimedDevice;
  isDisabled: boolean;
  isOpen: boolean;
  onOpen: () => void;
  children: ReactNode;
}

function TrackerLine({ tracker, isDisabled, isOpen, onOpen, children }: TrackerLineProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useFleet().now();
  return (
    <li>
      <div className="device-line">
        <span className="device-line-name">
          <bdi dir="ltr" className="figures">
            {tracker.identifier}
          </bdi>
          <span className="dim">
            <bdi dir="ltr">{tracker.protocol}</bdi> ·{' '}
            {t('time.lastSeen', { time: formats.relative(Date.parse(tracker.last_seen), now) })}
          </span>
        </span>
        <Button
          size="compact"
          isDisabled={isDisabled}
          aria-expanded={isOpen}
          aria-label={`${t('units.trackers.claim')} ${tracker.identifier}`}
          onPress={onOpen}>
          {t('units.trackers.claim')}
        </Button>
      </div>
      {children}
    </li>
  );
}

const claimSchema = createDeviceSchema.pick(['name', 'device_model', 'manufacturer']);

interface ClaimFormProps extends Pick<NewTrackersProps, 'busy' | 'problem' | 'onClaim'> {
  tracker: UnclaimedDevice;
  onClose: () => void;
}

function ClaimForm({ tracker, busy, problem, onClaim, onClose }: ClaimFormProps): ReactNode {
  const { t } = useTranslation();
  // Later guesses, from further reports, do not change a form that somebody fills in.
  const [guess] = useState(tracker.model);
  const [initial] = useState({ name: '', ...guessedModel(guess) });
  return (
    <Form
      label={t('units.trackers.claimTitle', { identifier: tracker.identifier })}
      initial={initial}
      schema={claimSchema}
      problems={problem?.fields}
      className="claim-form"
      onSubmit={(form) => onClaim(createDeviceSchema.cast({ ...form, unique_identifier: tracker.identifier }))}>
      {problem !== null && <ProblemBanner problem={problem} />}
      <FormTextField
        name="name"
        label={t('unitForms.trackers.deviceName')}
        required
        autoComplete="off"
        hint={t('common.bounds', LENGTH.deviceName)}
      />
      <ModelField protocol={protocolNamed(tracker.protocol)} guess={guess} />
      <div className="claim-buttons">
        <Button variant="quiet" onPress={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {t('unitForms.trackers.claim')}
        </Button>
      </div>
    </Form>
  );
}
