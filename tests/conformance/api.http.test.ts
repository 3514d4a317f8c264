import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERROR } from '../../src/domain/errors/index.ts';
import { DatabaseUnavailable } from '../../server/store/index.ts';
import { compressFiles } from '../../scripts/compress.mjs';
import { fillWorld, position, startApi, type TestApi } from '../support/api.ts';
import { withTestDatabase } from '../support/postgres.ts';

const test = withTestDatabase();
const client = fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-client-'));
let api: TestApi;
let consumer: { token: string; account: number | null };
const forwarded: unknown[] = [];

beforeAll(async () => {
  fs.mkdirSync(path.join(client, 'assets'));
  fs.writeFileSync(path.join(client, 'index.html'), `<!doctype html><title>Wayline</title>${' '.repeat(2_000)}`);
  fs.writeFileSync(path.join(client, 'assets/main-abc123.js'), `export const text = '${'x'.repeat(5_000)}';`);
  fs.writeFileSync(path.join(client, 'favicon.svg'), '<svg/>');
  await compressFiles(client);
  await fillWorld(test.database);
  api = await startApi(test.database, {
    clientDirectory: client,
    traccar: {
      isOpen: true,
      async take(body, remote) {
        forwarded.push([body, remote]);
        return { status: 200, body: { accepted: 1 } };
      },
      broken: () => undefined,
    },
  });
  consumer = await api.signIn('consumer', 4);
});
afterAll(async () => {
  await api.close();
  fs.rmSync(client, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => api.server.inject({ url, headers });
const stream = (path: string, data: object, header: object = {}) =>
  api.server.inject({
    method: 'POST',
    url: path,
    payload: {
      header: {
        method: path === '/api/history' ? 'streamHistory' : 'streamBackfill',
        service: 'tracking-service',
        lang: 'en',
        ...consumer,
        ...header,
      },
      data,
    },
  });
const interval = { from: '2026-05-01T08:00:00Z', to: '2026-05-01T09:00:00Z' };

describe('history as blocks', () => {
  /** Splits the framing: `u32 LE length | bytes`. */
  const messages = (body: Buffer) => {
    const found: string[] = [];
    for (let at = 0; at < body.length;) {
      const length = body.readUInt32LE(at);
      found.push(body.subarray(at + 4, at + 4 + length).toString());
      at += 4 + length;
    }
    return found;
  };

  it('passes blocks through, of the units asked for that are in reach, and ends with an empty message', async () => {
    const answer = await stream('/api/history', { ...interval, unit_ids: [41, 70, 60] });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/octet-stream']);
    expect(messages(answer.rawPayload)).toEqual(['block of 41', 'block of 60', '']);
    expect(api.positions.asked.at(-1)).toBe('blocks 41,60 2026-05-01T08:00:00.000Z 2026-05-01T09:00:00.000Z');
  });

  it('answers the last fix of every unit in reach at an instant', async () => {
    const answer = await stream('/api/backfill', { at: '2026-05-01T08:30:00+02:00' });
    expect(messages(answer.rawPayload)).toEqual(['block of 40', 'block of 41', 'block of 60', 'block of 80', '']);
    expect(api.positions.asked.at(-1)).toBe('backfill 40,41,60,80 2026-05-01T06:30:00.000Z');
  });

  it('asks the store for the core columns alone when a player does', async () => {
    expect((await stream('/api/history', { ...interval, unit_ids: [41], columns: 'core' })).statusCode).toBe(200);
    expect(api.positions.asked.at(-1)).toBe('core of blocks 41 2026-05-01T08:00:00.000Z 2026-05-01T09:00:00.000Z');
    expect(
      (await stream('/api/backfill', { at: '2026-05-01T08:30:00Z', unit_ids: [41], columns: 'core' })).statusCode,
    ).toBe(200);
    expect(api.positions.asked.at(-1)).toBe('core of backfill 41 2026-05-01T08:30:00.000Z');
  });

  it('asks the store for the silent ones alone when the reader knows the others', async () => {
    const silent = { at: '2026-05-01T08:30:00Z', silent_since: '2026-05-01T10:15:00+02:00', unit_ids: [41] };
    for (const filters of [false, true]) {
      expect((await stream('/api/backfill', { ...silent, filters })).statusCode).toBe(200);
      expect(api.positions.asked.at(-1)).toBe('backfill 41 2026-05-01T08:30:00.000Z 2026-05-01T08:15:00.000Z');
    }
    expect((await stream('/api/backfill', { ...silent, silent_since: 'dawn' })).json().error.fields[0].field).toBe(
      'silent_since',
    );
  });

  it('is refused like a call, with a status that tools understand', async () => {
    const refusals: [data: object, header: object, status: number, code: string, field?: string][] = [
      [interval, { token: null }, 401, ERROR.accessToken],
      [interval, { account: 7 }, 403, ERROR.accountAccess],
      [{ ...interval, unit_ids: [70] }, {}, 404, ERROR.notFound],
      [interval, { method: 'getHistory' }, 404, ERROR.unknownMethod],
      [{ from: 'yesterday', to: interval.to }, {}, 422, ERROR.validation, 'from'],
      [{ from: '2026-05-01T08:00:00', to: interval.to }, {}, 422, ERROR.validation, 'from'],
      [{ from: interval.to, to: interval.from }, {}, 422, ERROR.validation, 'to'],
      [{ from: '2020-01-01', to: '2026-01-01' }, {}, 422, ERROR.validation, 'to'],
      [{ ...interval, format: 'xlsx' }, {}, 422, ERROR.validation, 'format'],
      [{ ...interval, columns: 'some' }, {}, 422, ERROR.validation, 'columns'],
    ];
    for (const [data, header, status, code, field] of refusals) {
      const answer = await stream('/api/history', data, header);
      expect([answer.statusCode, answer.json().error.code, answer.json().error.fields?.[0]?.field]).toEqual([
        status,
        code,
        field,
      ]);
      expect(answer.json().header.correlationId).toBe(answer.headers['x-correlation-id']);
    }
    const viewer = await api.signIn('viewer');
    expect((await stream('/api/history', interval, viewer)).json().error.code).toBe(ERROR.accessRight);
  });

  it('stops reading when the client goes, and never ends a broken answer as if it were whole', async () => {
    let closed: (reason: string) => void = () => undefined;
    const ended = new Promise<string>((resolve) => (closed = resolve));
    let blocks = 0;
    async function* endless() {
      try {
        for (;;) {
          blocks++;
          yield Buffer.alloc(64 * 1024);
        }
      } finally {
        closed('closed');
      }
    }
    const own = await startApi(test.database, { positions: { ...api.positions.store, readBlocks: endless } });
    const address = await own.server.listen({ port: 0, host: '127.0.0.1' });
    const leaving = new AbortController();
    const answer = await fetch(`${address}/api/history`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        header: { method: 'streamHistory', service: 'tracking-service', ...consumer },
        data: interval,
      }),
    });
    const reader = answer.body?.getReader();
    await reader?.read();
    leaving.abort();
    expect(await ended).toBe('closed');
    // Back-pressure: a client that reads one piece must not make the server read gigabytes.
    expect(blocks).toBeLessThan(1_000);
    await own.close();
  });

  it('takes a client that goes before the first byte for no failure', async () => {
    const reading = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    async function* slow() {
      try {
        reading.resolve();
        await gone.promise;
        yield Buffer.from('too late');
      } finally {
        ended.resolve();
      }
    }
    const own = await startApi(test.database, { positions: { ...api.positions.store, readBlocks: slow } });
    const address = await own.server.listen({ port: 0, host: '127.0.0.1' });
    own.server.server.on('connection', (socket) => socket.on('close', () => gone.resolve()));
    const leaving = new AbortController();
    const answer = fetch(`${address}/api/history`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        header: { method: 'streamHistory', service: 'tracking-service', ...consumer },
        data: interval,
      }),
    });
    await reading.promise;
    leaving.abort();
    await expect(answer).rejects.toThrow();
    await ended.promise;
    await own.close();
    expect(own.log.filter(({ level }) => level === 'error')).toEqual([]);
    expect(own.log.some(({ message }) => message === 'client went away')).toBe(true);
  });

  const asked = async (readBlocks: () => AsyncGenerator<Uint8Array>) => {
    const own = await startApi(test.database, { positions: { ...api.positions.store, readBlocks } });
    const address = await own.server.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${address}/api/history`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        header: { method: 'streamHistory', service: 'tracking-service', ...consumer },
        data: interval,
      }),
    });
    return { own, answer };
  };

  it('says so when the database goes before the first byte, and breaks off when it goes later', async () => {
    const early = await asked(async function* () {
      yield Buffer.from('held back');
      throw new DatabaseUnavailable('gone');
    });
    expect(early.answer.status).toBe(503);
    expect(await early.answer.json()).toMatchObject({
      error: {
        code: ERROR.unavailable,
        message: expect.stringMatching(/^The database cannot be reached/),
        retry_after: 2,
      },
      data: null,
    });
    await early.own.close();

    const late = await asked(async function* () {
      yield Buffer.alloc(100_000);
      throw new DatabaseUnavailable('gone');
    });
    expect(late.answer.status).toBe(200);
    await expect(late.answer.arrayBuffer()).rejects.toThrow();
    expect(late.own.log.some(({ message }) => message === 'history stream broke off')).toBe(true);
    await late.own.close();
  });
});

describe("history for people's tools", () => {
  beforeAll(() => {
    api.positions.stored.push(
      position(40, 0, { attributes: { message: '=cmd|calc', fuel_level: 12.5 }, longitude: -0.5 }),
      position(40, 1, { valid: false }),
      position(40, 10, { altitude: Number.NaN }),
      position(41, 2),
      position(70, 3),
    );
  });
  const exported = async (format: string) => {
    const answer = await stream('/api/history', { ...interval, format });
    expect(answer.statusCode).toBe(200);
    return answer;
  };

  it('as JSON with the same positions as getHistory', async () => {
    const { positions, truncated } = (await exported('json')).json();
    const called = await api.call('getHistory', interval, consumer);
    expect(positions).toEqual(JSON.parse(JSON.stringify(called.data.positions)));
    expect([positions.length, truncated, called.data.truncated]).toEqual([4, false, false]);
    const cut = await api.call('getHistory', { ...interval, limit: 2 }, consumer);
    expect([cut.data.positions.length, cut.data.truncated]).toEqual([2, true]);
  });

  it('as CSV in which no name or attribute can be a formula', async () => {
    const answer = await exported('csv');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="history.csv"');
    const rows = parse(answer.body, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatchObject({ unit_id: '40', unit: 'Blue One', longitude: '-0.5', speed_kmh: '50' });
    // The account chose nothing: the defaults of the product, and UTC.
    expect(rows[0]).toMatchObject({ time: '2026-05-01T08:00:00.000Z', local_time: '01/05/2026 08:00 AM' });
    expect(rows[0]?.attributes).toBe('{"message":"=cmd|calc","fuel_level":12.5}');
    expect(rows.map(({ filter }) => filter)).toEqual(['valid', 'device', 'valid', 'valid']);
    expect(rows[3]?.unit).toBe("'=Blue Two");
    for (const row of rows)
      for (const [name, value] of Object.entries(row)) if (name !== 'longitude') expect(value).not.toMatch(/^[=+@\t-]/);
  });

  it('as CSV with a column for each visible sensor of the units, hidden ones read by others', async () => {
    const definition = {
      type: 'fuel_level',
      name: 'Tank',
      description: '',
      parameter: 'fuel_level',
      field: 'tank',
      visible: true,
      data_type: 'number',
      multiplier: 1,
      minimum: null,
      maximum: null,
      table: { kind: 'none' },
    };
    const sensors = [
      definition,
      { ...definition, type: 'custom', name: 'Base', field: 'base', parameter: 'fuel_level', visible: false },
      { ...definition, type: 'custom', name: '+Twice', field: 'twice', parameter: '[Base] * 2' },
    ];
    for (const [index, sensor] of sensors.entries()) {
      await test.database.query(
        'insert into sensor (id, device_id, position, field, name, type, definition, created_at) values ($1, 40, $2, $3, $4, $5, $6, now())',
        [index + 1, index, sensor.field, sensor.name, sensor.type, sensor],
      );
    }
    const rows = parse((await exported('csv')).body, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.map((row) => [row.unit_id, row['Tank (l)'], row["'+Twice"]])).toEqual([
      ['40', '12.5', '25'],
      ['40', '', ''],
      ['40', '', ''],
      ['41', '', ''],
    ]);
    expect(Object.keys(rows[0] ?? {})).not.toContain('Base');
    await test.database.query('delete from sensor where device_id = 40');
  });

  it('as GPX and KML that parse, with a new segment after a gap and no invalid fix', async () => {
    const parser = new XMLParser({
      ignoreAttributes: false,
      isArray: (name) => ['trk', 'trkseg', 'trkpt', 'Placemark', 'gx:Track', 'when', 'gx:coord'].includes(name),
    });
    const gpx = (await exported('gpx')).body;
    expect(XMLValidator.validate(gpx)).toBe(true);
    const [first, second] = parser.parse(gpx).gpx.trk;
    expect(first.name).toBe('Blue One');
    expect(first.trkseg.map((segment: { trkpt: unknown[] }) => segment.trkpt.length)).toEqual([1, 1]);
    expect(first.trkseg[0].trkpt[0]).toEqual({
      '@_lat': '52',
      '@_lon': '-0.5',
      ele: 34,
      time: '2026-05-01T08:00:00.000Z',
    });
    expect(second.name).toMatch(/Blue Two$/);
    const kml = (await exported('kml')).body;
    expect(XMLValidator.validate(kml)).toBe(true);
    const [placemark] = parser.parse(kml).kml.Document.Placemark;
    expect(
      placemark['gx:MultiTrack']['gx:Track'].map((track: { when: []; 'gx:coord': string[] }) => [
        track.when.length,
        track['gx:coord'][0],
      ]),
    ).toEqual([
      [1, '-0.5 52 34'],
      [1, '13 52.01 0'],
    ]);
  });

  it('as GeoJSON with the attributes beside each valid point', async () => {
    const { type, features } = (await exported('geojson')).json();
    expect([type, features.length]).toEqual(['FeatureCollection', 3]);
    expect(features[0]).toMatchObject({
      geometry: { type: 'Point', coordinates: [-0.5, 52, 34] },
      properties: { unit: 'Blue One', fuel_level: 12.5 },
    });
  });
});

describe('pages', () => {
  it('serves the client in history mode, unchanged names for ever, the page again each time', async () => {
    expect((await get('/')).headers.location).toBe('/app/');
    for (const url of ['/app/', '/app/units/map', '/app/login?next=1']) {
      const page = await get(url);
      expect([page.statusCode, page.headers['cache-control'], page.headers['content-type']]).toEqual([
        200,
        'no-cache',
        'text/html; charset=utf-8',
      ]);
    }
    const asset = await get('/app/assets/main-abc123.js', { 'accept-encoding': 'gzip, br' });
    expect([asset.headers['content-encoding'], asset.headers['cache-control']]).toEqual([
      'br',
      'public, max-age=31536000, immutable',
    ]);
    expect(brotliDecompressSync(asset.rawPayload).toString()).toContain('export const text');
    const zipped = await get('/app/assets/main-abc123.js', { 'accept-encoding': 'br;q=0, gzip' });
    expect(gunzipSync(zipped.rawPayload).toString()).toContain('export const text');
    expect([asset.headers['content-type'], asset.headers.vary]).toEqual([
      expect.stringContaining('javascript; charset=utf-8'),
      'accept-encoding',
    ]);
    const plain = await get('/app/assets/main-abc123.js');
    expect([plain.headers['content-encoding'], plain.body]).toEqual([
      undefined,
      expect.stringContaining('export const'),
    ]);
    const again = await get('/app/assets/main-abc123.js', {
      'accept-encoding': 'gzip, br',
      'if-none-match': String(asset.headers.etag),
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await get('/app/favicon.svg', { 'accept-encoding': 'br' })).body).toBe('<svg/>');
  });

  it('lets no path out of its folder and answers what is missing with 404 in the usual shape', async () => {
    for (const url of [
      '/app/assets/missing.js',
      '/app/../package.json',
      '/app/%2e%2e/%2e%2e/etc/passwd.txt',
      '/app/..%2fpackage.json',
      '/app/assets/..%2f..%2fpackage.json',
      '/app/.wayline-sources.json',
      '/nowhere',
      '/api',
    ]) {
      const answer = await get(url);
      expect([url, answer.statusCode]).toEqual([url, 404]);
      expect(answer.json().error.message).toBe('Page Not Found');
    }
  });

  it('sends headers that keep foreign scripts and frames out', async () => {
    const { headers } = await get('/app/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("worker-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toMatch(/connect-src [^;]*https:\/\/tiles\.example/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-eval');
    expect(policy.split(';').toSorted()).toEqual(
      [
        "default-src 'none'",
        "script-src 'self'",
        "worker-src 'self'",
        "child-src 'self'",
        "require-trusted-types-for 'script'",
        'trusted-types default',
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob: https://tiles.example",
        "font-src 'self' data:",
        "connect-src 'self' data: blob: https://tiles.example",
        "manifest-src 'self'",
        "media-src 'self' blob:",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
      ].toSorted(),
    );
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect((await get('/healthz')).headers['content-security-policy']).toBe(policy);
  });

  it('serves languages, translations and the client configuration before anyone signed in', async () => {
    const { languages } = (await get('/poly/fe/supported/languages')).json();
    expect(languages.map((each: { code: string; direction: string }) => `${each.code} ${each.direction}`)).toEqual([
      'en ltr',
      'ru ltr',
      'fa rtl',
    ]);
    expect((await api.call('getLanguages')).data).toEqual({ languages });
    const persian = (await get('/fe/translations/FA')).json();
    expect(persian.signIn.submit).toMatch(/[\u0600-\u06ff]/);
    expect((await api.call('getTranslation', { lang: 'FA' })).data).toEqual({ lang: 'fa', messages: persian });
    expect((await api.call('getTranslation', { lang: 'XX' })).error?.code).toBe(ERROR.validation);
    expect((await get('/fe/translations/xx')).statusCode).toBe(404);
    expect((await get('/client-config/map')).json()).toEqual({ osm: null });
    expect((await get('/client-config/__proto__')).statusCode).toBe(404);
  });

  it.each([
    ['of named proxies', ['192.0.2.9'], { '192.0.2.9': true, '192.0.2.5': false }],
    ['of as many as stand in front', 1 as const, { '192.0.2.9': true, '192.0.2.5': true }],
    ['of nobody', false as const, { '192.0.2.9': false, '192.0.2.5': false }],
  ])('believes what is said of the caller %s', async (_, trustProxy, believed) => {
    const { server } = await startApi(test.database, {
      config: { trustProxy, tileHosts: [] },
      clientConfig: { caller: ({ host }) => ({ host }) },
      traccar: {
        isOpen: true,
        take: async (__, remote) => ({ status: 200, body: { remote } }),
        broken: () => undefined,
      },
    });
    // Callers can begin the list of addresses; a proxy adds the one that it saw.
    const headers = {
      host: 'own.test',
      'x-forwarded-host': 'asked.test',
      'x-forwarded-for': '203.0.113.66, 198.51.100.7',
    };
    for (const [remoteAddress, isBelieved] of Object.entries(believed)) {
      const asked = { remoteAddress, headers };
      const about = await server.inject({ ...asked, url: '/client-config/caller' });
      const sender = await server.inject({ ...asked, method: 'POST', url: '/ingest/traccar', payload: {} });
      expect([about.json().host, sender.json().remote]).toEqual(
        isBelieved ? ['asked.test', '198.51.100.7'] : ['own.test', remoteAddress],
      );
    }
    await server.close();
  });

  it('hands forwarded positions to the intake with the address of the sender', async () => {
    const answer = await api.server.inject({
      method: 'POST',
      url: '/ingest/traccar',
      remoteAddress: '192.0.2.5',
      payload: { device: { uniqueId: '1' } },
    });
    expect(answer.json()).toEqual({ accepted: 1 });
    expect(forwarded).toEqual([[{ device: { uniqueId: '1' } }, '192.0.2.5']]);
  });
});
