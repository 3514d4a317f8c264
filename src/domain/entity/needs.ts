import type { Need, Resource } from '../access/index.ts';

// Apart from definitions: the registry of screens needs it, and the sign-in page loads no definition.

const ACTIONS = { read: 'r', add: 'a', change: 'u', remove: 'd', menu: 'm' } as const;

/** The permission for each thing that is done to things of a resource. */
export function needsOf(resource: Resource): Readonly<Record<keyof typeof ACTIONS, Need>> {
  const need = (action: Need['action']): Need => ({ resource, action });
  return {
    read: need(ACTIONS.read),
    add: need(ACTIONS.add),
    change: need(ACTIONS.change),
    remove: need(ACTIONS.remove),
    menu: need(ACTIONS.menu),
  };
}
