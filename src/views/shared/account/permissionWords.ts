import type { Action, Resource } from '../../../domain/access/index.ts';
import { useTranslation } from '../../../i18n/index.ts';

/** Where an action is called otherwise than elsewhere: inviting is how a user is created. */
const SPECIFIC: ReadonlySet<string> = new Set([
  'user.a',
  'user.u',
  'user.d',
  'users_accounts.a',
  'users_accounts.u',
  'users_accounts.d',
  'account.r',
  'account.a',
  'account.u',
  'widgets.dash',
  'user_accounts_invitations.r',
  'role.d',
]);

export interface PermissionWords {
  /** Plain name of a resource. */
  resource(resource: Resource): string;
  /** Plain name of an action on a resource. */
  action(resource: Resource, action: Action): string;
  /** What it lets one do. */
  explain(action: Action): string;
  /** Names in a sentence: "Create, Change". */
  list(resource: Resource, actions: readonly Action[]): string;
}

/** Resources and actions in words. */
export function usePermissionWords(): PermissionWords {
  const { t, i18n } = useTranslation();
  const action = (resource: Resource, of: Action): string =>
    t(SPECIFIC.has(`${resource}.${of}`) ? `actionsOf.${resource}.${of}` : `actions.${of}.name`);
  return {
    resource: (resource) => t(`resources.${resource}`),
    action,
    explain: (of) => t(`actions.${of}.lead`),
    list: (resource, actions) =>
      new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(actions.map((of) => action(resource, of))),
  };
}
