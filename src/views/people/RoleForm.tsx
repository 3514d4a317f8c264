import { useFormikContext } from 'formik';
import { useId, useRef, useState, type ReactNode } from 'react';
import type { Permissions } from '../../domain/access/index.ts';
import { LENGTH } from '../../domain/base/index.ts';
import {
  mayReportTo,
  roleSchema,
  type RoleDetails,
  type RoleForm as RoleValues,
  type RoleSummary,
} from '../../domain/role/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Badge, Banner, Button, ErrorIcon, InfoIcon, Select } from '../../ui/index.ts';
import { FormTextField, useFormField } from '../../ui/forms/index.ts';
import { CancelButton } from '../shared/form/CancelButton.tsx';
import { DraftForm } from '../shared/form/DraftForm.tsx';
import { useOwnChanges } from '../shared/form/ownChanges.ts';
import { useSession } from '../shared/services/session.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { LabelsField } from '../shared/form/LabelsField.tsx';
import { PermissionEditor } from './PermissionEditor.tsx';
import { differenceOf } from './permissionModel.ts';
import { usePermissionWords } from '../shared/account/permissionWords.ts';

export interface RoleFormProps {
  initial: RoleValues;
  /** Null for a new role. */
  saved: RoleDetails | null;
  /** One's own role: nobody may lock themselves out, so only name and labels can change. */
  isOwn: boolean;
  own: Permissions;
  roles: readonly RoleSummary[];
  draftKey: string;
}

/** Name, parent, labels and permissions of a role. */
export function RoleForm({ initial, saved, isOwn, own, roles, draftKey }: RoleFormProps): ReactNode {
  const { t } = useTranslation();
  const { goOn } = useScreenPath();
  const { can } = useSession();
  const notify = useNotify();
  const act = useAct();
  const changes = useOwnChanges();
  /** The role as it was when its form opened. */
  const [began] = useState(initial);
  /** Which button was pressed; read when the form is good. */
  const addsUsers = useRef(false);
  const mayAddUsers = can({ resource: 'user', action: 'u' }) || can({ resource: 'user', action: 'a' });

  const save = async (values: RoleValues): Promise<boolean> => {
    const role =
      saved === null
        ? await act.run('addRole', values)
        : await act.run('updateRole', {
            ...values,
            role_id: saved.role_id,
            expected: changes.expected(began, act.problem),
          });
    if (role === null) return false;
    notify.done(t('success.roleSaved'));
    goOn(`/role/${role.role_id}/view`, addsUsers.current ? { add: '1' } : undefined);
    return true;
  };
  /** Enter in a field presses the form's only submit button, so this one submits by hand. */
  const saveAndAdd = (event: { target: Element }): void => {
    addsUsers.current = true;
    event.target.closest('form')?.requestSubmit();
  };
  return (
    <DraftForm<RoleValues>
      draftKey={draftKey}
      initial={began}
      schema={roleSchema}
      problem={act.problem}
      onSubmit={save}
      label={t(saved === null ? 'screens.roleCreate' : 'screens.roleEdit')}
      className="role-form">
      {isOwn && (
        <Banner tone="info" icon={<InfoIcon />}>
          {t('roles.ownRole')}
        </Banner>
      )}
      <div className="role-fields">
        <FormTextField
          name="name"
          label={t('roles.name')}
          required
          hint={t('common.bounds', LENGTH.roleName)}
          autoComplete="off"
        />
        <ParentField roles={roles} own={saved?.role_id ?? null} disabled={isOwn} />
        <LabelsField name="labels" label={t('roles.labels')} hint={t('roles.labelsHint')} />
      </div>
      <PermissionsField own={own} disabled={isOwn} />
      {saved !== null && <Difference saved={saved.permissions} />}
      <div className="save-bar role-buttons">
        <CancelButton onCancel={() => goOn(saved === null ? '/roles-list' : `/role/${saved.role_id}/view`)} />
        {mayAddUsers && (
          <Button isDisabled={act.busy} onPress={saveAndAdd}>
            {t('roles.saveAndAdd')}
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          busy={act.busy}
          onPress={() => {
            addsUsers.current = false;
          }}>
          {t('common.save')}
        </Button>
      </div>
    </DraftForm>
  );
}

/** Reporting to nobody, as a value that a list can hold. */
const NONE = 'none';

/** Roles that this one may report to: not itself, and none below it. */
function ParentField({
  roles,
  own,
  disabled,
}: {
  roles: readonly RoleSummary[];
  own: number | null;
  disabled: boolean;
}): ReactNode {
  const { t } = useTranslation();
  const field = useFormField<number | null>('parent_role_id', t('roles.parent'));
  const offered = roles.filter((role) => own === null || mayReportTo(own, role.role_id, roles));
  return (
    <Select
      label={t('roles.parent')}
      hint={t('roles.parentHint')}
      disabled={disabled}
      error={field.error}
      value={field.value === null ? NONE : String(field.value)}
      onChange={(id) => field.onChange(id === NONE ? null : Number(id))}
      options={[
        { value: NONE, label: t('roles.noParent') },
        ...offered.map((role) => ({ value: String(role.role_id), label: role.name })),
      ]}
    />
  );
}

function PermissionsField({ own, disabled }: { own: Permissions; disabled: boolean }): ReactNode {
  const { t } = useTranslation();
  const field = useFormField<Permissions>('permissions', t('roles.permissions'));
  const errorId = useId();
  return (
    <section
      aria-label={t('roles.permissions')}
      aria-describedby={field.error === undefined ? undefined : errorId}
      className="role-permissions">
      <h2>{t('roles.permissions')}</h2>
      <p className="dim">{t('roles.permissionsLead')}</p>
      {field.error !== undefined && (
        <Banner tone="critical" icon={<ErrorIcon />}>
          <p id={errorId}>{field.error}</p>
        </Banner>
      )}
      <PermissionEditor permissions={field.value} own={own} {...(disabled ? {} : { onChange: field.onChange })} />
    </section>
  );
}

/** What saving would change; members of the role feel it at once. */
function Difference({ saved }: { saved: Permissions }): ReactNode {
  const { t } = useTranslation();
  const words = usePermissionWords();
  const { values } = useFormikContext<RoleValues>();
  const { added, removed } = differenceOf(saved, values.permissions);
  if (added.length + removed.length === 0) return null;
  const name = ({ resource, action }: (typeof added)[number]): string =>
    `${words.resource(resource)}: ${words.action(resource, action)}`;
  return (
    <section className="role-difference" aria-label={t('roles.difference')}>
      <h2>{t('roles.difference')}</h2>
      <ul>
        {added.map((need) => (
          <li key={`+${need.resource}${need.action}`}>
            <Badge tone="normal">{t('roles.added')}</Badge> {name(need)}
          </li>
        ))}
        {removed.map((need) => (
          <li key={`-${need.resource}${need.action}`}>
            <Badge tone="critical">{t('roles.removed')}</Badge> {name(need)}
          </li>
        ))}
      </ul>
    </section>
  );
}
