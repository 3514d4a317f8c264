import { Fragment, useState, type ReactNode } from 'react';
import {
  PERMISSION_GROUPS,
  can,
  offeredActions,
  type PermissionGroup,
  type Permissions,
  type Resource,
} from '../../domain/access/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, Checkbox, EmptyState, ExpandIcon, IconButton, SearchField, Switch } from '../../ui/index.ts';
import {
  AREAS,
  actionBox,
  countOf,
  groupBox,
  toggleAction,
  toggleGroup,
  type AreaName,
  type Lock,
} from './permissionModel.ts';
import { usePermissionWords } from '../shared/account/permissionWords.ts';

export interface PermissionEditorProps {
  permissions: Permissions;
  /** What one holds oneself: the most that one may grant. */
  own: Permissions;
  /** Left out: it only shows. */
  onChange?: (permissions: Permissions) => void;
}

/**
 * Resources in areas, as far as the product has them; a column for each group, and below each resource its actions one
 * by one.
 */
export function PermissionEditor({ permissions, own, onChange }: PermissionEditorProps): ReactNode {
  const { t } = useTranslation();
  const words = usePermissionWords();
  const [search, setSearch] = useState('');
  const [onlyGranted, setOnlyGranted] = useState(onChange === undefined);
  const wanted = search.trim().toLocaleLowerCase();
  const isShown = (resource: Resource): boolean => {
    const offered = offeredActions(resource);
    if (!offered.some((action) => !onlyGranted || can(permissions, { resource, action }))) return false;
    return (
      wanted === '' ||
      [words.resource(resource), ...offered.map((action) => words.action(resource, action))].some((text) =>
        text.toLocaleLowerCase().includes(wanted),
      )
    );
  };
  const areas = (Object.keys(AREAS) as AreaName[])
    .map((area) => ({ area, resources: (AREAS[area] as readonly Resource[]).filter(isShown) }))
    .filter(({ resources }) => resources.length > 0);
  return (
    <div className="permissions">
      <div className="permissions-tools">
        <SearchField
          label={t('roles.searchPermissions')}
          clearLabel={t('common.clearSearch')}
          value={search}
          onChange={setSearch}
          maxLength={100}
        />
        <Switch selected={onlyGranted} onChange={setOnlyGranted}>
          {t('roles.onlyGranted')}
        </Switch>
        <output className="permissions-count">{t('roles.granted', { count: countOf(permissions) })}</output>
      </div>
      {areas.length === 0 ? (
        <EmptyState
          title={t('common.noMatches')}
          action={
            <Button
              onPress={() => {
                setSearch('');
                setOnlyGranted(false);
              }}>
              {t('list.clearFilters')}
            </Button>
          }
        />
      ) : (
        <PermissionTable areas={areas} permissions={permissions} own={own} onChange={onChange} />
      )}
    </div>
  );
}

interface TableProps extends PermissionEditorProps {
  areas: readonly { readonly area: AreaName; readonly resources: readonly Resource[] }[];
}

/** The resources of the areas, whose actions open below them. */
function PermissionTable({ areas, permissions, own, onChange }: TableProps): ReactNode {
  const { t } = useTranslation();
  const [open, setOpen] = useState<ReadonlySet<Resource>>(new Set());
  const toggle = (resource: Resource): void =>
    setOpen(
      (before) =>
        new Set([...before].filter((each) => each !== resource).concat(before.has(resource) ? [] : [resource])),
    );
  return (
    <table className="permission-table" aria-label={t('roles.permissions')}>
      <thead>
        <tr>
          <th scope="col">{t('roles.resource')}</th>
          {PERMISSION_GROUPS.map((group) => (
            <th key={group} scope="col">
              {t(`roles.groups.${group}`)}
            </th>
          ))}
        </tr>
      </thead>
      {areas.map(({ area, resources }) => (
        <tbody key={area}>
          <tr>
            <th scope="rowgroup" colSpan={5} className="permission-area">
              {t(`roles.areas.${area}`)}
            </th>
          </tr>
          {resources.map((resource) => (
            <Fragment key={resource}>
              <ResourceRow
                resource={resource}
                permissions={permissions}
                own={own}
                onChange={onChange}
                open={open.has(resource)}
                onToggle={() => toggle(resource)}
              />
              {open.has(resource) && (
                <ActionRows resource={resource} permissions={permissions} own={own} onChange={onChange} />
              )}
            </Fragment>
          ))}
        </tbody>
      ))}
    </table>
  );
}

