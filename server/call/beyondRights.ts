import { catalogue, needsOf, type BulkReply, type CallError, type MethodName } from '../../src/api/contract/index.ts';
import { can, canIn, neededBelow, type Need } from '../../src/domain/access/index.ts';
import { success, type Instant, type Result } from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { ENTITIES } from '../../src/domain/entities/index.ts';
import { mayHearOf, type EventSubject } from '../../src/domain/events/index.ts';
import type { NamedKind, NamedThings, UnitDirectory } from './ports.ts';
import type { Problems } from './problems.ts';
import { isSeenAt, reachOf } from './reach.ts';
import type { CallAccount, CallContext } from './types.ts';

export interface BeyondRightsServices {
  readonly directory: UnitDirectory;
  readonly things: NamedThings;
  readonly problems: Problems;
}

const entityFields = Object.fromEntries<NamedKind>(
  ENTITIES.flatMap(({ id, ids, name }) => [
    [id, name],
    [ids, name],
  ]),
);

/** What the fields of a request name. */
const FIELDS: Readonly<Record<string, NamedKind>> = {
  account_id: 'account',
  parent_account_id: 'account',
  unit_id: 'unit',
  unit_ids: 'unit',
  device_id: 'device',
  device_ids: 'device',
  sensor_id: 'sensor',
  command_id: 'deviceCommand',
  execution_id: 'execution',
  ...entityFields,
  user_id: 'user',
  invitation_id: 'invitation',
  binding_id: 'operatorBinding',
  service_record_id: 'serviceRecord',
};

/** Parts of things, and the permission that shows them; who sees the other kinds, `mayHearOf` says. */
const PARTS: Readonly<Record<Exclude<NamedKind, EventSubject>, readonly Need[]>> = {
  sensor: [{ resource: 'devices', action: 'r' }],
  deviceCommand: [{ resource: 'devices', action: 'r' }],
  execution: [
    { resource: 'devices', action: 'ch' },
    { resource: 'units', action: 'ch' },
  ],
  operatorBinding: [{ resource: 'operator', action: 'r' }],
  serviceRecord: [{ resource: 'service_reminders', action: 'r' }],
  unitAllocation: [{ resource: 'account_units', action: 'r' }],
  deviceAllocation: [{ resource: 'account_devices', action: 'r' }],
};
const READS_UNITS: Need = { resource: 'units', action: 'r' };

/**
 * The handler's answer, with "Un-authorized action" in the place of "not found" for what the caller sees and may not
 * act on, such as a unit of a sub-account where the role only reads. Handlers look things up within the reach of the
 * call's permission and answer "not found" beyond it; here the reach of the permission to read decides between the two.
 * Entities that the caller does not see keep the answer of those that do not exist.
 */
export async function explainRefusal<Answer>(
  method: MethodName,
  data: object,
  answer: Result<Answer, CallError>,
  context: CallContext,
  services: BeyondRightsServices,
): Promise<Result<Answer | BulkReply, CallError>> {
  const needs = needsOf(catalogue[method].access);
  const caller = context.session?.account;
  if (!caller || needs.length === 0) return answer;
  // Permissions without one for sub-accounts are about people, roles and accounts: those act in the own account, or on
  // a named one where the handler finds it.
  const isNarrowed = needs.some((need) => neededBelow(need) !== null);
  const account = isNarrowed ? caller : { ...caller, scope: [caller.accountId] };
  const named = namedBy(method, data);
  if (answer.ok) return explainBulk(answer, named, account, context, services);
  if (answer.error.code !== ERROR.notFound) return answer;
  const isBeyond = await isSeenAndBeyond(named, account, context.now, services);
  return isBeyond ? services.problems.refuse(context.lang, ERROR.accessRight) : answer;
}

interface Named {
  readonly kind: NamedKind;
  readonly ids: readonly number[];
  /** True for a list of things of which some may be missing. */
  readonly isList: boolean;
}

/** The things that the data names by number, those of a list's filter among them. */
function namedBy(method: MethodName, data: object): readonly Named[] {
  const filters: unknown = Reflect.get(data, 'filters');
  const fields = [...Object.entries(data), ...(filters instanceof Object ? Object.entries(filters) : [])];
  return fields.flatMap(([field, value]: [string, unknown]) => {
    const kind = field === 'allocation_id' ? allocationOf(method) : Object.hasOwn(FIELDS, field) && FIELDS[field];
    const ids = (Array.isArray(value) ? value : [value]).filter((id) => typeof id === 'number');
    return kind && ids.length > 0 ? [{ kind, ids, isList: Array.isArray(value) }] : [];
  });
}

