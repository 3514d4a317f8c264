import { useMemo, type ReactNode } from 'react';
import { serviceReminders, type ServiceReminder } from '../../domain/maintenance/index.ts';
import { nameCollator, unitsByName } from '../../domain/unit/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { ComboBox } from '../../ui/index.ts';
import { useFormField } from '../../ui/forms/index.ts';
import { useEntityWords } from '../shared/entity/index.ts';
import { useFleet } from '../shared/services/fleet.ts';
import { useStore } from '../shared/services/store.ts';

const NOTHING = '0';

/** The unit that a reminder is for, or none. */
export function UnitOfReminder({ saved }: { saved: ServiceReminder | null }): ReactNode {
  const { t, i18n } = useTranslation();
  const label = useEntityWords(serviceReminders).field('unit_id');
  const field = useFormField<number | null>('unit_id', label);
  const { units } = useStore(useFleet().units);
  const options = useMemo(() => {
    const known = units
      .toSorted(unitsByName(nameCollator(i18n.language)))
      .map((unit) => ({ value: String(unit.unit_id), label: unit.name, note: unit.identifiers.join(', ') }));
    const kept = saved?.unit_id ?? null;
    const isKnown = kept === null || known.some(({ value }) => value === String(kept));
    return [
      { value: NOTHING, label: t('service_reminders.noUnit') },
      ...(isKnown ? [] : [{ value: String(kept), label: saved?.unit_name ?? '' }]),
      ...known,
    ];
  }, [units, i18n.language, saved, t]);
  return (
    <ComboBox
      label={label}
      options={options}
      value={String(field.value ?? NOTHING)}
      error={field.error}
      hint={t('service_reminders.unitHint')}
      onChange={(id) => field.onChange(id === NOTHING ? null : Number(id))}
      emptyText={t('common.noMatches')}
      openLabel={t('common.open')}
    />
  );
}
