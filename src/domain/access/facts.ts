import { can, type Need, type Permissions } from './resources.ts';

/** What it takes to hear of changes of a kind of thing: the same as to read it. */
const NEEDS: Readonly<Record<string, Need>> = {
  account: { resource: 'account', action: 'r' },
  role: { resource: 'role', action: 'r' },
  user: { resource: 'user', action: 'r' },
  membership: { resource: 'user', action: 'r' },
  invitation: { resource: 'user', action: 'r' },
  unit: { resource: 'units', action: 'r' },
  // A consumer without the list of devices still sees them at its units.
  device: { resource: 'units', action: 'r' },
  sim: { resource: 'sims', action: 'r' },
  command: { resource: 'units', action: 'ch' },
  trip: { resource: 'units', action: 'st' },
  fuel_event: { resource: 'units', action: 'se' },
  rule: { resource: 'alert', action: 'r' },
  occurrence: { resource: 'alert', action: 'r' },
};

/**
 * True when someone with these permissions may hear of changes of such things. Kinds that are not
 * listed, such as a session or a key, concern only the person themselves.
 */
export function mayHearOf(permissions: Permissions, subjectType: string): boolean {
  const need = Object.hasOwn(NEEDS, subjectType) ? NEEDS[subjectType] : undefined;
  return need !== undefined && can(permissions, need);
}
