import { useMemo, useState, type ReactNode } from 'react';
import { object } from 'yup';
import { GEOFENCE, SHAPE, labelsField } from '../../../../domain/base/index.ts';
import { GEOFENCE_COLOURS } from '../../../../domain/geofence/index.ts';
import { useFormats, useTranslation } from '../../../../i18n/index.ts';
import { Banner, Button, Dialog, ProgressBar, RadioGroup, Select } from '../../../../ui/index.ts';
import { Form, NumberField } from '../../../../ui/forms/index.ts';
import { FormButtons } from '../../form/FormButtons.tsx';
import { LabelsField } from '../../form/LabelsField.tsx';
import { useCalls } from '../../services/calls.ts';
import type { Problem } from '../../services/fleet.ts';
import { useBrowser } from '../../services/browser.ts';
import type { AreaFileSummary } from './areaRequests.ts';
import type { AreaReader } from './areaReader.ts';
import type { Candidate } from './candidates.ts';
import { ImportPreview } from './ImportPreview.tsx';
import {
  NOTHING_SAVED,
  planImport,
  saveParts,
  undoImport,
  type ImportChoices,
  type ImportOutcome,
  type ImportPlan,
} from './saving.ts';
import { useCandidates } from './useCandidates.ts';
import './import.css';

/** What points and lines of a file become before anybody says otherwise, metres. */
const USUAL = { radius: 100, width: 50 } as const;

const schema = object({ labels: labelsField });
const NO_LABELS: { labels: string[] } = { labels: [] };

/** What is said of all areas of a file at once; a size that is being typed may be no figure yet. */
interface Choices {
  readonly radius: number | string | null;
  readonly width: number | string | null;
  readonly colour: string;
  readonly taken: 'rename' | 'skip';
}

interface ImportGeofencesProps {
  fileName: string;
  reader: AreaReader;
  summary: AreaFileSummary;
  onClose: () => void;
}

/**
 * The areas of a file before they are saved: on the map and in a list, each as it is, mended, or refused with its
 * fault.
 */
export default function ImportGeofences({ fileName, reader, summary, onClose }: ImportGeofencesProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const [choices, setChoices] = useState<Choices>({ ...USUAL, colour: GEOFENCE_COLOURS[0], taken: 'rename' });
  const { radius, width } = choices;
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const { candidates, checked } = useCandidates(reader, {
    radius: figureOf(radius, USUAL.radius),
    width: figureOf(width, USUAL.width),
  });
  const chosen = useMemo(
    () => candidates.filter(({ index, shape }) => shape !== null && !left.has(index)),
    [candidates, left],
  );
  const saving = useSaving();
  const { outcome, plan, share } = saving;
  const isBusy = share !== null;
  const leave = (): void => {
    if (!isBusy) onClose();
  };
  const title = t('geofences.import.title', { name: fileName });
  return (
    <Dialog
      open
      wide
      title={title}
      closeLabel={t('common.close')}
      onClose={leave}
      actions={plan === null ? undefined : <OutcomeActs saving={saving} onClose={leave} />}>
      {share !== null && <ProgressBar label={t('geofences.import.progress')} value={share} />}
      {plan !== null && share === null && <Outcome outcome={outcome} total={plan.total} />}
      {plan === null && (
        <Form
          label={title}
          className="import-board"
          initial={NO_LABELS}
          schema={schema}
          onSubmit={({ labels }) =>
            chosen.length === 0 || checked < 1 ? undefined : saving.save(chosen, { ...choices, labels })
          }>
          {summary.total > GEOFENCE.importedFromFile && (
            <Banner tone="caution">
              {t('geofences.import.cut', {
                total: formats.number(summary.total),
                max: formats.number(GEOFENCE.importedFromFile),
              })}
            </Banner>
          )}
          {checked < 1 && <ProgressBar label={t('geofences.import.checking')} value={checked} />}
          <ImportPreview colour={choices.colour} candidates={candidates} left={left} onLeft={setLeft} />
          <ImportChoicesFields summary={summary} choices={choices} onChange={setChoices} />
          <FormButtons
            isBar
            busy={isBusy || checked < 1}
            onCancel={onClose}
            submitLabel={t('geofences.import.save', { count: chosen.length })}
          />
        </Form>
      )}
    </Dialog>
  );
}