function allocationOf(method: MethodName): NamedKind {
  const isOfUnits = needsOf(catalogue[method].access).some(({ resource }) => resource === 'account_units');
  return isOfUnits ? 'unitAllocation' : 'deviceAllocation';
}

/**
 * True when the caller sees everything that was named (of a list: something), and the call does not reach all of it.
 */
async function isSeenAndBeyond(
  named: readonly Named[],
  account: CallAccount,
  now: Instant,
  services: BeyondRightsServices,
): Promise<boolean> {
  let isBeyond = false;
  const accountIds = named.filter(({ kind }) => kind === 'account').flatMap(({ ids }) => ids);
  for (const { kind, ids, isList } of named) {
    const seen = await seenOf(kind, ids, accountIds, account, now, services);
    if (isList ? seen.size === 0 : seen.size < new Set(ids).size) return false;
    isBeyond ||= [...seen.values()].includes('beyond');
  }
  return isBeyond;
}

/** The same for each thing that a bulk act refused. */
async function explainBulk<Answer>(
  answer: Result<Answer, CallError> & { readonly ok: true },
  named: readonly Named[],
  account: CallAccount,
  { lang, now }: CallContext,
  services: BeyondRightsServices,
): Promise<Result<Answer | BulkReply, CallError>> {
  const reply: unknown = answer.value;
  if (!isBulkReply(reply) || !reply.refused.some(isMissing)) return answer;
  const list = named.find(({ isList }) => isList);
  if (!list) return answer;
  const missing = reply.refused.filter(isMissing).map(({ id }) => id);
  const seen = await seenOf(list.kind, missing, [], account, now, services);
  const { code, message } = services.problems.error(lang, ERROR.accessRight);
  const refused = reply.refused.map((each) =>
    isMissing(each) && seen.get(each.id) === 'beyond' ? { ...each, code, message } : each,
  );
  return success({ ...reply, refused });
}

const isMissing = ({ code }: BulkReply['refused'][number]): boolean => code === ERROR.notFound;

function isBulkReply(value: unknown): value is BulkReply {
  return value instanceof Object && 'refused' in value && Array.isArray(value.refused) && 'done' in value;
}

/** Those of the things that the caller sees: reached by the call, or beyond it. */
async function seenOf(
  kind: NamedKind,
  ids: readonly number[],
  within: readonly number[],
  account: CallAccount,
  now: Instant,
  { directory, things }: BeyondRightsServices,
): Promise<ReadonlyMap<number, 'reached' | 'beyond'>> {
  const seen = new Map<number, 'reached' | 'beyond'>();
  const isReached = (owner: number) => account.scope.some((id) => id === owner);
  if (kind === 'unit') {
    const reached = new Set<number>(can(account.permissions, READS_UNITS) ? reachOf(account, READS_UNITS) : []);
    for (const id of ids)
      if (directory.accountOf(id) !== 0 && isSeenAt(directory, reached, id, now))
        seen.set(id, isReached(directory.accountOf(id)) ? 'reached' : 'beyond');
    return seen;
  }
  const owners = kind === 'account' ? new Map(ids.map((id) => [id, [id]])) : await things.accountsOf(kind, ids);
  for (const [id, all] of owners) {
    const visible = all.filter(
      (owner) =>
        account.tree.some((each) => each === owner) &&
        (kind !== 'user' || within.length === 0 || within.includes(owner)) &&
        sees(kind, account, owner),
    );
    if (visible.length > 0) seen.set(id, visible.some(isReached) ? 'reached' : 'beyond');
  }
  return seen;
}

const isPart = (kind: NamedKind): kind is keyof typeof PARTS => kind in PARTS;

function sees(kind: NamedKind, { permissions, accountId }: CallAccount, owner: number): boolean {
  return isPart(kind)
    ? PARTS[kind].some((need) => canIn(permissions, accountId, owner, need))
    : mayHearOf(permissions, accountId, owner, kind);
}
