import { useState, type ReactNode } from 'react';
import { object } from 'yup';
import { labelsField } from '../../../domain/base/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Checkbox, Dialog } from '../../../ui/index.ts';
import { Form } from '../../../ui/forms/index.ts';
import { LabelsField } from '../../shared/form/LabelsField.tsx';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { FormButtons } from '../../shared/form/FormButtons.tsx';
import { useBulkAct } from '../../shared/list/useBulkAct.ts';
import './list.css';

const schema = object({ add: labelsField });

export interface LabelUnitsProps {
  units: readonly UnitSummary[];
  onDone: () => void;
  onClose: () => void;
}

/** Adds labels to units and takes others away; each unit's other labels stay. */
export function LabelUnits({ units, onDone, onClose }: LabelUnitsProps): ReactNode {
  const { t } = useTranslation();
  const act = useBulkAct();
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const present = [...new Set(units.flatMap(({ labels }) => labels))].sort((a, b) => a.localeCompare(b));
  const title = t('unitForms.labels.title', { count: units.length });
  const toggle = (label: string, on: boolean): void => {
    const next = new Set(removed);
    if (on) next.add(label);
    else next.delete(label);
    setRemoved(next);
  };
  const save = async ({ add }: { add: string[] }): Promise<void> => {
    if (add.length + removed.size === 0) return onClose();
    const done = await act.run(
      'updateUnitLabels',
      { unit_ids: units.map(({ unit_id }) => unit_id), add, remove: [...removed] },
      (count) => t('unitForms.labels.done', { count }),
      { names: new Map(units.map(({ unit_id, name }) => [unit_id, name])) },
    );
    if (done === null) return;
    onDone();
    onClose();
  };
  return (
    <Dialog open title={title} closeLabel={t('common.close')} onClose={onClose}>
      <Form
        label={title}
        initial={NOTHING}
        schema={schema}
        problems={act.problem?.fields}
        className="unit-dialog"
        onSubmit={save}>
        {act.problem !== null && <ProblemBanner problem={act.problem} />}
        <LabelsField name="add" of="units" label={t('unitForms.labels.add')} hint={t('unitForms.fields.labelsHint')} />
        {present.length > 0 && (
          <fieldset className="label-removal">
            <legend className="field-label">{t('unitForms.labels.remove')}</legend>
            {present.map((label) => (
              <Checkbox key={label} selected={removed.has(label)} onChange={(on) => toggle(label, on)}>
                <bdi>{label}</bdi>
              </Checkbox>
            ))}
          </fieldset>
        )}
        <FormButtons busy={act.busy} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

const NOTHING: { add: string[] } = { add: [] };
