import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import type { RecipientPreview } from '../../api/contract/index.ts';
import { recipientsSchema, type NotificationForm } from '../../domain/notification/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Banner, WarningIcon } from '../../ui/index.ts';
import { useAnswer } from '../shared/services/calls.ts';

/** Whom the choice reaches, and who is left out and why, while it is made. */
export function RecipientGaps(): ReactNode {
  const { t } = useTranslation();
  const {
    values: { recipients, user_ids, role_ids, channels },
  } = useFormikContext<NotificationForm>();
  const chosen = { recipients, user_ids, role_ids, channels };
  const isEmpty = recipients === 'chosen' && user_ids.length + role_ids.length === 0;
  const { value } = useAnswer('previewRecipients', isEmpty || !recipientsSchema.isValidSync(chosen) ? null : chosen, [
    'user',
    'role',
  ]);
  if (isEmpty || value === null) return null;
  const lines = value.gaps.length > 0 && (
    <ul>
      {value.gaps.map((gap) => (
        <Gap key={`${gap.reason} ${gap.channel}`} gap={gap} />
      ))}
    </ul>
  );
  return (
    <div className="recipient-gaps" aria-live="polite">
      {value.people === 0 ? (
        <Banner tone="caution" icon={<WarningIcon />}>
          {t('notifications.reachesNobody')}
          {lines}
        </Banner>
      ) : (
        <>
          <p>{t('notifications.reaches', { count: value.people })}</p>
          {lines}
        </>
      )}
    </div>
  );
}

function Gap({ gap: { reason, channel, count, names } }: { gap: RecipientPreview['gaps'][number] }): ReactNode {
  const { t, i18n } = useTranslation();
  const gap = t(`notifications.gaps.${reason}`, {
    count,
    channel: channel === null ? '' : t(`notifications.channels.${channel}`),
  });
  if (names.length === 0) return <li>{gap}</li>;
  const list = new Intl.ListFormat(i18n.language, { type: 'unit' }).format(names);
  const shown = count > names.length ? t('notifications.andMore', { names: list, count: count - names.length }) : list;
  return <li>{t('notifications.named', { gap, names: shown })}</li>;
}
