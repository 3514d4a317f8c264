import type { ReactNode } from 'react';
import type { PushSubscriptionSummary } from '../../api/contract/index.ts';
import { fromIso } from '../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Badge, Button, DeviceSessionIcon } from '../../ui/index.ts';
import { useClock } from '../shared/services/browser.ts';
import { deviceOf } from '../shared/userAgent.ts';

interface PushBrowsersProps {
  readonly browsers: readonly PushSubscriptionSummary[];
  readonly busy: boolean;
  readonly onRemove: (browser: PushSubscriptionSummary, name: string) => void;
}

/** Every browser that the person gets push messages in; any of them may be removed, a lost phone first of all. */
export function PushBrowsers({ browsers, busy, onRemove }: PushBrowsersProps): ReactNode {
  const { t } = useTranslation();
  if (browsers.length === 0) return null;
  return (
    <section aria-label={t('notifications.browsers')}>
      <h3 className="field-label">{t('notifications.browsers')}</h3>
      <ul className="push-browsers">
        {browsers
          .toSorted((one, other) => Number(other.is_current) - Number(one.is_current))
          .map((browser) => (
            <Browser key={browser.subscription_id} browser={browser} busy={busy} onRemove={onRemove} />
          ))}
      </ul>
    </section>
  );
}

function Browser({
  browser,
  busy,
  onRemove,
}: Omit<PushBrowsersProps, 'browsers'> & { readonly browser: PushSubscriptionSummary }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useClock();
  const { browser: family, system } = deviceOf(browser.user_agent);
  const name =
    family !== '' && system !== ''
      ? t('sessions.device', { browser: family, system })
      : family || system || t('sessions.unknownDevice');
  return (
    <li>
      <DeviceSessionIcon aria-hidden="true" />
      <span className="push-browser">
        <span>
          <strong title={browser.user_agent}>{name}</strong>{' '}
          {browser.is_current && <Badge tone="accent">{t('notifications.thisBrowser')}</Badge>}
        </span>
        <span className="dim">
          {browser.used_at === null
            ? t('notifications.noMessage')
            : t('notifications.lastMessage', { time: formats.relative(fromIso(browser.used_at), now) })}
          {' · '}
          {t('notifications.onSince', { time: formats.dateTime(fromIso(browser.created_at)) })}
        </span>
        {browser.problem !== '' && (
          <span className="push-problem">{t('notifications.refusedBy', { problem: browser.problem })}</span>
        )}
      </span>
      <Button
        size="compact"
        isDisabled={busy}
        aria-label={t('notifications.remove', { name })}
        onPress={() => onRemove(browser, name)}>
        {t('notifications.removeBrowser')}
      </Button>
    </li>
  );
}
