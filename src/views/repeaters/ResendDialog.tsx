import { useMemo, useState, type ReactNode } from 'react';
import { array, object, string } from 'yup';
import { DAY, fromIso, HOUR, REPEATER, toIso } from '../../domain/base/index.ts';
import type { Repeater } from '../../domain/repeater/index.ts';
import { nameCollator, unitsByName } from '../../domain/unit/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Dialog } from '../../ui/index.ts';
import { Form } from '../../ui/forms/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { FormButtons } from '../shared/form/FormButtons.tsx';
import { IdsField } from '../shared/form/IdsField.tsx';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useClock } from '../shared/services/browser.ts';
import { useFleet } from '../shared/services/fleet.ts';
import { useStore } from '../shared/services/store.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { FormDateTimeField } from '../shared/time/FormDateTimeField.tsx';

interface ResendValues {
  from: string;
  to: string;
  unit_ids: number[];
}

const schema = object({
  from: string().required('validation.required'),
  to: string()
    .required('validation.required')
    .test('period', 'validation.interval', (to, { parent, createError }) => {
      const { from } = parent as ResendValues;
      if (!to || !from) return true;
      if (fromIso(to) - fromIso(from) > REPEATER.resendDays * DAY)
        return createError({ message: 'validation.resendPeriod', params: { max: REPEATER.resendDays } });
      return fromIso(to) > fromIso(from);
    }),
  unit_ids: array().default([]),
});

interface ResendDialogProps {
  readonly repeater: Repeater;
  readonly onClose: () => void;
}

/** Sends what units reported in a period again, as a background job. */
export function ResendDialog({ repeater, onClose }: ResendDialogProps): ReactNode {
  const { t, i18n } = useTranslation();
  const { settings } = useFormats();
  const { goOn } = useScreenPath();
  const clock = useClock();
  const notify = useNotify();
  const act = useAct();
  const { byId } = useStore(useFleet().units);
  const rows = useMemo(
    () =>
      [...byId.values()]
        .toSorted(unitsByName(nameCollator(i18n.language)))
        .filter(
          ({ unit_id: id }) => repeater.all_units || repeater.unit_ids.includes(id) || repeater.label_ids.length > 0,
        )
        .map(({ unit_id: id, name }) => ({ id, name })),
    [byId, repeater, i18n.language],
  );
  const [initial] = useState<ResendValues>(() => {
    const now = Math.floor(clock / HOUR) * HOUR;
    return { from: toIso(now - DAY), to: toIso(now), unit_ids: [] };
  });
  const send = async ({ from, to, unit_ids: units }: ResendValues): Promise<void> => {
    const period = { repeater_id: repeater.repeater_id, from, to, ...(units.length > 0 && { unit_ids: units }) };
    if ((await act.run('resendPeriod', period)) === null) return;
    notify.done(t('repeaters.resending'));
    goOn('/jobs');
  };
  return (
    <Dialog open title={t('repeaters.resend')} closeLabel={t('common.close')} onClose={onClose}>
      <Form<ResendValues>
        label={t('repeaters.resend')}
        initial={initial}
        schema={schema}
        problems={act.problem?.fields}
        className="form"
        onSubmit={send}>
        {act.problem !== null && <ProblemBanner problem={act.problem} />}
        <p className="dim">{t('repeaters.resendLead')}</p>
        <FormDateTimeField name="from" label={t('fields.from')} required />
        <FormDateTimeField name="to" label={t('fields.to')} required />
        <p className="dim">{t('dateField.zone', { zone: settings.timeZone })}</p>
        <IdsField
          name="unit_ids"
          label={t('fields.unit_ids')}
          rows={rows}
          hint={t('repeaters.resendUnits')}
          otherwise={t('unitChoice.other')}
        />
        <FormButtons busy={act.busy} onCancel={onClose} submitLabel={t('repeaters.resend')} />
      </Form>
    </Dialog>
  );
}
