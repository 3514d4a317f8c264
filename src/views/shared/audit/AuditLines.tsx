import type { ReactNode } from 'react';
import type { AuditEntry } from '../../../domain/audit/index.ts';
import { fromIso } from '../../../domain/base/index.ts';
import { useFormats } from '../../../i18n/index.ts';
import { AuditAct, AuditChanges, AuditPerson } from './AuditChanges.tsx';
import { changesOf } from './changes.ts';

/** Entries of the audit one below the other, where there is no room for a table. */
export function AuditLines({ rows, label }: { rows: readonly AuditEntry[]; label: string }): ReactNode {
  const formats = useFormats();
  return (
    <ul className="audit-lines" aria-label={label}>
      {rows.map((entry) => (
        <li key={`${entry.account_id}.${entry.sequence}`} className="audit-line">
          <AuditAct entry={entry} />
          <span className="audit-who">
            <time dateTime={entry.time} className="figures">
              {formats.preciseTime(fromIso(entry.time))}
            </time>{' '}
            <AuditPerson entry={entry} />
          </span>
          <AuditChanges changes={changesOf(entry)} />
        </li>
      ))}
    </ul>
  );
}
