import {
  RESOURCES,
  groupOf,
  isOffered,
  within,
  type Action,
  type Permissions,
  type Resource,
} from '../../domain/access/index.ts';

/** How much of a resource a key may do. */
const KEY_LEVELS = ['none', 'view', 'change', 'all'] as const;
export type KeyLevel = (typeof KEY_LEVELS)[number];

export type KeyLevels = Readonly<Partial<Record<Resource, KeyLevel>>>;

/** Whether an action belongs to a level: `change` is all but deleting. */
function belongs(action: Action, level: KeyLevel): boolean {
  const group = groupOf(action);
  if (level === 'none') return false;
  return level === 'all' || group === 'view' || (level === 'change' && group === 'create');
}

/** Resources that one holds anything of that decides something, in the order of the model. */
export function ownResources(own: Permissions): Resource[] {
  return RESOURCES.filter((resource) => own[resource]?.some((action) => isOffered({ resource, action })) ?? false);
}

/** Levels that differ for what one holds of a resource: whoever may only look is not offered more. */
export function levelsOf(own: Permissions, resource: Resource): KeyLevel[] {
  const actions = own[resource] ?? [];
  const count = (level: KeyLevel): number => actions.filter((action) => belongs(action, level)).length;
  return KEY_LEVELS.filter((level, index) => index === 0 || count(level) > count(KEY_LEVELS[index - 1]));
}

/** The permissions that a choice of levels comes to; never more than one holds oneself. */
export function permissionsOf(levels: KeyLevels, own: Permissions): Permissions {
  const wanted = Object.fromEntries(
    ownResources(own).flatMap((resource) => {
      const actions = (own[resource] ?? []).filter((action) => belongs(action, levels[resource] ?? 'none'));
      return actions.length === 0 ? [] : [[resource, actions]];
    }),
  );
  return within(wanted, own);
}
