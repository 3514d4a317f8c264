import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { LENGTH } from '../../domain/base/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { CloseIcon, IconButton, TextField } from '../../ui/index.ts';
import { useFormField } from '../../ui/forms/index.ts';

/** Short words that a thing is found by; Enter or a comma adds one. */
export function LabelsField({ name, label, hint }: { name: string; label: string; hint: string }): ReactNode {
  const { t } = useTranslation();
  const field = useFormField<readonly string[]>(name, label);
  const [typed, setTyped] = useState('');
  const add = (): void => {
    const next = typed.split(',').map((part) => part.trim()).filter((part) => part !== '');
    setTyped('');
    if (next.length > 0) field.onChange([...new Set([...field.value, ...next])]);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if ((event.key !== 'Enter' && event.key !== ',') || event.nativeEvent.isComposing) return;
    // Enter in a form would save it.
    event.preventDefault();
    add();
  };
  return (
    // The keys are those of the field inside; the element only catches them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="labels-field" onKeyDown={onKeyDown}>
      <TextField label={label} hint={hint} error={field.error} value={typed} onChange={setTyped} onBlur={add} maxLength={LENGTH.label.max} autoComplete="off" />
      {field.value.length > 0 && (
        <ul className="labels-chosen" aria-label={label}>
          {field.value.map((each) => (
            <li key={each}>
              <bdi>{each}</bdi>
              <IconButton size="compact" label={t('roles.removeLabel', { label: each })} icon={<CloseIcon aria-hidden="true" />} onPress={() => field.onChange(field.value.filter((other) => other !== each))} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
