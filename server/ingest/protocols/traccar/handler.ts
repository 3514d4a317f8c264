import { createFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import type { DeviceHandle, Intake } from '../../types.ts';
import { isFields, readPosition, type Fields } from './position.ts';
import { unreadField } from './unread.ts';

const NAME = 'traccar';
/** Positions in one request; the body limit of the route is reached before it in practice. */
const MOST_POSITIONS = 10_000;
const fix: Fix = createFix();

type TraccarHandler = (body: unknown, remote: string, accounts?: readonly number[] | null) => Promise<ForwardAnswer>;

/** What the sender is answered. */
interface ForwardAnswer {
  readonly status: number;
  readonly body: { readonly accepted: number; readonly unknown: number } | { readonly error: string };
}

interface Forwarded {
  readonly entry: unknown;
  readonly identifier: string;
  /** As the sender's own form has it; empty where it is not said. */
  readonly model: string;
  /** The attribute `devicePassword` of the sender's form; null without one. */
  readonly password: string | null;
  readonly position: Fields;
}

/** `{device: {uniqueId}, position: {…}}`; null when it is not. */
function readForwarded(entry: unknown): Forwarded | null {
  if (!isFields(entry) || !isFields(entry.device) || !isFields(entry.position)) return null;
  const { uniqueId, model, attributes } = entry.device;
  if (typeof uniqueId !== 'string' || uniqueId === '') return null;
  const password = isFields(attributes) ? attributes.devicePassword : null;
  return {
    entry,
    identifier: uniqueId,
    model: typeof model === 'string' ? model : '',
    password: typeof password === 'string' ? password : null,
    position: entry.position,
  };
}

const refusal = (intake: Intake, remote: string, error: string, body: unknown): ForwardAnswer => {
  intake.malformed(NAME, remote, error, new TextEncoder().encode(JSON.stringify(body)?.slice(0, 256) ?? ''));
  return { status: 400, body: { error } };
};

/**
 * Takes positions that an existing Traccar server forwards as JSON: one object, or a list. The request is taken
 * whole or not at all: 400 when an entry cannot be read, 404 when no device in it is registered, 503 when the
 * positions were not stored, so that the sender tries again. Devices outside `accounts` are unknown to the sender;
 * null:
 * it may report for all.
 */
export function createTraccarHandler(intake: Intake): TraccarHandler {
  return async (body, remote, accounts = null) => {
    const entries: readonly unknown[] = Array.isArray(body) ? body : [body];
    if (entries.length === 0 || entries.length > MOST_POSITIONS)
      return refusal(intake, remote, `1 to ${MOST_POSITIONS} positions are taken`, body);
    const forwarded: Forwarded[] = [];
    for (const [index, entry] of entries.entries()) {
      const read = readForwarded(entry);
      if (!read) return refusal(intake, remote, `entry ${index}: device.uniqueId and position are required`, body);
      const fault = readPosition(read.position, fix);
      if (fault) return refusal(intake, remote, `entry ${index}: ${fault} cannot be read`, body);
      forwarded.push(read);
    }
    return take(forwarded, intake, remote, accounts);
  };
}

async function take(
  forwarded: readonly Forwarded[],
  intake: Intake,
  remote: string,
  accounts: readonly number[] | null,
): Promise<ForwardAnswer> {
  const devices = new Map<string, DeviceHandle | null>();
  let accepted = 0;
  for (const { entry, identifier, model, password, position } of forwarded) {
    let device = devices.get(identifier);
    if (device === undefined) {
      device = intake.login(identifier, NAME, remote, { password, ...(accounts && { accounts }) });
      devices.set(identifier, device);
      if (!device && model !== '') intake.noteClues?.(identifier, NAME, [`model:${model}`]);
    }
    if (!device) continue;
    readPosition(position, fix);
    intake.accept(device, NAME, fix);
    const unread = unreadField(position);
    if (unread)
      intake.unread(device, NAME, {
        type: unread,
        reason: 'the field is not known, or not of its kind',
        part: true,
        bytes: new TextEncoder().encode(JSON.stringify(entry)),
      });
    accepted++;
  }
  if (accepted === 0) return { status: 404, body: { error: 'No device of the request is registered' } };
  const durable = await new Promise<boolean>((resolve) => intake.afterCommit(resolve));
  if (!durable) return { status: 503, body: { error: 'The positions could not be stored; send them again' } };
  return { status: 200, body: { accepted, unknown: forwarded.length - accepted } };
}
