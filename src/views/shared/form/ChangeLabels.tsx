import { useState, type ReactNode } from 'react';
import { object } from 'yup';
import { labelsField } from '../../../domain/base/index.ts';
import type { LabelledList } from '../../../domain/entities/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Checkbox, Dialog } from '../../../ui/index.ts';
import { Form } from '../../../ui/forms/index.ts';
import { useBulkAct } from '../list/useBulkAct.ts';
import { ProblemBanner } from '../ProblemView.tsx';
import { FormButtons } from './FormButtons.tsx';
import { ColouredLabel } from './LabelBadges.tsx';
import { useLabelColours } from './labelColours.ts';
import { LabelsField } from './LabelsField.tsx';
import './labelsField.css';

const schema = object({ add: labelsField });
const NOTHING: { add: string[] } = { add: [] };

/** A thing with the groups that it is in. */
export interface LabelledThing {
  readonly id: number;
  readonly name: string;
  readonly labels: readonly string[];
}

export interface ChangeLabelsProps {
  /** The list that the things are of. */
  of: LabelledList;
  things: readonly LabelledThing[];
  onDone: () => void;
  onClose: () => void;
}

/** Puts things in groups and takes them out of others; each thing's other groups stay. */
export function ChangeLabels({ of, things, onDone, onClose }: ChangeLabelsProps): ReactNode {
  const { t } = useTranslation();
  const act = useBulkAct();
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const title = t('labels.change.title', { count: things.length });
  const save = async ({ add }: { add: string[] }): Promise<void> => {
    if (add.length + removed.size === 0) return onClose();
    const done = await act.run(
      'changeLabels',
      { of, ids: things.map(({ id }) => id), add, remove: [...removed] },
      (count) => t('labels.change.done', { count }),
      { names: new Map(things.map(({ id, name }) => [id, name])) },
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
        className="labels-dialog"
        onSubmit={save}>
        {act.problem !== null && <ProblemBanner problem={act.problem} />}
        <LabelsField name="add" of={of} label={t('labels.change.add')} hint={t('unitForms.fields.labelsHint')} />
        <Removal of={of} things={things} removed={removed} onChange={setRemoved} />
        <FormButtons busy={act.busy} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

interface RemovalProps extends Pick<ChangeLabelsProps, 'of' | 'things'> {
  removed: ReadonlySet<string>;
  onChange: (removed: ReadonlySet<string>) => void;
}

/** The groups that some of the things are in, to be ticked for those to leave. */
function Removal({ of, things, removed, onChange }: RemovalProps): ReactNode {
  const { t } = useTranslation();
  const colours = useLabelColours(of);
  const present = [...new Set(things.flatMap(({ labels }) => labels))].sort((a, b) => a.localeCompare(b));
  const toggle = (label: string, on: boolean): void => {
    const next = new Set(removed);
    if (on) next.add(label);
    else next.delete(label);
    onChange(next);
  };
  if (present.length === 0) return null;
  return (
    <fieldset className="label-removal">
      <legend className="field-label">{t('labels.change.remove')}</legend>
      {present.map((label) => (
        <Checkbox key={label} selected={removed.has(label)} onChange={(on) => toggle(label, on)}>
          <ColouredLabel label={label} colours={colours} />
        </Checkbox>
      ))}
    </fieldset>
  );
}

/** Opens the choice of groups for ticked rows. */
export function useChangeLabels(of: LabelledList, things: readonly LabelledThing[], onDone: () => void) {
  const [isOpen, setOpen] = useState(false);
  return {
    open: () => setOpen(true),
    dialog: isOpen && <ChangeLabels of={of} things={things} onDone={onDone} onClose={() => setOpen(false)} />,
  };
}
