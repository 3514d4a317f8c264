import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { START, fillWorld, startApi, type Called, type TestApi } from '../../../tests/support/api.ts';
import { withTestDatabase } from '../../../tests/support/postgres.ts';
import { relyingParty } from './passkeys.ts';

const test = withTestDatabase();
let api: TestApi;

beforeAll(() => fillWorld(test.database));
beforeEach(async () => {
  await test.database.query('delete from passkey');
  api = await startApi(test.database);
});
afterEach(() => api.close());

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>;

/** As much of CBOR (RFC 8949) as an authenticator needs. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, count: number) =>
    count < 24
      ? Buffer.from([(major << 5) | count])
      : count < 256
        ? Buffer.from([(major << 5) | 24, count])
        : Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)])]);
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();
const FLAGS = { present: 1, verified: 4, attested: 64 };

/** A passkey in software: one ES256 key, as the WebAuthn standard makes and uses it. */
class Authenticator {
  readonly id = randomBytes(16);
  readonly #key: KeyObject;
  readonly #cose: Buffer;
  counter = 0;
  origin = 'http://localhost';
  rpId = 'localhost';

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#cose = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }

  #data(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(this.rpId), Buffer.from([flags]), counter]);
  }

  #client(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #answer(response: Record<string, Buffer>) {
    const encoded = Object.fromEntries(
      Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]),
    );
    const id = this.id.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      authenticatorAttachment: 'platform',
      response: encoded,
    };
  }

  register(challenge: string) {
    const length = Buffer.from([0, this.id.length]);
    const data = Buffer.concat([
      this.#data(FLAGS.present | FLAGS.verified | FLAGS.attested),
      Buffer.alloc(16),
      length,
      this.id,
      this.#cose,
    ]);
    const attestationObject = cbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]),
    );
    return this.#answer({ clientDataJSON: this.#client('webauthn.create', challenge), attestationObject });
  }

  signIn(challenge: string) {
    this.counter++;
    const authenticatorData = this.#data(FLAGS.present | FLAGS.verified);
    const clientDataJSON = this.#client('webauthn.get', challenge);
    const signature = createSign('sha256')
      .update(Buffer.concat([authenticatorData, sha256(clientDataJSON)]))
      .sign(this.#key);
    return this.#answer({ clientDataJSON, authenticatorData, signature, userHandle: Buffer.from('wayline-user-3') });
  }
}

const challengeIn = (called: Called) => ({
  challenge: String((called.data.options as { challenge: string }).challenge),
  ceremony: String(called.data.ceremony),
});

async function register(authenticator: Authenticator, token: string, name = 'Phone'): Promise<Called> {
  const { challenge, ceremony } = challengeIn(await api.call('startPasskey', {}, { token }));
  return api.call('addPasskey', { ceremony, name, response: authenticator.register(challenge) }, { token });
}

async function signIn(authenticator: Authenticator): Promise<Called> {
  const { challenge, ceremony } = challengeIn(await api.call('startPasskeySignIn'));
  return api.call('signInWithPasskey', { ceremony, response: authenticator.signIn(challenge) });
}

