import { useMemo, useState, type ReactNode } from 'react';
import { number, object, string } from 'yup';
import { fromIso, MINUTE, toIso } from '../../domain/base/index.ts';
import type { Operator, OperatorBinding } from '../../domain/operator/index.ts';
import { nameCollator, unitsByName } from '../../domain/unit/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { ComboBox, Dialog } from '../../ui/index.ts';
import { Form, useFormField } from '../../ui/forms/index.ts';
import { FormButtons } from '../shared/form/FormButtons.tsx';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useClock } from '../shared/services/browser.ts';
import { useFleet } from '../shared/services/fleet.ts';
import { useStore } from '../shared/services/store.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { FormDateTimeField } from '../shared/time/FormDateTimeField.tsx';

interface AssignValues {
  unit_id: number | null;
  from: string;
  /** Empty: until it is ended. */
  to: string;
}

const schema = object({
  unit_id: number().nullable().required('validation.required'),
  from: string().required('validation.required'),
  to: string()
    .default('')
    .test({
      name: 'interval',
      message: 'validation.interval',
      test(value, { parent }) {
        const { from } = parent as AssignValues;
        return !value || !from || fromIso(value) > fromIso(from);
      },
    }),
});

interface AssignDialogProps {
  readonly operator: Operator;
  /** What is changed; null: a new one. */
  readonly binding: OperatorBinding | null;
  readonly onClose: () => void;
}

/** Assigns the operator to a unit for a span, also a past one, or until it is ended. */
export function AssignDialog({ operator, binding, onClose }: AssignDialogProps): ReactNode {
  const { t } = useTranslation();
  const { settings } = useFormats();
  const clock = useClock();
  const notify = useNotify();
  const act = useAct();
  const [initial] = useState<AssignValues>(() => ({
    unit_id: binding?.unit_id ?? operator.unit_id,
    from: binding?.from ?? toIso(Math.floor(clock / MINUTE) * MINUTE),
    to: binding?.to ?? '',
  }));
  const title = binding === null ? t('operators.assignTitle', { name: operator.name }) : t('operators.editTitle');
  const save = async ({ unit_id: unitId, from, to }: AssignValues): Promise<void> => {
    if (unitId === null) return;
    const span = { unit_id: unitId, from, to: to === '' ? null : to };
    const reply =
      binding === null
        ? await act.run('assignOperator', { operator_id: operator.operator_id, ...span })
        : await act.run('updateOperatorBinding', { binding_id: binding.binding_id, ...span });
    if (reply === null) return;
    notify.done(t('operators.assigned', { name: reply.operator_name, unit: reply.unit_name }));
    onClose();
  };
  return (
    <Dialog open title={title} closeLabel={t('common.close')} onClose={onClose}>
      <Form<AssignValues>
        label={title}
        initial={initial}
        schema={schema}
        problems={act.problem?.fields}
        className="form"
        onSubmit={save}>
        {act.problem !== null && <ProblemBanner problem={act.problem} />}
        <UnitField />
        <FormDateTimeField name="from" label={t('fields.from')} required />
        <FormDateTimeField name="to" label={t('fields.to')} />
        <p className="dim">{t('operators.toHint')}</p>
        <p className="dim">{t('dateField.zone', { zone: settings.timeZone })}</p>
        <FormButtons busy={act.busy} onCancel={onClose} submitLabel={t('common.save')} />
      </Form>
    </Dialog>
  );
}

function UnitField(): ReactNode {
  const { t, i18n } = useTranslation();
  const field = useFormField<number | null>('unit_id', t('fields.unit_id'));
  const { units } = useStore(useFleet().units);
  const options = useMemo(
    () =>
      units
        .toSorted(unitsByName(nameCollator(i18n.language)))
        .map((unit) => ({ value: String(unit.unit_id), label: unit.name, note: unit.identifiers.join(', ') })),
    [units, i18n.language],
  );
  return (
    <ComboBox
      label={t('fields.unit_id')}
      required
      options={options}
      value={field.value === null ? null : String(field.value)}
      error={field.error}
      onChange={(id) => field.onChange(Number(id))}
      placeholder={t('common.choose')}
      emptyText={t('common.noMatches')}
      openLabel={t('common.open')}
    />
  );
}