/** Saving what was chosen, all or nothing: going on after a refusal, and taking it back. */
function useSaving() {
  const { call } = useCalls();
  const { newId } = useBrowser();
  const [share, setShare] = useState<number | null>(null);
  const [plan, setPlan] = useState<ImportPlan | null>(null);
  const [outcome, setOutcome] = useState<ImportOutcome>(NOTHING_SAVED);
  const run = async (work: () => Promise<void>): Promise<void> => {
    setShare(0);
    await work();
    setShare(null);
  };
  const go = (next: ImportPlan, before: ImportOutcome): Promise<void> =>
    run(async () => setOutcome(await saveParts(call, next, before, setShare)));
  const undo = async (): Promise<void> => {
    let problem: Problem | null = null;
    await run(async () => {
      problem = await undoImport(call, outcome.ids, setShare);
    });
    if (problem !== null) {
      setOutcome({ ...outcome, problem });
      return;
    }
    setPlan(null);
    setOutcome(NOTHING_SAVED);
  };
  return {
    share,
    plan,
    outcome,
    save(chosen: readonly Candidate[], choices: ImportChoices) {
      const next = planImport(chosen, choices, newId());
      setPlan(next);
      return go(next, NOTHING_SAVED);
    },
    goOn: () => (plan === null ? Promise.resolve() : go(plan, outcome)),
    undo,
  };
}

function OutcomeActs({
  saving: { outcome, plan, share, goOn, undo },
  onClose,
}: {
  saving: ReturnType<typeof useSaving>;
  onClose: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const isBusy = share !== null;
  const isWhole = plan !== null && outcome.parts >= plan.parts.length;
  return (
    <>
      {isWhole && (
        <Button isDisabled={isBusy || outcome.ids.length === 0} onPress={() => void undo()}>
          {t('geofences.import.undo')}
        </Button>
      )}
      {!isWhole && !isBusy && (
        <Button variant="primary" onPress={() => void goOn()}>
          {t('geofences.import.goOn')}
        </Button>
      )}
      <Button variant={isWhole ? 'primary' : 'quiet'} isDisabled={isBusy} onPress={onClose}>
        {t('common.close')}
      </Button>
    </>
  );
}

interface ImportChoicesFieldsProps {
  summary: AreaFileSummary;
  choices: Choices;
  onChange: (choices: Choices) => void;
}

function ImportChoicesFields({ summary, choices, onChange }: ImportChoicesFieldsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="import-choices">
      {summary.hasPoints && (
        <NumberField
          label={t('geofences.import.radius')}
          value={choices.radius}
          measure={t('shapes.metres')}
          hint={t('shapes.bounds', SHAPE.radius)}
          onChange={(radius) => onChange({ ...choices, radius })}
        />
      )}
      {summary.hasLines && (
        <NumberField
          label={t('geofences.import.width')}
          value={choices.width}
          measure={t('shapes.metres')}
          hint={t('shapes.bounds', SHAPE.width)}
          onChange={(width) => onChange({ ...choices, width })}
        />
      )}
      <Select
        label={t('fields.colour')}
        hint={t('geofences.import.colourHint')}
        value={choices.colour}
        options={GEOFENCE_COLOURS.map((value) => ({ value, label: t(`geofences.colours.${value}`) }))}
        onChange={(colour) => onChange({ ...choices, colour })}
      />
      <LabelsField name="labels" of="geofences" label={t('fields.labels')} hint={t('unitForms.fields.labelsHint')} />
      <RadioGroup
        label={t('geofences.import.taken')}
        value={choices.taken}
        options={(['rename', 'skip'] as const).map((value) => ({
          value,
          label: t(`geofences.import.takenBy.${value}`),
        }))}
        onChange={(taken) => onChange({ ...choices, taken })}
      />
    </div>
  );
}

function Outcome({
  outcome: { ids, skipped, done, problem },
  total,
}: {
  outcome: ImportOutcome;
  total: number;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <output className="import-outcome">
      {problem !== null && <Banner tone="critical">{problem.message}</Banner>}
      <p>
        {done < total
          ? t('geofences.import.stopped', { done, total })
          : t('geofences.import.done', { count: ids.length })}
      </p>
      {skipped > 0 && <p className="dim">{t('geofences.import.skipped', { count: skipped })}</p>}
    </output>
  );
}

const figureOf = (value: number | string | null, usual: number): number =>
  typeof value === 'number' && value > 0 ? value : usual;