interface RowProps extends PermissionEditorProps {
  resource: Resource;
}

function ResourceRow({
  resource,
  permissions,
  own,
  onChange,
  open,
  onToggle,
}: RowProps & { open: boolean; onToggle: () => void }): ReactNode {
  const { t } = useTranslation();
  const words = usePermissionWords();
  const name = words.resource(resource);
  const offered = offeredActions(resource);
  const granted = offered.filter((action) => can(permissions, { resource, action })).length;
  return (
    <tr className="permission-row">
      <th scope="row">
        <span className="permission-name">
          <IconButton
            size="compact"
            label={t(open ? 'roles.hideActions' : 'roles.showActions', { resource: name })}
            aria-expanded={open}
            className="permission-open"
            icon={<ExpandIcon aria-hidden="true" />}
            onPress={onToggle}
          />
          <span>{name}</span>{' '}
          <span className="dim figures">{t('roles.ofActions', { granted, total: offered.length })}</span>
        </span>
      </th>
      {PERMISSION_GROUPS.map((group) => (
        <td key={group}>
          <GroupBox group={group} resource={resource} permissions={permissions} own={own} onChange={onChange} />
        </td>
      ))}
    </tr>
  );
}

function GroupBox({ group, resource, permissions, own, onChange }: RowProps & { group: PermissionGroup }): ReactNode {
  const { t } = useTranslation();
  const words = usePermissionWords();
  const why = useLockText(resource);
  const box = groupBox(permissions, own, resource, group);
  if (box === null)
    return (
      <span className="dim" aria-hidden="true">
        –
      </span>
    );
  const reason = onChange === undefined ? '' : why(box.lock);
  return (
    <span title={reason || undefined}>
      <Checkbox
        selected={box.state === 'all'}
        indeterminate={box.state === 'some'}
        disabled={onChange === undefined || box.lock !== null}
        onChange={() => onChange?.(toggleGroup(permissions, own, resource, group))}>
        <span className="visually-hidden">{`${words.resource(resource)}: ${t(`roles.groups.${group}`)}${reason ? `. ${reason}` : ''}`}</span>
      </Checkbox>
    </span>
  );
}

function ActionRows({ resource, permissions, own, onChange }: RowProps): ReactNode {
  const words = usePermissionWords();
  const why = useLockText(resource);
  return (
    <tr className="permission-actions">
      <td colSpan={5}>
        <ul>
          {offeredActions(resource).map((action) => {
            const { state, lock } = actionBox(permissions, own, { resource, action });
            const reason = onChange === undefined ? '' : why(lock);
            return (
              <li key={action}>
                <Checkbox
                  selected={state === 'all'}
                  disabled={onChange === undefined || lock !== null}
                  onChange={() => onChange?.(toggleAction(permissions, own, { resource, action }))}>
                  {words.action(resource, action)}
                </Checkbox>
                <span className="permission-lead">
                  {words.explain(action)}
                  {reason !== '' && <em>{reason}</em>}
                </span>
              </li>
            );
          })}
        </ul>
      </td>
    </tr>
  );
}

/** Why a box cannot be changed, in words; empty where it can. */
function useLockText(resource: Resource): (lock: Lock | null) => string {
  const { t } = useTranslation();
  const words = usePermissionWords();
  return (lock) => {
    if (lock === null) return '';
    return lock.kind === 'notGranted'
      ? t('roles.lockNotGranted')
      : t('roles.lockNeeded', { actions: words.list(resource, lock.by) });
  };
}
