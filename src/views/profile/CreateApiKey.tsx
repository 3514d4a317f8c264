import { useId, type ReactNode } from 'react';
import { boolean, mixed, object, string } from 'yup';
import { DAY, LENGTH, requiredText, toIso } from '../../domain/base/index.ts';
import type { Permissions, Resource } from '../../domain/access/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, Dialog, NativeSelect } from '../../ui/index.ts';
import { Form, FormCheckbox, FormNativeSelect, FormTextField, useFormField } from '../../ui/forms/index.ts';
import { useBrowser } from '../shared/services/browser.ts';
import { usePermissionWords } from '../shared/account/permissionWords.ts';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useSession } from '../shared/services/session.ts';
import { useAct } from '../shared/services/useAct.ts';
import { ownResources, levelsOf, permissionsOf, type KeyLevel, type KeyLevels } from './keyPermissions.ts';

/** Days that a key lives. */
const LIFETIMES = ['30', '90', '365', '1825'] as const;

interface KeyForm {
  name: string;
  lifetime: (typeof LIFETIMES)[number];
  levels: KeyLevels;
  may_ingest: boolean;
}

const EMPTY: KeyForm = { name: '', lifetime: '365', levels: {}, may_ingest: false };
const schema = object({
  name: requiredText(LENGTH.keyName),
  lifetime: string().oneOf(LIFETIMES),
  levels: mixed<KeyLevels>().test(
    'atLeastOne',
    'validation.rolePermissions',
    (levels, { parent }: { parent: Partial<KeyForm> }) =>
      parent.may_ingest === true || Object.values(levels ?? {}).some((level) => level !== 'none'),
  ),
  may_ingest: boolean().required(),
});

/** A new key: what for, for how long, and how much of what one may do oneself. */
export function CreateApiKey({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (secret: string) => void;
}): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { account, permissions, can } = useSession();
  const { clock } = useBrowser();
  const act = useAct();
  const create = async ({ name, lifetime, levels, may_ingest }: KeyForm): Promise<void> => {
    const created = await act.run('createApiKey', {
      name,
      permissions: permissionsOf(levels, permissions),
      may_ingest,
      expires_at: toIso(clock.getSnapshot() + Number(lifetime) * DAY),
    });
    if (created !== null) onCreated(created.secret);
  };
  const lifetimes = LIFETIMES.map((days) => ({ value: days, label: formats.duration(Number(days) * DAY) }));
  return (
    <Dialog open wide role="alertdialog" onClose={onClose} title={t('apiKeys.create')} closeLabel={t('common.close')}>
      <Form<KeyForm>
        initial={EMPTY}
        schema={schema}
        onSubmit={create}
        problems={act.problem?.fields?.map(({ field, message }) => ({
          field: field === 'permissions' ? 'levels' : field,
          message,
        }))}
        label={t('apiKeys.create')}>
        {act.problem !== null && <ProblemBanner problem={act.problem} />}
        {account !== null && <p className="dim">{t('apiKeys.inAccount', { account: account.name })}</p>}
        <div className="form-pair">
          <FormTextField name="name" label={t('fields.name')} hint={t('apiKeys.nameHint')} required />
          <FormNativeSelect name="lifetime" label={t('apiKeys.lifetime')} options={lifetimes} />
        </div>
        <Matrix own={permissions} />
        {can({ resource: 'devices', action: 'u' }) && <FormCheckbox name="may_ingest" label={t('apiKeys.mayIngest')} />}
        <div className="own-acts">
          <Button type="submit" variant="primary" busy={act.busy}>
            {t('apiKeys.create')}
          </Button>
          <Button variant="quiet" onPress={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** A level for each resource that one holds. */
function Matrix({ own }: { own: Permissions }): ReactNode {
  const { t } = useTranslation();
  const label = t('fields.permissions');
  const words = usePermissionWords();
  const { value, error, onChange } = useFormField<KeyLevels>('levels', label);
  const errorId = useId();
  const resources = ownResources(own);
  const all = (level: KeyLevel): void =>
    onChange(
      Object.fromEntries(
        resources.map((resource) => [
          resource,
          levelsOf(own, resource).includes(level) ? level : (levelsOf(own, resource).at(-1) ?? 'none'),
        ]),
      ),
    );
  return (
    <fieldset
      className="key-permissions"
      aria-invalid={error !== undefined}
      aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="field-label">{label}</legend>
      <div className="own-acts">
        <Button size="compact" onPress={() => all('view')}>
          {t('apiKeys.viewAll')}
        </Button>
        <Button size="compact" onPress={() => onChange({})}>
          {t('apiKeys.level.none')}
        </Button>
      </div>
      {error !== undefined && (
        <p id={errorId} className="field-error" role="alert">
          {error}
        </p>
      )}
      <ul className="key-matrix">
        {resources.map((resource) => (
          <li key={resource} className="key-matrix-row">
            <span aria-hidden="true">{words.resource(resource)}</span>
            <NativeSelect
              label={words.resource(resource)}
              value={value[resource] ?? 'none'}
              options={levelOptions(own, resource, t)}
              onChange={(level) => onChange({ ...value, [resource]: level })}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

const levelOptions = (own: Permissions, resource: Resource, t: (key: string) => string) =>
  levelsOf(own, resource).map((level) => ({ value: level, label: t(`apiKeys.level.${level}`) }));
