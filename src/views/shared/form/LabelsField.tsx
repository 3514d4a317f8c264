import { useState, type KeyboardEvent, type ReactNode } from 'react';
import type { LabelledList } from '../../../domain/entities/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, CloseIcon, IconButton, PlusIcon, TextField } from '../../../ui/index.ts';
import { useFormField } from '../../../ui/forms/index.ts';
import { useAnswer } from '../services/calls.ts';
import './labelsField.css';

/** Labels in use that are offered at once; more are found by typing. */
const OFFERED = 8;

export interface LabelsFieldProps {
  name: string;
  label: string;
  hint: string;
  /** Offers the labels that are in use on such things. */
  of?: LabelledList;
}

/** Short words that a thing is found by; Enter or a comma adds one. */
export function LabelsField({ name, label, hint, of }: LabelsFieldProps): ReactNode {
  const { t } = useTranslation();
  const field = useFormField<readonly string[]>(name, label);
  const used = useAnswer('getLabels', of === undefined ? null : { of });
  const [typed, setTyped] = useState('');
  /** Left standing as text: they count already, but a list that grew under the press on "Save" would move it away. */
  const [left, setLeft] = useState<readonly string[]>([]);
  const chosen = field.value.filter((each) => !left.includes(each));
  const put = (labels: readonly string[]): void => {
    setLeft([]);
    field.onChange([...new Set([...chosen, ...labels])]);
  };
  const parts = (): string[] =>
    typed
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  const add = (): void => {
    const next = parts();
    setTyped('');
    if (next.length > 0 || left.length > 0) put(next);
  };
  const leave = (): void => {
    const next = parts().filter((each) => !chosen.includes(each));
    if (next.length === 0 && left.length === 0) return;
    setLeft(next);
    field.onChange([...new Set([...chosen, ...next])]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if ((event.key !== 'Enter' && event.key !== ',') || event.nativeEvent.isComposing) return;
    // Enter in a form would save it.
    event.preventDefault();
    add();
  };
  const wanted = typed.trim().toLowerCase();
  const offered = (used.value?.labels ?? [])
    .filter((each) => !chosen.includes(each) && each.toLowerCase().includes(wanted))
    .slice(0, OFFERED);
  return (
    <div className="labels-field">
      <TextField
        label={label}
        hint={hint}
        error={field.error}
        value={typed}
        onChange={setTyped}
        onBlur={leave}
        onKeyDown={onKeyDown}
        autoComplete="off"
      />
      {chosen.length > 0 && (
        <ul className="labels-chosen" aria-label={label}>
          {chosen.map((each) => (
            <li key={each}>
              <bdi>{each}</bdi>
              <IconButton
                size="compact"
                label={t('roles.removeLabel', { label: each })}
                icon={<CloseIcon aria-hidden="true" />}
                onPress={() => field.onChange(field.value.filter((other) => other !== each))}
              />
            </li>
          ))}
        </ul>
      )}
      {offered.length > 0 && (
        <ul className="labels-offered" aria-label={t('list.labelsInUse')}>
          {offered.map((each) => (
            <li key={each}>
              <Button
                size="compact"
                variant="quiet"
                icon={<PlusIcon aria-hidden="true" />}
                onPress={() => {
                  setTyped('');
                  put([each]);
                }}>
                <bdi>{each}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
