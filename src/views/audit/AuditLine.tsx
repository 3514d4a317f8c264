import type { ReactNode } from 'react';
import type { Need } from '../../domain/access/index.ts';
import type { AuditEntry } from '../../domain/audit/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Badge } from '../../ui/index.ts';
import { usePermissionWords } from '../shared/permissionWords.ts';
import { changesOf, isEmpty, permissionChanges, subjectName, type FieldChange } from './changes.ts';

/** Fields shown at once; the rest opens. */
const SHOWN = 4;

/** One line of the audit: when, who, what with before and after, from where. */
export function AuditLine({ entry, showsAccount }: { entry: AuditEntry; showsAccount: boolean }): ReactNode {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const changes = changesOf(entry);
  const key = `audit.kind.${entry.kind}`;
  const name = subjectName(entry);
  return (
    <tr>
      <td data-label={t('audit.time')} className="audit-time"><time dateTime={entry.time} className="figures">{formats.preciseTime(Date.parse(entry.time))}</time></td>
      <td data-label={t('audit.person')}>{entry.user_id === null ? <span className="dim">{t('audit.product')}</span> : <bdi dir="ltr">{entry.username}</bdi>}</td>
      <th scope="row" className="audit-what">
        <span className="audit-act">{i18n.exists(key) ? t(key) : t('audit.kind.other', { kind: entry.kind })}{name !== '' && <> <bdi className="audit-name">{name}</bdi></>}</span>
        {showsAccount && <span className="dim audit-account"><bdi>{entry.account_name}</bdi></span>}
        {changes.length > 0 && <Changes changes={changes} />}
      </th>
      <td data-label={t('audit.remote')}><bdi dir="ltr" className="figures dim">{entry.remote}</bdi></td>
    </tr>
  );
}

function Changes({ changes }: { changes: readonly FieldChange[] }): ReactNode {
  const { t } = useTranslation();
  const rest = changes.slice(SHOWN);
  return (
    <>
      <dl className="audit-changes">{changes.slice(0, SHOWN).map((change) => <Change key={change.field} change={change} />)}</dl>
      {rest.length > 0 && (
        <details className="audit-more">
          <summary>{t('audit.more', { count: rest.length })}</summary>
          <dl className="audit-changes">{rest.map((change) => <Change key={change.field} change={change} />)}</dl>
        </details>
      )}
    </>
  );
}

function Change({ change: { field, before, after } }: { change: FieldChange }): ReactNode {
  const { t, i18n } = useTranslation();
  const key = `audit.field.${field}`;
  const show = useValueText();
  const hadValue = !isEmpty(before);
  return (
    <div>
      <dt>{i18n.exists(key) ? t(key) : field}</dt>
      <dd>
        {field === 'permissions' ? (
          <PermissionChange before={before} after={after} />
        ) : (
          <>
            {hadValue && <del><bdi>{show(before)}</bdi></del>}
            {hadValue && after !== undefined && <span className="audit-arrow" aria-label={t('audit.becomes')}>→</span>}
            {after !== undefined && <ins><bdi>{show(after)}</bdi></ins>}
          </>
        )}
      </dd>
    </div>
  );
}

function PermissionChange({ before, after }: { before: unknown; after: unknown }): ReactNode {
  const { t } = useTranslation();
  const words = usePermissionWords();
  const { added, removed } = permissionChanges(before, after);
  if (added.length + removed.length > 12) return <>{t('audit.permissionCounts', { added: added.length, removed: removed.length })}</>;
  const name = ({ resource, action }: Need): string => `${words.resource(resource)}: ${words.action(resource, action)}`;
  return (
    <span className="audit-permissions">
      {added.map((need) => <Badge key={name(need)} tone="normal">{`+ ${name(need)}`}</Badge>)}
      {removed.map((need) => <Badge key={name(need)} tone="critical">{`− ${name(need)}`}</Badge>)}
    </span>
  );
}

/** A recorded value in words. */
function useValueText(): (value: unknown) => string {
  const { t, i18n } = useTranslation();
  return (value) => {
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return t('audit.nothing');
    if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
    if (typeof value === 'string') return i18n.exists(`audit.value.${value}`) ? t(`audit.value.${value}`) : value;
    return Array.isArray(value) ? value.map(String).join(', ') : typeof value === 'number' ? String(value) : JSON.stringify(value);
  };
}
