import { useMemo, type ReactNode } from 'react';
import { ROUTE } from '../../../domain/base/index.ts';
import { nameCollator, unitsByName } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { CloseIcon, ComboBox, IconButton } from '../../../ui/index.ts';
import { useFormField } from '../../../ui/forms/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useStore } from '../../shared/services/store.ts';
import '../../shared/form/labelsField.css';

/** The units that drive by a schedule, each once a day: searched and added, and taken out again. */
export function ScheduleUnits({ path }: { path: string }): ReactNode {
  const { t, i18n } = useTranslation();
  const { units, byId } = useStore(useFleet().units);
  const label = t('routes.schedule.units');
  const field = useFormField<readonly number[]>(path, label);
  const options = useMemo(
    () =>
      units
        .filter(({ unit_id }) => !field.value.includes(unit_id))
        .toSorted(unitsByName(nameCollator(i18n.language)))
        .map(({ unit_id, name }) => ({ value: String(unit_id), label: name })),
    [units, field.value, i18n.language],
  );
  const nameOf = (id: number): string => byId.get(id)?.name ?? t('rules.unitGone', { id });
  return (
    <div className="labels-field">
      <ComboBox
        emptyText={t('common.noMatches')}
        openLabel={t('common.open')}
        key={field.value.length}
        label={label}
        value={null}
        options={options}
        required
        hint={t('routes.schedule.unitsHint')}
        disabled={field.value.length >= ROUTE.units}
        onChange={(value) => field.onChange([...field.value, Number(value)])}
        onBlur={field.onBlur}
        {...(field.error !== undefined && { error: field.error })}
      />
      {field.value.length > 0 && (
        <ul className="labels-chosen" aria-label={label}>
          {field.value.map((id) => (
            <li key={id}>
              <bdi>{nameOf(id)}</bdi>
              <IconButton
                size="compact"
                label={t('rules.removeUnit', { name: nameOf(id) })}
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