describe('a passkey', () => {
  it('is registered, signs in without name, password or code, and is listed with its last use', async () => {
    const { token } = await api.signIn('consumer');
    const options = (await api.call('startPasskey', {}, { token })).data.options;
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Wayline' },
      user: { name: 'Consumer' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
    const authenticator = new Authenticator();
    const added = await register(authenticator, token);
    expect(added.data).toEqual({
      passkey_id: authenticator.id.toString('base64url'),
      name: 'Phone',
      created_at: new Date(START).toISOString(),
      last_used_at: null,
    });
    await test.database.query("update app_user set totp_enabled_at = now(), totp_secret = 'x' where id = 3");
    api.now += MINUTE;
    const { data, error } = await signIn(authenticator);
    expect(error).toBeNull();
    expect(data.user).toEqual((await api.call('getUserAccounts', {}, { token })).data.user);
    expect(data.user).toMatchObject({ username: 'Consumer', time_zone: '', picture: '' });
    expect((await api.call('getUnitList', {}, { token: String(data.access_token), account: 4 })).error).toBeNull();
    const { passkeys } = (await api.call('getPasskeys', {}, { token })).data;
    expect(passkeys).toMatchObject([{ name: 'Phone', last_used_at: new Date(START + MINUTE).toISOString() }]);
    const [event] = await test.database.query<{ data: { method: string } }>(
      "select data from event where kind = 'signedIn' order by time desc, sequence desc limit 1",
    );
    expect(event?.data.method).toBe('passkey');
    await test.database.query('update app_user set totp_enabled_at = null, totp_secret = null where id = 3');
  });

  it('answers its challenge once, within five minutes, and only for whom it was made', async () => {
    const [consumer, dealer] = [await api.signIn('consumer'), await api.signIn('dealer')];
    const authenticator = new Authenticator();
    const { challenge, ceremony } = challengeIn(await api.call('startPasskey', {}, { token: consumer.token }));
    const answer = (token: string) =>
      api.call('addPasskey', { ceremony, name: 'Phone', response: authenticator.register(challenge) }, { token });
    expect((await answer(dealer.token)).error?.code).toBe(ERROR.wrongCode);
    expect((await answer(consumer.token)).error?.code).toBe(ERROR.wrongCode);
    expect((await register(authenticator, consumer.token)).error).toBeNull();
    const begun = challengeIn(await api.call('startPasskeySignIn'));
    const response = authenticator.signIn(begun.challenge);
    expect((await api.call('signInWithPasskey', { ceremony: begun.ceremony, response })).error).toBeNull();
    expect((await api.call('signInWithPasskey', { ceremony: begun.ceremony, response })).error?.code).toBe(
      ERROR.wrongCode,
    );
    const late = challengeIn(await api.call('startPasskeySignIn'));
    api.now += 5 * MINUTE;
    expect(
      (await api.call('signInWithPasskey', { ceremony: late.ceremony, response: authenticator.signIn(late.challenge) }))
        .error?.code,
    ).toBe(ERROR.wrongCode);
  });

  it('is refused for another challenge, page, name or key, and when its counter goes back', async () => {
    const { token } = await api.signIn('consumer');
    const authenticator = new Authenticator();
    authenticator.origin = 'https://evil.example';
    expect((await register(authenticator, token)).error?.message).toBe('This passkey could not be registered.');
    authenticator.origin = 'http://localhost';
    expect((await register(authenticator, token)).error).toBeNull();
    expect((await register(authenticator, token)).error?.code).toBe(ERROR.wrongCode);
    const attempt = async (prepare: (mine: Authenticator) => void, challenge?: string) => {
      const begun = challengeIn(await api.call('startPasskeySignIn'));
      prepare(authenticator);
      const response = authenticator.signIn(challenge ?? begun.challenge);
      Object.assign(authenticator, { origin: 'http://localhost', rpId: 'localhost' });
      return (await api.call('signInWithPasskey', { ceremony: begun.ceremony, response })).error?.code ?? null;
    };
    expect(await attempt(() => undefined, randomBytes(32).toString('base64url'))).toBe(ERROR.wrongCode);
    expect(await attempt((mine) => void (mine.origin = 'https://evil.example'))).toBe(ERROR.wrongCode);
    expect(await attempt((mine) => void (mine.rpId = 'evil.example'))).toBe(ERROR.wrongCode);
    expect(await attempt(() => undefined)).toBeNull();
    expect(await attempt((mine) => void (mine.counter = 0))).toBe(ERROR.wrongCode);
    const stranger = new Authenticator();
    expect((await signIn(stranger)).error?.code).toBe(ERROR.wrongCode);
    Object.assign(stranger, { id: authenticator.id });
    stranger.counter = 99;
    expect((await signIn(stranger)).error?.code).toBe(ERROR.wrongCode);
    for (const response of [{}, { id: 1 }, { id: authenticator.id.toString('base64url'), response: {} }]) {
      const begun = challengeIn(await api.call('startPasskeySignIn'));
      expect((await api.call('signInWithPasskey', { ceremony: begun.ceremony, response })).error?.code).toBe(
        ERROR.wrongCode,
      );
    }
  });

  it('signs nobody in who is blocked, and is removed by its owner only', async () => {
    const { token } = await api.signIn('consumer');
    const authenticator = new Authenticator();
    const { data } = await register(authenticator, token);
    await test.database.query("update app_user set status = 'blocked' where id = 3");
    expect((await signIn(authenticator)).error?.code).toBe(ERROR.loginBlocked);
    await test.database.query("update app_user set status = 'active' where id = 3");
    const dealer = await api.signIn('dealer');
    expect(
      (await api.call('deletePasskey', { passkey_id: data.passkey_id }, { token: dealer.token })).error?.code,
    ).toBe(ERROR.notFound);
    expect((await api.call('deletePasskey', { passkey_id: data.passkey_id }, { token })).error).toBeNull();
    expect((await signIn(authenticator)).error?.code).toBe(ERROR.wrongCode);
  });

  it('needs a name, and says so where the page is opened by an address', async () => {
    expect(
      ['http://localhost:8080', 'https://fleet.example', 'http://127.0.0.1:8080', 'http://[::1]:8080'].map(
        relyingParty,
      ),
    ).toEqual(['localhost', 'fleet.example', null, null]);
    const header = {
      timezone: 0,
      lang: 'en',
      method: 'startPasskeySignIn',
      service: 'auth-service',
      token: null,
      account: null,
      version: '0.0.1',
    };
    const answer = await api.server.inject({
      method: 'POST',
      url: '/api',
      headers: { host: '127.0.0.1:8080' },
      payload: { header, data: {} },
    });
    expect(answer.json().error).toMatchObject({
      code: ERROR.conflict,
      message: expect.stringContaining('use localhost'),
    });
  });
});
