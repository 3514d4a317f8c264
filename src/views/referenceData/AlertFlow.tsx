import { useId, type ReactNode } from 'react';
import type { Need } from '../../domain/access/index.ts';
import { ALERT_SITE } from '../../domain/alert/registry.ts';
import { NOTIFICATION_SITE } from '../../domain/notification/registry.ts';
import { RULE_SITE } from '../../domain/rule/registry.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { ForwardIcon, Link } from '../../ui/index.ts';
import { SCREEN_ICONS } from '../shared/address/screenIcons.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { useSession } from '../shared/services/session.ts';
import './alertFlow.css';

const SEES_ALERTS: Need = { resource: 'alert', action: 'r' };
const SEES_NOTIFICATIONS: Need = { resource: 'notification', action: 'r' };

type StepName = 'rule' | 'alert' | 'alarm' | 'notification';
interface Step {
  readonly name: StepName;
  /** Null where one may not open it. */
  readonly path: string | null;
  /** Null: not known, or not to be known. */
  readonly count: number | null;
}

/** What separates rules, alerts, alarms and notifications, in one picture: from a report to a message. */
export function AlertFlow(): ReactNode {
  const { can } = useSession();
  return can(SEES_ALERTS) ? <Flow /> : null;
}

function Flow(): ReactNode {
  const { t } = useTranslation();
  const title = useId();
  const steps = useSteps();
  return (
    <section className="alert-flow" aria-labelledby={title}>
      <h2 id={title}>{t('referenceData.flow.title')}</h2>
      <ol>
        {steps.map((step) => (
          <li key={step.name}>
            <p className="alert-flow-leads">
              <span>{t(`referenceData.flow.leads.${step.name}`)}</span>
              <ForwardIcon aria-hidden="true" className="icon-mirrored" />
            </p>
            <StepCard step={step} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function useSteps(): readonly Step[] {
  const { can } = useSession();
  const page = { page: 1, limit: 1 };
  const maySend = can(SEES_NOTIFICATIONS);
  const rules = useAnswer('getRuleList', page, ['rule']);
  const alerts = useAnswer('getAlertList', page, ['alert']);
  const alarms = useAnswer('getAlarmSummary', {}, ['alarm']);
  const notifications = useAnswer('getNotificationList', maySend ? page : null, ['notification']);
  return [
    { name: 'rule', path: RULE_SITE.paths.list, count: rules.value?.total ?? null },
    { name: 'alert', path: ALERT_SITE.paths.list, count: alerts.value?.total ?? null },
    { name: 'alarm', path: '/alarms', count: alarms.value?.open ?? null },
    {
      name: 'notification',
      path: maySend ? NOTIFICATION_SITE.paths.list : null,
      count: notifications.value?.total ?? null,
    },
  ];
}

const ICONS = {
  rule: SCREEN_ICONS.rule,
  alert: SCREEN_ICONS.alert,
  alarm: SCREEN_ICONS.alert,
  notification: SCREEN_ICONS.notification,
} as const;

function StepCard({ step: { name, path, count } }: { step: Step }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const Icon = ICONS[name];
  const label = t(`referenceData.flow.names.${name}`);
  return (
    <div className="alert-flow-step">
      <Icon aria-hidden="true" />
      <strong>{path === null ? label : <Link href={path}>{label}</Link>}</strong>
      <span className="figures">
        {count === null ? '' : name === 'alarm' ? t('referenceData.flow.open', { count }) : formats.number(count)}
      </span>
      <p className="dim">{t(`referenceData.flow.means.${name}`)}</p>
      <p className="alert-flow-example">{t(`referenceData.flow.examples.${name}`)}</p>
    </div>
  );
}
