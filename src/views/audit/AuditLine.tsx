import type { ReactNode } from 'react';
import type { AuditEntry } from '../../domain/audit/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { AuditAct, AuditChanges, AuditPerson } from '../shared/audit/AuditChanges.tsx';
import { changesOf } from '../shared/audit/changes.ts';

/** One line of the audit: when, who, what with before and after, from where. */
export function AuditLine({ entry, showsAccount }: { entry: AuditEntry; showsAccount: boolean }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <tr>
      <td data-label={t('audit.time')} className="audit-time">
        <time dateTime={entry.time} className="figures">
          {formats.preciseTime(Date.parse(entry.time))}
        </time>
      </td>
      <td data-label={t('audit.person')}>
        <AuditPerson entry={entry} />
      </td>
      <th scope="row" className="audit-what">
        <AuditAct entry={entry} />
        {showsAccount && (
          <span className="dim audit-account">
            <bdi>{entry.account_name}</bdi>
          </span>
        )}
        <AuditChanges changes={changesOf(entry)} />
      </th>
      <td data-label={t('audit.remote')}>
        <bdi dir="ltr" className="figures dim">
          {entry.remote}
        </bdi>
      </td>
    </tr>
  );
}
