import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { SEVERITIES } from '../../domain/alert/index.ts';
import { NOTIFICATION } from '../../domain/base/index.ts';
import { PERSONAL_CHANNELS, preferencesSchema, type NotificationPreferences } from '../../domain/notification/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Panel, Select, Skeleton } from '../../ui/index.ts';
import { FormCheckbox, useFormField } from '../../ui/forms/index.ts';
import { Answered } from '../shared/AnswerView.tsx';
import { DraftForm } from '../shared/form/DraftForm.tsx';
import { FormButtons } from '../shared/form/FormButtons.tsx';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { useFreshAnswer } from '../shared/services/calls.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { FormClockField, FormWeekdays } from '../shared/time/FormTimes.tsx';
import { ChecksField } from '../shared/form/ChecksField.tsx';
import { PushHere } from './PushHere.tsx';
import './notifications.css';
import '../shared/entity/entity.css';

const NOTHING = {};

/** What the person wants to get of what the account sends: by which channels, when, and how often. */
export default function PreferencesScreen(): ReactNode {
  const { t } = useTranslation();
  const answer = useFreshAnswer('getNotificationPreferences', NOTHING);
  return (
    <div className="notification-message">
      <h1 className="page-title">{t('screens.notificationPreferences')}</h1>
      <PushHere />
      <Answered answer={answer} waiting={<Skeleton height="20rem" />}>
        {({ preferences }) => <PreferencesForm initial={preferences} />}
      </Answered>
    </div>
  );
}

function PreferencesForm({ initial }: { initial: NotificationPreferences }): ReactNode {
  const { t } = useTranslation();
  const act = useAct();
  const { done } = useNotify();
  const { goOn } = useScreenPath();
  const save = async (form: NotificationPreferences): Promise<boolean> => {
    if ((await act.run('saveNotificationPreferences', form)) === null) return false;
    done(t('notifications.preferencesSaved'));
    return true;
  };
  return (
    <DraftForm<NotificationPreferences>
      draftKey="notificationPreferences"
      initial={initial}
      schema={preferencesSchema}
      problem={act.problem}
      onSubmit={save}
      label={t('screens.notificationPreferences')}
      className="notification-message">
      <Panel title={t('notifications.bySeverity')}>
        <div className="entity-fields">
          {SEVERITIES.map((severity) => (
            <ChecksField
              key={severity}
              name={severity}
              label={t(`fields.${severity}`)}
              options={PERSONAL_CHANNELS.map((value) => ({ value, label: t(`notifications.channels.${value}`) }))}
            />
          ))}
        </div>
      </Panel>
      <Panel title={t('fields.quiet')}>
        <QuietFields />
      </Panel>
      <Panel title={t('notifications.summary')}>
        <Digest />
      </Panel>
      <FormButtons busy={act.busy} onCancel={() => goOn('/profile')} isBar />
    </DraftForm>
  );
}

function QuietFields(): ReactNode {
  const { t } = useTranslation();
  const {
    values: { quiet },
  } = useFormikContext<NotificationPreferences>();
  return (
    <div className="notification-message">
      <p className="dim">{t('notifications.quietLead')}</p>
      <FormCheckbox name="quiet" label={t('fields.quiet')} />
      {quiet && (
        <>
          <div className="notification-digest">
            <FormClockField name="quiet_from" label={t('fields.quiet_from')} required />
            <FormClockField name="quiet_to" label={t('fields.quiet_to')} required />
          </div>
          <FormWeekdays name="quiet_days" label={t('fields.quiet_days')} />
          <FormCheckbox name="break_through" label={t('fields.break_through')} />
        </>
      )}
    </div>
  );
}

function Digest(): ReactNode {
  const { t } = useTranslation();
  const label = t('notifications.summary');
  const field = useFormField<number>('digest_minutes', label);
  return (
    <Select<string>
      label={label}
      value={String(field.value)}
      options={NOTIFICATION.ownDigest.map((minutes) => ({
        value: String(minutes),
        label: t(`notifications.ownDigest.${minutes}`),
      }))}
      onChange={(value) => field.onChange(Number(value))}
      onBlur={field.onBlur}
      {...(field.error !== undefined && { error: field.error })}
    />
  );
}
