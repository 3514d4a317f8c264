import { generateAuthenticationOptions, type AuthenticatorTransport } from '@simplewebauthn/server';
import type { PasskeyOptions, Request } from '../../../src/api/contract/index.ts';
import type { CallContext } from '../../call/types.ts';
import { sessionOf } from '../shared/index.ts';
import type { Ceremonies } from './ceremonies.ts';
import { relyingParty, verifyPasskey } from './passkeys.ts';
import type { AuthServices } from './services.ts';

/** Options for a passkey of the caller's own; null where they have none, or the page has no name to bind one to. */
export async function askForOwnPasskey(
  { database }: AuthServices,
  ceremonies: Ceremonies,
  context: CallContext,
): Promise<PasskeyOptions | null> {
  const { userId } = sessionOf(context);
  const rpId = relyingParty(context.origin);
  const known = await database.query<{ id: string; transports: AuthenticatorTransport[] }>(
    'select id, transports from passkey where user_id = $1',
    [userId],
  );
  if (rpId === null || known.length === 0) return null;
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    userVerification: 'preferred',
    allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
  });
  const ceremony = ceremonies.begin({ challenge: options.challenge, rpId, userId }, context.now);
  return { options: { ...options }, ceremony };
}

/** True when the answer is of a passkey of the caller's own, to a ceremony of theirs. */
export async function answersOwnPasskey(
  services: AuthServices,
  ceremonies: Ceremonies,
  { ceremony: name, response }: Pick<Request<'proveIdentity'>, 'ceremony' | 'response'>,
  context: CallContext,
): Promise<boolean> {
  const { userId } = sessionOf(context);
  const ceremony = ceremonies.take(name, context.now);
  if (!ceremony || ceremony.userId !== userId || !response) return false;
  const row = await verifyPasskey(services, ceremony, response, context);
  return row?.id === userId;
}
