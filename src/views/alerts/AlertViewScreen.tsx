import type { ReactNode } from 'react';
import { alerts, type Alert, type EscalationStep } from '../../domain/alert/index.ts';
import { rules } from '../../domain/rule/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Link, Panel, Skeleton } from '../../ui/index.ts';
import { EntityPage } from '../shared/entity/index.ts';
import { entityPaths } from '../shared/entity/paths.ts';
import { useAlertCells } from './useAlertCells.tsx';
import { useRecipients } from '../shared/alerts/useRecipients.ts';
import { useTiedRules } from './useTiedRules.ts';
import './alerts.css';

/** One alert: its rules, and who gets its alarms when nobody acknowledges them. */
export default function AlertViewScreen(): ReactNode {
  return (
    <EntityPage entity={alerts} cells={useAlertCells()}>
      {(alert) => (
        <>
          <TiedRules alert={alert} />
          <Steps alert={alert} />
        </>
      )}
    </EntityPage>
  );
}

function TiedRules({ alert }: { alert: Alert }): ReactNode {
  const { t } = useTranslation();
  const all = useTiedRules();
  const { view } = entityPaths(rules);
  const tied = all?.filter(({ rule_id }) => alert.rule_ids.includes(rule_id)) ?? [];
  return (
    <Panel title={t('rules.title')}>
      {all === null ? (
        <Skeleton height="3rem" />
      ) : (
        <ul className="alert-lines">
          {tied.map(({ rule_id, name, account_id, account_name }) => (
            <li key={rule_id}>
              <Link href={view(rule_id)}>
                <bdi>{name}</bdi>
              </Link>
              {account_id !== alert.account_id && <span className="dim"> · {account_name}</span>}
            </li>
          ))}
          {alert.rule_ids.length === 0 && <li className="dim">{t('alerts.noRules')}</li>}
          {tied.length < alert.rule_ids.length && (
            <li className="dim">{t('alerts.otherRules', { count: alert.rule_ids.length - tied.length })}</li>
          )}
        </ul>
      )}
    </Panel>
  );
}

function Steps({ alert: { escalation } }: { alert: Alert }): ReactNode {
  const { t, i18n } = useTranslation();
  const { nameOf } = useRecipients();
  const goesTo = (step: EscalationStep): string => {
    const names = step.channels.map((each) => t(`notifications.channels.${each}`));
    const channels = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names);
    return names.length === 0 ? nameOf(step) : t('alerts.stepBy', { name: nameOf(step), channels });
  };
  return (
    <Panel title={t('alerts.escalation')}>
      {escalation.length === 0 ? (
        <p className="dim">{t('alerts.noSteps')}</p>
      ) : (
        <ol className="alert-lines">
          {escalation.map((step) => (
            <li key={step.minutes}>{t('alerts.stepLine', { count: step.minutes, name: goesTo(step) })}</li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
