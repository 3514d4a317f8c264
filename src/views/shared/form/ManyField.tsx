import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { CloseIcon, ComboBox, IconButton, type Option } from '../../../ui/index.ts';
import './labelsField.css';

export interface ManyFieldProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly options: readonly Option<string>[];
  readonly error: string | undefined;
  readonly hint?: string;
  /** What one is called that is chosen and not among the options. */
  readonly otherwise: string;
  readonly onChange: (value: readonly string[]) => void;
  readonly onBlur?: () => void;
}

/** Several of many values: each is found by typing, and is listed below with a button that takes it out again. */
export function ManyField({
  label,
  value,
  options,
  error,
  hint,
  otherwise,
  onChange,
  onBlur,
}: ManyFieldProps): ReactNode {
  const { t } = useTranslation();
  const names = useMemo(() => new Map(options.map((option) => [option.value, option.label])), [options]);
  const left = useMemo(() => options.filter((option) => !value.includes(option.value)), [options, value]);
  const nameOf = (key: string): string => names.get(key) ?? otherwise;
  return (
    <div className="labels-field">
      <ComboBox<string>
        label={label}
        options={left}
        value={null}
        {...(error !== undefined && { error })}
        {...(hint !== undefined && { hint })}
        {...(onBlur && { onBlur })}
        placeholder={t('common.choose')}
        emptyText={t('common.noMatches')}
        openLabel={t('common.open')}
        onChange={(key) => onChange([...value, key])}
      />
      {value.length > 0 && (
        <ul className="labels-chosen" aria-label={label}>
          {value.map((key) => (
            <li key={key}>
              <bdi>{nameOf(key)}</bdi>
              <IconButton
                size="compact"
                label={t('notifications.remove', { name: nameOf(key) })}
                icon={<CloseIcon aria-hidden="true" />}
                onPress={() => onChange(value.filter((other) => other !== key))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
