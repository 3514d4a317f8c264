import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallEnvelope, CallError } from '../contract/index.ts';
import { ERROR, LOGOUT_CODES } from '../../domain/errors/index.ts';
import { createClient } from './client.ts';
import type { CallFailure, ClientOptions, ClientSession } from './types.ts';

type Answer = { data?: unknown; error?: Partial<CallError>; status?: number; text?: string } | 'network' | 'silence';

/** A server that answers by method and remembers what it was asked. */
function start(answer: (envelope: CallEnvelope, count: number) => Answer, overrides: Partial<ClientOptions> = {}) {
  const calls: CallEnvelope['header'][] = [];
  const session: { -readonly [K in keyof ClientSession]: ClientSession[K] } = {
    accessToken: 'token-1',
    accountId: 7,
    canRenew: true,
    oldBearerToken: null,
  };
  const forcedOut: CallFailure[] = [];
  const unauthorised: CallFailure[] = [];
  const away: boolean[] = [];
  const requests: RequestInit[] = [];
  const paths: string[] = [];
  const client = createClient({
    baseUrl: '',
    realmKey: 'realm',
    getSession: () => session,
    onToken({ accessToken, userId }) {
      if (userId !== 5) return false;
      session.accessToken = accessToken;
      return true;
    },
    language: () => 'en',
    timezone: () => 210,
    onForcedOut: (failure) => forcedOut.push(failure),
    onUnauthorised: (failure) => unauthorised.push(failure),
    onServerError: (isAway) => away.push(isAway),
    fetch: async (path, init) => {
      paths.push(path);
      requests.push(init);
      const envelope = JSON.parse(String(init.body)) as CallEnvelope;
      calls.push(envelope.header);
      const given = answer(envelope, calls.length);
      if (given === 'network') throw new TypeError('fetch failed');
      if (given === 'silence') {
        return new Promise((_resolve, reject) =>
          init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
        );
      }
      const error = given.error ? { message: 'Refused', title: 'No', category: 'session', ...given.error } : null;
      const body =
        given.text ??
        JSON.stringify({
          error,
          header: { status: error ? 'error' : 'ok', correlationId: `id-${calls.length}` },
          data: given.data ?? null,
        });
      return new Response(body, { status: given.status ?? 200 });
    },
    ...overrides,
  });
  return { client, calls, session, forcedOut, unauthorised, away, requests, paths };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const list = { rows: [], total: 0 };

describe('a call', () => {
  it('sends the envelope with token, account, language, zone and version, and answers the data', async () => {
    const { client, calls, requests } = start(() => ({ data: list }));
    expect(await client.call('getUnitList', { page: 2 })).toEqual({ ok: true, value: list });
    expect(calls).toEqual([
      {
        timezone: 210,
        lang: 'en',
        version: '0.0.1',
        service: 'unit-service',
        method: 'getUnitList',
        token: 'token-1',
        account: 7,
      },
    ]);
    expect(requests[0]?.headers).toEqual({
      'x-wayline-cookies': '1',
      'content-type': 'application/json',
      authorization: 'bearer realm',
    });
    expect(JSON.parse(String(requests[0]?.body)).data).toEqual({ page: 2 });
  });

  it('appends the correlation id to the message and keeps it apart for the toast', async () => {
    const { client, forcedOut } = start(() => ({
      error: { code: ERROR.conflict, message: 'Taken', fields: [{ field: 'name', message: 'Taken' }] },
    }));
    const answer = await client.call('createUnit', {});
    expect(answer).toMatchObject({
      ok: false,
      error: {
        code: ERROR.conflict,
        message: 'Taken Correlation ID: id-1',
        text: 'Taken',
        correlationId: 'id-1',
        behaviour: 'show',
        fields: [{ field: 'name', message: 'Taken' }],
      },
    });
    expect(forcedOut).toEqual([]);
  });

  it('gives up after the time-out, not a moment sooner, with the words of the specification', async () => {
    const { client, away } = start(() => 'silence');
    let outcome: unknown;
    void client.call('getUnitList', {}).then((answer) => (outcome = answer));
    await vi.advanceTimersByTimeAsync(29_999);
    expect(outcome).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toMatchObject({ ok: false, error: { code: 'TIMEOUT', message: 'Request timed out' } });
    expect(away).toEqual([true]);
  });

  it('sets the server-error flag when nobody answers, or a proxy does, and clears it with the next answer', async () => {
    const answers: Answer[] = ['network', { text: '<html>Bad gateway</html>', status: 502 }, { data: list }];
    const { client, away } = start(() => answers.shift() ?? 'network');
    for (const code of ['NETWORK', 'NETWORK'])
      expect(await client.call('getUnitList', {})).toMatchObject({ error: { code, behaviour: 'unavailable' } });
    await client.call('getUnitList', {});
    expect(away).toEqual([true, true, false]);
  });

  it('rejects with the reason when the caller aborts', async () => {
    const { client } = start(() => 'silence');
    const controller = new AbortController();
    const call = client.call('getUnitList', {}, { signal: controller.signal });
    controller.abort(new Error('left'));
    await expect(call).rejects.toThrow('left');
  });

  it.each(LOGOUT_CODES)('ends the session on %s', async (code) => {
    const { client, forcedOut } = start(() => ({ error: { code: code as CallError['code'] } }));
    await client.call('getUnitList', {});
    expect(forcedOut.map((failure) => failure.code)).toEqual([code]);
  });

  it('ends the session on EXCEPTION only when there is no access token', async () => {
    const withToken = start(() => ({ error: { code: ERROR.exception }, status: 500 }));
    await withToken.client.call('getUnitList', {});
    expect(withToken.forcedOut).toEqual([]);
    const without = start(() => ({ error: { code: ERROR.exception }, status: 500 }));
    Object.assign(without.session, { accessToken: null, canRenew: false });
    await without.client.call('getUnitList', {});
    expect(without.forcedOut).toHaveLength(1);
  });

  it('recognises an unauthorised act and keeps the session', async () => {
    const { client, forcedOut, unauthorised } = start(() => ({ error: { code: ERROR.accessRight } }));
    await client.call('getUnitList', {});
    expect([forcedOut.length, unauthorised.length]).toEqual([0, 1]);
  });

  it('leaves a refused sign-in and a second sign-out to the caller', async () => {
    const { client, calls, forcedOut } = start(({ header }) => ({
      error: { code: header.method === 'signout' ? ERROR.accessToken : ERROR.loginBlocked },
    }));
    expect(await client.call('signin', { username: 'a', password: 'b' })).toMatchObject({
      error: { code: ERROR.loginBlocked },
    });
    expect(await client.call('signout', {})).toMatchObject({ error: { code: ERROR.accessToken } });
    expect(calls.map((call) => [call.method, call.token])).toEqual([
      ['signin', null],
      ['signout', 'token-1'],
    ]);
    expect(forcedOut).toEqual([]);
  });
});

describe('the silent re-login', () => {
  const refusing = (renewal: (count: number) => Answer) => {
    let renewals = 0;
    return ({ header }: CallEnvelope): Answer => {
      if (header.method === 'loginWithBearer') return renewal(++renewals);
      return header.token === 'token-2' ? { data: list } : { error: { code: ERROR.accessToken } };
    };
  };
  const renewed: Answer = { data: { user_token: 'token-2', bearer_token: '', user_id: 5 } };

  it('happens once for all waiting calls, each of which is repeated once', async () => {
    const { client, calls, session, forcedOut } = start(refusing(() => renewed));
    const answers = await Promise.all([1, 2, 3].map(() => client.call('getUnitList', {})));
    expect(answers.every((answer) => answer.ok)).toBe(true);
    expect(calls.filter((call) => call.method === 'loginWithBearer')).toHaveLength(1);
    expect(calls.filter((call) => call.method === 'getUnitList').map((call) => call.token)).toEqual([
      'token-1',
      'token-1',
      'token-1',
      'token-2',
      'token-2',
      'token-2',
    ]);
    expect(session.accessToken).toBe('token-2');
    expect(forcedOut).toEqual([]);
  });

  it('takes the token that another call brought meanwhile', async () => {
    const { client, calls, session } = start(
      refusing(() => 'network'),
      {
        exclusively: (work) => {
          session.accessToken = 'token-2';
          return work();
        },
      },
    );
    expect(await client.call('getUnitList', {})).toMatchObject({ ok: true });
    expect(calls.map((call) => call.method)).toEqual(['getUnitList', 'getUnitList']);
  });

  it('tries again every 500 ms while the server is away', async () => {
    const { client, calls } = start(refusing((count) => (count < 3 ? 'network' : renewed)));
    const answer = client.call('getUnitList', {});
    const renewals = () => calls.filter((call) => call.method === 'loginWithBearer').length;
    await vi.advanceTimersByTimeAsync(499);
    expect(renewals()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(renewals()).toBe(2);
    await vi.advanceTimersByTimeAsync(500);
    expect(await answer).toMatchObject({ ok: true });
  });

  it('stops waiting for a server that stays away and keeps the session', async () => {
    const { client, forcedOut } = start(refusing(() => 'network'));
    const answer = client.call('getUnitList', {});
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await answer).toMatchObject({ ok: false, error: { code: 'NETWORK' } });
    expect(forcedOut).toEqual([]);
  });

  it('ends the session when the bearer token is refused or missing', async () => {
    const refused = start(refusing(() => ({ error: { code: ERROR.bearerToken } })));
    await refused.client.call('getUnitList', {});
    expect(refused.forcedOut.map((failure) => failure.code)).toEqual([ERROR.bearerToken]);
    const missing = start(refusing(() => renewed));
    missing.session.canRenew = false;
    await missing.client.call('getUnitList', {});
    expect(missing.forcedOut.map((failure) => failure.code)).toEqual([ERROR.bearerToken]);
  });

  it('is by the cookie, at the path that it is sent to, before the first call of a page', async () => {
    const { client, session, requests, paths } = start(refusing(() => renewed));
    session.accessToken = null;
    expect((await client.call('getUnitList', {})).ok).toBe(true);
    expect(paths).toEqual(['/api/session', '/api']);
    expect(JSON.parse(String(requests[0].body)).data).toEqual({});
    await client.call('endSession', {});
    expect(paths.at(-1)).toBe('/api/session');
  });

  it('tries once for a page that has no token yet: a server that is away has a screen of its own', async () => {
    const { client, calls, session, away } = start(() => 'network');
    session.accessToken = null;
    expect(await client.call('getUnitList', {})).toMatchObject({ error: { code: 'NETWORK' } });
    expect([calls.length, away]).toEqual([1, [true]]);
  });

  it('sends along what an older version kept', async () => {
    const { client, session, requests } = start(refusing(() => renewed));
    Object.assign(session, { accessToken: null, oldBearerToken: 'old' });
    await client.call('getUnitList', {});
    expect(JSON.parse(String(requests[0].body)).data).toEqual({ bearer_token: 'old' });
  });

  it('ends the session where the cookie is of somebody else by now', async () => {
    const { client, forcedOut, session } = start(
      refusing(() => ({ data: { user_token: 'theirs', bearer_token: '', user_id: 6 } })),
    );
    await client.call('getUnitList', {});
    expect([session.accessToken, forcedOut.map(({ code }) => code)]).toEqual(['token-1', [ERROR.bearerToken]]);
  });

  it('ends the session when the new token is refused as well, instead of going round', async () => {
    const { client, calls, forcedOut } = start(({ header }) =>
      header.method === 'loginWithBearer' ? renewed : { error: { code: ERROR.accessToken } },
    );
    await client.call('getUnitList', {});
    expect(calls).toHaveLength(3);
    expect(forcedOut.map((failure) => failure.code)).toEqual([ERROR.accessToken]);
  });
});

describe('streams and configuration', () => {
  it('downloads a whole file, and takes none that broke off on the way', async () => {
    const { client } = start(() => ({ text: 'unit_id,unit' }));
    const whole = await client.download('/api/history', { from: 'a', to: 'b', format: 'csv' });
    expect(whole.ok && (await whole.value.text())).toBe('unit_id,unit');
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('unit_id,'));
        controller.error(new TypeError('the connection was reset'));
      },
    });
    const cut = start(() => ({}), { fetch: async () => new Response(broken) });
    expect(await cut.client.download('/api/history', { from: 'a', to: 'b', format: 'csv' })).toMatchObject({
      ok: false,
      error: { code: ERROR.network },
    });
    expect(cut.away).toEqual([false, true]);
    const refused = start(() => ({ error: { code: ERROR.notFound }, status: 404 }));
    expect(await refused.client.download('/api/history', { from: 'a', to: 'b', format: 'csv' })).toMatchObject({
      ok: false,
      error: { code: ERROR.notFound },
    });
  });

  it('answers the open stream, renews for it, and reads a refusal', async () => {
    const { client, calls } = start(({ header }) => {
      if (header.method === 'loginWithBearer') return { data: { user_token: 'token-2', bearer_token: '', user_id: 5 } };
      if (header.token === 'token-1') return { error: { code: ERROR.accessToken }, status: 401 };
      return header.method === 'streamBackfill' ? { error: { code: ERROR.notFound }, status: 404 } : { text: 'bytes' };
    });
    const opened = await client.stream('/api/history', { from: 'a', to: 'b' });
    expect(opened.ok && (await opened.value.text())).toBe('bytes');
    expect(await client.stream('/api/backfill', { at: 'a' })).toMatchObject({
      ok: false,
      error: { code: ERROR.notFound },
    });
    expect(calls.map((call) => `${call.service} ${call.method}`)).toContain('tracking-service streamHistory');
  });

  it("sends a stream by the caller's own fetch, with the session's rules", async () => {
    const { client, calls } = start(() => ({ data: { user_token: 'token-2', bearer_token: '', user_id: 5 } }));
    const tokens: unknown[] = [];
    const fetch = async (path: string, { body }: RequestInit) => {
      const { header } = JSON.parse(String(body));
      tokens.push([path, header.token]);
      const refusal = {
        data: null,
        error: { code: ERROR.accessToken, message: 'expired' },
        header: { correlationId: '1' },
      };
      return header.token === 'token-1' ? Response.json(refusal, { status: 401 }) : new Response('bytes');
    };
    const opened = await client.stream('/api/history', { from: 'a', to: 'b' }, { fetch });
    expect(opened.ok && (await opened.value.text())).toBe('bytes');
    expect(tokens).toEqual([
      ['/api/history', 'token-1'],
      ['/api/history', 'token-2'],
    ]);
    expect(calls.map(({ method }) => method)).toEqual(['loginWithBearer']);
  });

  it('ends a stream that nobody wants any more while its body is still coming, and leaves others alone', async () => {
    const { client, requests } = start(() => ({ text: 'bytes' }));
    const [unwanted, wanted] = [new AbortController(), new AbortController()];
    expect((await client.stream('/api/history', { from: 'a', to: 'b' }, { signal: unwanted.signal })).ok).toBe(true);
    expect((await client.stream('/api/history', { from: 'b', to: 'c' }, { signal: wanted.signal })).ok).toBe(true);
    unwanted.abort(new Error('The replay went elsewhere'));
    expect(requests.map(({ signal }) => signal?.aborted)).toEqual([true, false]);
    expect(requests[0].signal?.reason).toBe(unwanted.signal.reason);
  });

  it('fetches configuration and languages without an envelope', async () => {
    const asked: string[] = [];
    const { client } = start(() => 'network', {
      fetch: async (input) => {
        asked.push(input);
        return input.endsWith('missing') ? new Response('<html>', { status: 404 }) : new Response('{"osm":true}');
      },
    });
    expect(await client.clientConfig('map')).toEqual({ ok: true, value: { osm: true } });
    expect(await client.clientConfig('missing')).toMatchObject({ ok: false, error: { code: 'NETWORK' } });
    await client.languages();
    await client.translations('fa');
    expect(asked).toEqual([
      '/client-config/map',
      '/client-config/missing',
      '/poly/fe/supported/languages',
      '/fe/translations/fa',
    ]);
  });
});
