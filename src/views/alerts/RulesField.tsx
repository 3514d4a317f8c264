import { useFormikContext } from 'formik';
import { useMemo, type ReactNode } from 'react';
import type { AlertForm } from '../../domain/alert/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { CloseIcon, ComboBox, IconButton } from '../../ui/index.ts';
import { useFormField } from '../../ui/forms/index.ts';
import { useTiedRules } from './useTiedRules.ts';
import '../shared/form/labelsField.css';

/** The rules whose firing raises an alarm: chosen one after the other. */
export function RulesField({ accountId }: { accountId: number }): ReactNode {
  const { t } = useTranslation();
  const { values } = useFormikContext<AlertForm>();
  const label = t('rules.title');
  const field = useFormField<readonly number[]>('rule_ids', label);
  const all = useTiedRules();
  const options = useMemo(
    () =>
      (all ?? [])
        .filter(
          ({ rule_id, account_id }) =>
            !field.value.includes(rule_id) && (values.allow_child || account_id === accountId),
        )
        .map(({ rule_id, name, account_id, account_name }) => ({
          value: String(rule_id),
          label: name,
          ...(account_id !== accountId && { note: account_name }),
        })),
    [all, field.value, values.allow_child, accountId],
  );
  const nameOf = (id: number): string =>
    all?.find(({ rule_id }) => rule_id === id)?.name ?? (all === null ? '…' : t('alerts.otherRule'));
  return (
    <div className="labels-field">
      <ComboBox<string>
        label={label}
        options={options}
        value={null}
        error={field.error}
        hint={t('alerts.rulesHint')}
        placeholder={t('common.choose')}
        emptyText={t('alerts.noMoreRules')}
        openLabel={t('common.open')}
        onChange={(id) => field.onChange([...field.value, Number(id)])}
        onBlur={field.onBlur}
      />
      {field.value.length > 0 && (
        <ul className="labels-chosen" aria-label={t('alerts.chosenRules')}>
          {field.value.map((id) => (
            <li key={id}>
              <bdi>{nameOf(id)}</bdi>
              <IconButton
                size="compact"
                label={t('alerts.removeRule', { name: nameOf(id) })}
                icon={<CloseIcon aria-hidden="true" />}
                onPress={() => field.onChange(field.value.filter((other) => other !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
