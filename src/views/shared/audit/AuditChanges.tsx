import type { ReactNode } from 'react';
import type { Need } from '../../../domain/access/index.ts';
import type { AuditEntry } from '../../../domain/audit/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Badge } from '../../../ui/index.ts';
import { usePermissionWords } from '../account/permissionWords.ts';
import { eventKey } from '../entity/keys.ts';
import { useRecordedConditions } from '../rules/useConditionWords.ts';
import { digitsOf } from '../unit/useReadings.ts';
import { foundByRule, isEmpty, permissionChanges, subjectName, tableText, type FieldChange } from './changes.ts';
import './auditChanges.css';

/** Fields shown at once; the rest opens. */
const SHOWN = 4;

/** What somebody did, in words, and to what. */
export function AuditAct({ entry }: { entry: AuditEntry }): ReactNode {
  const { t, i18n } = useTranslation();
  const key = eventKey(entry.kind);
  const { number } = useFormats();
  const name = subjectName(entry);
  const found = foundByRule(entry);
  return (
    <span className="audit-act">
      {i18n.exists(key) ? t(key) : t('audit.kind.other', { kind: entry.kind })}
      {name !== '' && (
        <>
          {' '}
          <bdi className="audit-name">{name}</bdi>
        </>
      )}
      {found !== null && (
        <>
          {' '}
          ·{' '}
          <bdi>
            {found.value === null
              ? found.rule
              : t('unitModes.events.rule', { rule: found.rule, value: number(found.value, digitsOf(found.value)) })}
          </bdi>
        </>
      )}
    </span>
  );
}

/** Who did it. */
export function AuditPerson({ entry }: { entry: AuditEntry }): ReactNode {
  const { t } = useTranslation();
  return entry.user_id === null ? (
    <span className="dim">{t(entry.by_parent ? 'audit.parent' : 'audit.product')}</span>
  ) : (
    <bdi dir="ltr">{entry.username}</bdi>
  );
}

/** What an entry changed, field by field, before and after. */
export function AuditChanges({ changes }: { changes: readonly FieldChange[] }): ReactNode {
  const { t } = useTranslation();
  if (changes.length === 0) return null;
  const rest = changes.slice(SHOWN);
  return (
    <>
      <dl className="audit-changes">
        {changes.slice(0, SHOWN).map((change) => (
          <Change key={change.field} change={change} />
        ))}
      </dl>
      {rest.length > 0 && (
        <details className="audit-more">
          <summary>{t('audit.more', { count: rest.length })}</summary>
          <dl className="audit-changes">
            {rest.map((change) => (
              <Change key={change.field} change={change} />
            ))}
          </dl>
        </details>
      )}
    </>
  );
}

function Change({ change: { field, before, after } }: { change: FieldChange }): ReactNode {
  const { t, i18n } = useTranslation();
  const key = [fieldKey(field), `fields.${field}`].find((each) => i18n.exists(each));
  const show = useValueText();
  const hadValue = !isEmpty(before);
  return (
    <div>
      <dt>{key === undefined ? field : t(key)}</dt>
      <dd>
        {field === 'permissions' ? (
          <PermissionChange before={before} after={after} />
        ) : (
          <>
            {hadValue && (
              <del>
                <bdi>{show(field, before)}</bdi>
              </del>
            )}
            {hadValue && after !== undefined && (
              <span className="audit-arrow" aria-label={t('audit.becomes')}>
                →
              </span>
            )}
            {after !== undefined && (
              <ins>
                <bdi>{show(field, after)}</bdi>
              </ins>
            )}
          </>
        )}
      </dd>
    </div>
  );
}

/** The words of a detection setting stand with its form. */
const SETTING_FORMS: Readonly<Record<string, string>> = {
  trip_detector: 'trip',
  'fuel.theft': 'theft',
  'fuel.refill': 'refill',
  'fuel.threshold': 'threshold',
  filters: 'filters',
  'filters.static_drift': 'drift',
};

function fieldKey(field: string): string {
  const cut = field.lastIndexOf('.');
  return cut < 0
    ? `audit.field.${field}`
    : `detection.${SETTING_FORMS[field.slice(0, cut)] ?? field.slice(0, cut)}.${field.slice(cut + 1)}.label`;
}

function PermissionChange({ before, after }: { before: unknown; after: unknown }): ReactNode {
  const { t } = useTranslation();
  const words = usePermissionWords();
  const { added, removed } = permissionChanges(before, after);
  if (added.length + removed.length > 12)
    return <>{t('audit.permissionCounts', { added: added.length, removed: removed.length })}</>;
  const name = ({ resource, action }: Need): string => `${words.resource(resource)}: ${words.action(resource, action)}`;
  return (
    <span className="audit-permissions">
      {added.map((need) => (
        <Badge key={name(need)} tone="normal">{`+ ${name(need)}`}</Badge>
      ))}
      {removed.map((need) => (
        <Badge key={name(need)} tone="critical">{`− ${name(need)}`}</Badge>
      ))}
    </span>
  );
}

/** Fields whose recorded values are codes that have their words elsewhere. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  default_theme: ['theme.accents'],
  default_language: ['language'],
  lang: ['language'],
  type: ['accountType', 'sensorTypes'],
  kind: ['kind'],
  data_type: ['sensors.dataTypes'],
  status: ['audit.value', 'devices.statuses', 'unitStatus'],
  condition: ['rules.conditions'],
  match: ['rules.matches'],
  'trip_detector.m_source': ['detection.sources'],
};
const NO_WORDS = ['audit.value'];

/** A recorded value of a field in words. */
function useValueText(): (field: string, value: unknown) => string {
  const { t, i18n } = useTranslation();
  const conditions = useRecordedConditions();
  const countries = new Intl.DisplayNames(i18n.language, { type: 'region' });
  return (field, value) => {
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return t('audit.nothing');
    if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
    if (field === 'country' && typeof value === 'string' && /^[A-Z]{2}$/.test(value))
      return countries.of(value) ?? value;
    if (typeof value === 'string') {
      const key = (WORDS[field] ?? NO_WORDS).map((group) => `${group}.${value}`).find((each) => i18n.exists(each));
      return key === undefined ? value : t(key);
    }
    if (field === 'conditions') return conditions(value);
    if (field === 'table') return tableText(value) || t('audit.nothing');
    return Array.isArray(value)
      ? value.map(String).join(', ')
      : typeof value === 'number'
        ? value.toLocaleString(i18n.language)
        : JSON.stringify(value);
  };
}
