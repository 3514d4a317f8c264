import { can } from '../../../src/domain/access/index.ts';
import {
  failure,
  success,
  type AccountId,
  type Instant,
  type Result,
  type UnitId,
  type UserId,
} from '../../../src/domain/base/index.ts';
import { commandTemplate, fillTemplate, initialValues } from '../../../src/domain/command/index.ts';
import { protocolOfModel } from '../../../src/domain/device/index.ts';
import type { CallAccount, CallContext } from '../../call/types.ts';
import { execute } from './execute.ts';
import { commandablesOf, type Commandable } from './reach.ts';
import type { CommandServices } from './services.ts';

interface ByAlarm {
  readonly unitId: number;
  readonly accountId: number;
  readonly userId: number;
  readonly code: string;
}

interface Entering {
  enter(userId: UserId, account: AccountId, now: Instant): Promise<Result<CallAccount, unknown>>;
}

/** The first active device whose library has the command, and its text there. */
function textFor(devices: readonly Commandable[], code: string): { device: Commandable; text: string } | null {
  for (const device of devices) {
    const protocol = protocolOfModel(device.model);
    const template = protocol === null || device.status !== 'ACTIVE' ? undefined : commandTemplate(protocol, code);
    const filled = template && fillTemplate(template, initialValues(template));
    if (filled?.ok) return { device, text: filled.value };
  }
  return null;
}

/**
 * Sends a command of the library to a unit in the name of a person, as far as they may do so now. Answers what was
 * sent; a refusal is a code of DELIVERY_REASONS, or words.
 */
export async function sendCommandByAlarm(
  services: CommandServices & { readonly sessions: Entering },
  { unitId, accountId, userId, code }: ByAlarm,
  now: Instant,
): Promise<Result<{ executionId: number; text: string }, string>> {
  const account = await services.sessions.enter(userId as UserId, accountId as AccountId, now);
  if (!account.ok || !can(account.value.permissions, { resource: 'units', action: 'ec' })) return failure('notAllowed');
  const context: CallContext = {
    correlationId: '',
    remote: '',
    userAgent: '',
    origin: '',
    lang: 'en',
    now,
    session: { sessionId: 0, userId: userId as UserId, account: account.value },
  };
  const devices = await commandablesOf(services.database, unitId as UnitId, context);
  if (devices === null) return failure('notAllowed');
  const found = textFor(devices, code);
  if (found === null) return failure('noDevice');
  const sent = await execute(services, found.device, { code, text: found.text, confirmed: true }, context);
  return sent.ok
    ? success({ executionId: sent.value.execution_id, text: sent.value.text })
    : failure(sent.error.message);
}
