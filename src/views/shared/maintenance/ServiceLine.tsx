import type { ReactNode } from 'react';
import type { ServiceReminder } from '../../../domain/maintenance/index.ts';
import { SERVICE_SITE } from '../../../domain/maintenance/registry.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Link, ProgressBar, StatusChip } from '../../../ui/index.ts';
import { SERVICE_LOOKS, partsOf, useServiceWords } from './serviceLook.ts';
import './serviceLine.css';

/** A state of maintenance, with its mark and word. */
export function ServiceStateMark({ state }: { state: ServiceReminder['state'] }): ReactNode {
  const words = useServiceWords();
  return (
    <StatusChip {...SERVICE_LOOKS[state]} plain>
      {words.state(state)}
    </StatusChip>
  );
}

/** One reminder in the list of a unit: how it stands, and what is left. */
export function ServiceLine({ reminder }: { reminder: ServiceReminder }): ReactNode {
  const { t } = useTranslation();
  const words = useServiceWords();
  const { service_reminder_id: id, name, state, due_on: dueOn } = reminder;
  const parts = partsOf(reminder);
  return (
    <li className="service-line">
      <div className="service-line-head">
        <Link href={SERVICE_SITE.paths.view.replace(':id', String(id))}>
          <bdi>{name}</bdi>
        </Link>
        <ServiceStateMark state={state} />
      </div>
      {parts.length > 0 && (
        <p className="dim figures">
          {[
            ...parts.map((part) => words.left(part)),
            ...(dueOn === null ? [] : [t('service_reminders.expected', { day: words.day(dueOn) })]),
          ].join(' · ')}
        </p>
      )}
    </li>
  );
}

/** What is left of each interval, as a bar that fills until the service is due. */
export function ServiceParts({ reminder }: { reminder: ServiceReminder }): ReactNode {
  const words = useServiceWords();
  return (
    <ul className="service-parts" data-state={reminder.state}>
      {partsOf(reminder).map((part) => (
        <li key={part.measure}>
          <ProgressBar
            label={`${words.figure(part.measure, part.every - part.left)} / ${words.figure(part.measure, part.every)}`}
            value={Math.min(1, Math.max(0, 1 - part.left / part.every))}
          />
          <span className="figures">{words.left(part)}</span>
        </li>
      ))}
    </ul>
  );
}
