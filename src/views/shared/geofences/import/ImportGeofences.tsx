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
import type { FoundArea } from './foundArea.ts';
import { candidatesOf } from './candidates.ts';
import { ImportPreview } from './ImportPreview.tsx';
import { saveCandidates, undoImport, type ImportOutcome } from './saving.ts';
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
  found: readonly FoundArea[];
  onClose: () => void;
}

/**
 * The areas of a file before they are saved: on the map and in a list, each as it is, mended, or refused with its
 * fault.
 */
export default function ImportGeofences({ fileName, found, onClose }: ImportGeofencesProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { call } = useCalls();
  const [choices, setChoices] = useState<Choices>({ ...USUAL, colour: GEOFENCE_COLOURS[0], taken: 'rename' });
  const { radius, width } = choices;
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [share, setShare] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null);
  const cut = found.length > GEOFENCE.importedFromFile;
  const candidates = useMemo(
    () =>
      candidatesOf(
        cut ? found.slice(0, GEOFENCE.importedFromFile) : found,
        { radius: figureOf(radius, USUAL.radius), width: figureOf(width, USUAL.width) },
        (number) => t('geofences.import.unnamed', { number }),
      ),
    [found, cut, radius, width, t],
  );
  const chosen = candidates.filter(({ index, shape }) => shape !== null && !left.has(index));
  const run = async (work: () => Promise<void>): Promise<void> => {
    setShare(0);
    await work();
    setShare(null);
  };
  const save = ({ labels }: { labels: string[] }): Promise<void> =>
    run(async () => {
      if (chosen.length === 0) return;
      const { colour, taken } = choices;
      setOutcome(await saveCandidates(call, chosen, { colour, labels, taken }, setShare));
    });
  const undo = (): Promise<void> =>
    run(async () => {
      const problem = await undoImport(call, outcome?.ids ?? [], setShare);
      if (problem === null) setOutcome(null);
      else if (outcome !== null) setOutcome({ ...outcome, problem });
    });
  const isBusy = share !== null;
  const title = t('geofences.import.title', { name: fileName });
  return (
    <Dialog
      open
      wide
      title={title}
      closeLabel={t('common.close')}
      onClose={() => !isBusy && onClose()}
      actions={
        outcome === null ? undefined : (
          <>
            <Button isDisabled={isBusy || outcome.ids.length === 0} onPress={() => void undo()}>
              {t('geofences.import.undo')}
            </Button>
            <Button variant="primary" isDisabled={isBusy} onPress={onClose}>
              {t('common.close')}
            </Button>
          </>
        )
      }>
      {share !== null && <ProgressBar label={t('geofences.import.progress')} value={share} />}
      {outcome !== null && <Outcome outcome={outcome} />}
      {outcome === null && (
        <Form label={title} className="import-board" initial={NO_LABELS} schema={schema} onSubmit={save}>
          {cut && (
            <Banner tone="caution">
              {t('geofences.import.cut', {
                total: formats.number(found.length),
                max: formats.number(GEOFENCE.importedFromFile),
              })}
            </Banner>
          )}
          <ImportPreview colour={choices.colour} candidates={candidates} left={left} onLeft={setLeft} />
          <ImportChoicesFields found={found} choices={choices} onChange={setChoices} />
          <FormButtons
            isBar
            busy={isBusy}
            onCancel={onClose}
            submitLabel={t('geofences.import.save', { count: chosen.length })}
          />
        </Form>
      )}
    </Dialog>
  );
}

interface ImportChoicesFieldsProps {
  found: readonly FoundArea[];
  choices: Choices;
  onChange: (choices: Choices) => void;
}

function ImportChoicesFields({ found, choices, onChange }: ImportChoicesFieldsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="import-choices">
      {hasType(found, 'point') && (
        <NumberField
          label={t('geofences.import.radius')}
          value={choices.radius}
          measure={t('shapes.metres')}
          hint={t('shapes.bounds', SHAPE.radius)}
          onChange={(radius) => onChange({ ...choices, radius })}
        />
      )}
      {hasType(found, 'line') && (
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

function Outcome({ outcome: { ids, skipped, problem } }: { outcome: ImportOutcome }): ReactNode {
  const { t } = useTranslation();
  return (
    <output className="import-outcome">
      {problem !== null && <Banner tone="critical">{problem.message}</Banner>}
      <p>{t('geofences.import.done', { count: ids.length })}</p>
      {skipped > 0 && <p className="dim">{t('geofences.import.skipped', { count: skipped })}</p>}
    </output>
  );
}

const figureOf = (value: number | string | null, usual: number): number =>
  typeof value === 'number' && value > 0 ? value : usual;

const hasType = (found: readonly FoundArea[], type: 'point' | 'line'): boolean =>
  found.some(({ geometry }) => geometry.type === type);
