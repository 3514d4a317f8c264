import { useEffect, useState, type ReactNode } from 'react';
import type { PushSubscriptionSummary } from '../../api/contract/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Banner, Button, Panel, Skeleton, WarningIcon } from '../../ui/index.ts';
import { Answered } from '../shared/AnswerView.tsx';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useBrowser } from '../shared/services/browser.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { PushBrowsers } from './PushBrowsers.tsx';

const NOTHING = {};

/** Push messages in this browser, where permission is asked for by the button alone, and in the person's other ones. */
export function PushHere(): ReactNode {
  const { t } = useTranslation();
  const browser = useBrowser();
  const answer = useAnswer('getPushSetup', NOTHING);
  const act = useAct();
  const { done } = useNotify();
  const [token, setToken] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    void browser
      .push()
      .then((push) => push.current())
      .then((current) => isWanted && setToken(current));
    return () => {
      isWanted = false;
    };
  }, [browser]);
  const turnOn = async (publicKey: string): Promise<void> => {
    const push = await browser.push();
    const subscription = await push.subscribe(publicKey);
    setRefusal(subscription.ok ? null : subscription.error);
    if (!subscription.ok) return;
    if ((await act.run('saveToken', { token: subscription.value, status: 'active' })) === null) return;
    setToken(subscription.value);
    answer.reload();
  };
  const turnOff = async (current: string): Promise<void> => {
    if ((await act.run('saveToken', { token: current, status: 'inactive' })) === null) return;
    await (await browser.push()).unsubscribe();
    setToken(null);
    answer.reload();
  };
  const remove = async ({ subscription_id, is_current }: PushSubscriptionSummary, name: string): Promise<void> => {
    if (is_current && token !== null) return turnOff(token);
    if ((await act.run('deletePushSubscription', { subscription_id })) === null) return;
    done(t('notifications.browserRemoved', { name }));
    answer.reload();
  };
  return (
    <Panel title={t('notifications.here')}>
      <div className="notification-message">
        <p className="dim">{t('notifications.hereLead')}</p>
        {act.problem !== null && <ProblemBanner problem={act.problem} />}
        {refusal !== null && (
          <Banner tone="caution" icon={<WarningIcon />}>
            {t(`notifications.${refusal}`)}
          </Banner>
        )}
        <Answered answer={answer} waiting={<Skeleton height="3rem" />}>
          {({ public_key: key, subscriptions }) => (
            <>
              {token !== null && subscriptions.some((each) => each.is_current) ? (
                <div className="notification-tags">
                  <span>{t('notifications.isOn')}</span>
                  <Button size="compact" busy={act.busy} onPress={() => void turnOff(token)}>
                    {t('notifications.turnOff')}
                  </Button>
                </div>
              ) : (
                <div>
                  <Button busy={act.busy} onPress={() => void turnOn(key)}>
                    {t('notifications.turnOn')}
                  </Button>
                </div>
              )}
              <PushBrowsers
                browsers={subscriptions}
                busy={act.busy}
                onRemove={(browser, name) => void remove(browser, name)}
              />
            </>
          )}
        </Answered>
      </div>
    </Panel>
  );
}
