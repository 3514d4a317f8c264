import { isIP } from 'node:net';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { CallError, PasskeyOptions, Reply, Request } from '../../../src/api/contract/index.ts';
import { SECURITY, failure, success, toIso, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { Passkey } from '../../../src/domain/user/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import {
  ADDRESS_RULE,
  AttemptLimiter,
  USER_COLUMNS,
  actorOf,
  addressKey,
  notFound,
  sessionOf,
  recordPersonEvent,
  type Refused,
  type UserRow,
} from '../shared/index.ts';
import type { Ceremonies, Ceremony } from './ceremonies.ts';
import { noticePerson } from './notices.ts';
import { refuseWait } from './passwordCheck.ts';
import type { AuthServices } from './services.ts';
import { statusRefusal } from './tokens.ts';
import { openSignedIn } from './signIn.ts';

type PasskeyMethod =
  | 'getPasskeys'
  | 'startPasskey'
  | 'addPasskey'
  | 'deletePasskey'
  | 'startPasskeySignIn'
  | 'signInWithPasskey';

interface PasskeyRow {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** The name that passkeys are bound to (WebAuthn: a domain, never an address); null where there is none. */
export function relyingParty(origin: string): string | null {
  const { hostname } = new URL(origin);
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? bare : null;
}

/** Passkeys: registered by a signed-in person, and a way to sign in that needs neither name nor password. */
export function createPasskeyHandlers(services: AuthServices, ceremonies: Ceremonies): Pick<Handlers, PasskeyMethod> {
  const { database, problems } = services;
  const addresses = new AttemptLimiter(ADDRESS_RULE);
  const limit = (context: CallContext): Refused | null => {
    const wait = addresses.attempt(addressKey(context.remote), context.now);
    return wait > 0 ? refuseWait(problems, context.lang, wait) : null;
  };
  const noDomain = ({ lang }: CallContext) =>
    failure(problems.error(lang, ERROR.conflict, { key: 'server.passkeyNeedsName' }));
  return {
    async getPasskeys(_, context) {
      const rows = await database.query<PasskeyRow>(
        'select id, name, created_at, last_used_at from passkey where user_id = $1 order by created_at, id',
        [sessionOf(context).userId],
      );
      return success({ passkeys: rows.map(passkeyOf) });
    },
    async startPasskey(_, context) {
      const rpId = relyingParty(context.origin);
      return rpId === null ? noDomain(context) : startRegistration(services, ceremonies, rpId, context);
    },
    async addPasskey(data, context) {
      const ceremony = ceremonies.take(data.ceremony, context.now);
      if (!ceremony || ceremony.userId !== sessionOf(context).userId)
        return problems.refuse(context.lang, ERROR.wrongCode, { key: 'server.passkeyExpired' });
      return addPasskey(services, ceremony, data, context);
    },
    async deletePasskey(data, context) {
      const { userId } = sessionOf(context);
      const deleted = await database.transaction(async (transaction) => {
        const [row] = await transaction.query<{ name: string }>(
          'delete from passkey where id = $1 and user_id = $2 returning name',
          [data.passkey_id, userId],
        );
        if (row)
          await recordPersonEvent(transaction, userId, actorOf(context, context.now), {
            kind: 'passkeyRemoved',
            data: { name: row.name },
          });
        return row !== undefined;
      });
      return deleted ? success({}) : notFound(context, problems);
    },
    async startPasskeySignIn(_, context): Promise<Result<PasskeyOptions, CallError>> {
      const limited = limit(context);
      if (limited) return limited;
      const rpId = relyingParty(context.origin);
      if (rpId === null) return noDomain(context);
      const options = await generateAuthenticationOptions({
        rpID: rpId,
        userVerification: 'preferred',
        allowCredentials: [],
      });
      return success({
        options: { ...options },
        ceremony: ceremonies.begin({ challenge: options.challenge, rpId, userId: null }, context.now),
      });
    },
    async signInWithPasskey(data, context) {
      const limited = limit(context);
      if (limited) return limited;
      const ceremony = ceremonies.take(data.ceremony, context.now);
      if (!ceremony || ceremony.userId !== null)
        return problems.refuse(context.lang, ERROR.wrongCode, { key: 'server.passkeyExpired' });
      return signInWith(services, ceremony, data, context);
    },
  };
}

async function startRegistration(
  { database, problems }: AuthServices,
  ceremonies: Ceremonies,
  rpId: string,
  context: CallContext,
): Promise<Result<PasskeyOptions, CallError>> {
  const { userId } = sessionOf(context);
  const [user] = await database.query<{ username: string; name: string }>(
    "select username, trim(first_name || ' ' || last_name) as name from app_user where id = $1",
    [userId],
  );
  const known = await database.query<{ id: string; transports: AuthenticatorTransport[] }>(
    'select id, transports from passkey where user_id = $1',
    [userId],
  );
  if (!user) return problems.refuse(context.lang, ERROR.accessTokenMessage);
  if (known.length >= SECURITY.passkeys)
    return failure(
      problems.error(context.lang, ERROR.conflict, {
        key: 'server.tooManyPasskeys',
        values: { max: SECURITY.passkeys },
      }),
    );
  const options = await generateRegistrationOptions({
    rpName: 'Wayline',
    rpID: rpId,
    userID: new TextEncoder().encode(`wayline-user-${userId}`),
    userName: user.username,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    // Discoverable, so that signing in asks for no name.
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  });
  return success({
    options: { ...options },
    ceremony: ceremonies.begin({ challenge: options.challenge, rpId, userId }, context.now),
  });
}

/** Browsers let passkeys be used over https, and over http on the machine itself only. */
function originsOf(context: CallContext): string[] {
  const { host } = new URL(context.origin);
  return [`https://${host}`, `http://${host}`];
}

async function addPasskey(
  services: AuthServices,
  ceremony: Ceremony,
  data: Request<'addPasskey'>,
  context: CallContext,
): Promise<Result<Passkey, CallError>> {
  const { database, problems } = services;
  const { userId } = sessionOf(context);
  const refused = () => problems.refuse(context.lang, ERROR.wrongCode, { key: 'server.passkeyRefused' });
  const verified = await orNull(
    verifyRegistrationResponse({
      response: data.response as RegistrationResponseJSON,
      expectedChallenge: ceremony.challenge,
      expectedOrigin: originsOf(context),
      expectedRPID: ceremony.rpId,
      requireUserVerification: false,
    }),
  );
  if (!verified?.verified) return refused();
  const { credential } = verified.registrationInfo;
  const added = await database.transaction(async (transaction) => {
    const [row] = await transaction.query<PasskeyRow>(
      `insert into passkey (id, user_id, name, public_key, counter, transports, created_at) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (id) do nothing returning id, name, created_at, last_used_at`,
      [
        credential.id,
        userId,
        data.name,
        Buffer.from(credential.publicKey),
        credential.counter,
        JSON.stringify(credential.transports ?? []),
        new Date(context.now),
      ],
    );
    if (row) {
      await recordPersonEvent(transaction, userId, actorOf(context, context.now), {
        kind: 'passkeyAdded',
        data: { name: data.name },
      });
      await noticePerson(services, transaction, userId, context, 'passkeyAdded', { key: data.name });
    }
    return row;
  });
  return added ? success(passkeyOf(added)) : refused();
}

async function signInWith(
  services: AuthServices,
  ceremony: Ceremony,
  data: Request<'signInWithPasskey'>,
  context: CallContext,
): Promise<Result<Reply<'signInWithPasskey'>, CallError>> {
  const { problems } = services;
  const row = await verifyPasskey(services, ceremony, data.response, context);
  if (!row) return problems.refuse(context.lang, ERROR.wrongCode, { key: 'server.passkeyUnknown' });
  const status = statusRefusal(row.status);
  if (status) return problems.refuse(context.lang, status);
  return success(await openSignedIn(services, row, 'passkey', context));
}

/** Whose passkey answered the ceremony; null for one that is not known here or does not fit. */
export async function verifyPasskey(
  { database }: AuthServices,
  ceremony: Ceremony,
  answer: object,
  context: CallContext,
): Promise<UserRow | null> {
  const response = answer as AuthenticationResponseJSON;
  if (typeof response.id !== 'string') return null;
  const [row] = await database.query<
    UserRow & {
      totp_enabled_at: Date | null;
      public_key: Buffer;
      counter: number;
      transports: AuthenticatorTransport[];
    }
  >(
    `select ${USER_COLUMNS}, app_user.totp_enabled_at, p.public_key, p.counter, p.transports
     from passkey p join app_user on app_user.id = p.user_id where p.id = $1`,
    [response.id],
  );
  if (!row) return null;
  const verified = await orNull(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: ceremony.challenge,
      expectedOrigin: originsOf(context),
      expectedRPID: ceremony.rpId,
      // A person who asked for two factors gets two: having the key, and its fingerprint or number.
      requireUserVerification: row.totp_enabled_at !== null,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(row.public_key),
        counter: row.counter,
        transports: row.transports,
      },
    }),
  );
  if (!verified?.verified) return null;
  await database.query('update passkey set counter = $2, last_used_at = $3 where id = $1', [
    response.id,
    verified.authenticationInfo.newCounter,
    new Date(context.now),
  ]);
  return row;
}

/** The library throws for whatever does not fit: to us, each is a passkey that was refused. */
async function orNull<Value>(verification: Promise<Value>): Promise<Value | null> {
  try {
    return await verification;
  } catch {
    return null;
  }
}

function passkeyOf(row: PasskeyRow): Passkey {
  return {
    passkey_id: row.id,
    name: row.name,
    created_at: toIso(new Date(row.created_at).getTime()),
    last_used_at: row.last_used_at === null ? null : toIso(new Date(row.last_used_at).getTime()),
  };
}
