import { useFormikContext } from 'formik';
import { useMemo, type ReactNode } from 'react';
import { OCCASIONS, type NotificationForm } from '../../domain/notification/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { useSession } from '../shared/services/session.ts';
import { ChecksField } from '../shared/form/ChecksField.tsx';
import { AllOrChosen } from '../shared/form/AllOrChosen.tsx';
import { IdsField, WHOLE_LIST } from '../shared/form/IdsField.tsx';

/** Of which alerts people hear, and when. */
export function AboutFields(): ReactNode {
  const { t } = useTranslation();
  const { values } = useFormikContext<NotificationForm>();
  const { can, account } = useSession();
  const { value } = useAnswer('getAlertList', can({ resource: 'alert', action: 'r' }) ? WHOLE_LIST : null, ['alert']);
  const rows = useMemo(
    () =>
      (value?.rows ?? [])
        .filter(({ account_id }) => account_id === account?.account_id)
        .map(({ alert_id: id, name, severity }) => ({ id, name, note: t(`alerts.filters.severity.${severity}`) })),
    [value, account, t],
  );
  return (
    <>
      <AllOrChosen
        name="all_alerts"
        label={t('fields.alert_ids')}
        all={t('notifications.allAlerts')}
        chosen={t('notifications.chosenAlerts')}
      />
      {!values.all_alerts && (
        <IdsField
          name="alert_ids"
          label={t('notifications.chosenAlerts')}
          rows={rows}
          otherwise={t('notifications.otherAlert')}
        />
      )}
      <ChecksField
        name="occasions"
        label={t('fields.occasions')}
        options={OCCASIONS.map((each) => ({ value: each, label: t(`notifications.occasions.${each}`) }))}
      />
    </>
  );
}
