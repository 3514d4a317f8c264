import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue, type MethodName } from '../../src/api/contract/index.ts';
import { needList } from '../../src/domain/access/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import entrance from '../../src/i18n/catalogues/en/entrance.json' with { type: 'json' };
import inside from '../../src/i18n/catalogues/en/inside.json' with { type: 'json' };
import server from '../../src/i18n/catalogues/en/server.json' with { type: 'json' };
import { createScreens } from '../../src/views/registry.ts';
import { fillWorld, startApi, type TestApi } from '../support/api.ts';
import { withTestDatabase } from '../support/postgres.ts';
import {
  HTTP_PATHS,
  MESSAGES,
  METHODS,
  METHODS_TO_COME,
  ROUTES,
  ROUTES_TO_COME,
  type Guard,
} from '../support/specification.ts';

const test = withTestDatabase();
const ROOT = path.join(import.meta.dirname, '..', '..');
let api: TestApi;
beforeAll(async () => {
  await fillWorld(test.database);
  api = await startApi(test.database, { clientConfig: { app: () => ({}) } });
});
afterAll(() => api.close());

describe('chapter 7', () => {
  it.each(Object.entries(METHODS))('has the methods of the %s', (service, methods) => {
    const found = methods.map((method) => [
      method,
      Object.hasOwn(catalogue, method) ? catalogue[method as MethodName].service : 'missing',
    ]);
    expect(found).toEqual(methods.map((method) => [method, service]));
  });

  it('answers each under its service, and the two that were elsewhere there too', async () => {
    const code = async (method: string, service: string) =>
      (await api.call(method, { nonsense: 1 }, { service })).error?.code;
    for (const [service, methods] of Object.entries(METHODS))
      for (const method of methods) expect(await code(method, service), method).not.toBe(ERROR.unknownMethod);
    expect(await code('getAccountDetails', 'account-service')).not.toBe(ERROR.unknownMethod);
    expect(await code('getUserAccounts', 'auth-service')).not.toBe(ERROR.unknownMethod);
    expect(await code('signin', 'account-service')).toBe(ERROR.unknownMethod);
  });

  it('has the paths beside the envelope', async () => {
    for (const [method, url] of HTTP_PATHS)
      expect(
        (await api.server.inject({ method, url, ...(method === 'POST' ? { payload: {} } : {}) })).statusCode,
        url,
      ).not.toBe(404);
  });

  it('lists as still to come only what is not there', () => {
    const known = Object.values(METHODS).flat();
    for (const [area, methods] of Object.entries(METHODS_TO_COME)) {
      expect(
        methods.filter((method) => Object.hasOwn(catalogue, method) || known.includes(method)),
        `${area} is built: its methods belong to METHODS`,
      ).toEqual([]);
    }
  });
});

const nothing = async () => ({ default: () => null });
const screens = createScreens({ list: nothing, map: nothing });
const patternOf = (route: string): string => route.replace(/\{[^}]+\}/g, ':');
const screenAt = (route: string) => screens.find((screen) => screen.path.replace(/:\w+/g, ':') === patternOf(route));

describe('chapter 2', () => {
  it.each(Object.entries(ROUTES))('%s stands, with its guard', (route, guard) => {
    const access = screenAt(route)?.access;
    const named: Guard | undefined =
      typeof access === 'string' || access === undefined
        ? access
        : needList(access).map(({ resource, action }) => `${resource}:${action}`);
    expect(named).toEqual(guard);
  });

  it('lists as still to come only what is not there', () => {
    for (const [area, routes] of Object.entries(ROUTES_TO_COME)) {
      expect(
        routes.filter((route) => screenAt(route) !== undefined || route in ROUTES),
        `${area} is built: its paths belong to ROUTES`,
      ).toEqual([]);
    }
  });
});

/** Texts of a catalogue by their keys. */
function textsOf(node: object, prefix = ''): [key: string, text: string][] {
  return Object.entries(node).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [[`${prefix}${name}`, value] as [string, string]]
      : textsOf(value as object, `${prefix}${name}.`),
  );
}
const TEXTS = [entrance, inside, server].flatMap((catalogueOf) => textsOf(catalogueOf));
/** Placeholders as the catalogues write them. */
const worded = (message: string): string => message.replace(/\{(\w+)\}/g, '{{$1}}');
const keysOf = (message: string): string[] => TEXTS.filter(([, text]) => text === worded(message)).map(([key]) => key);

/** Sources of client and server as one text: a key that is in none of them is never shown. */
function sources(): string {
  const files = ['src', 'server'].flatMap((room) =>
    fs
      .readdirSync(path.join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(ROOT, room, file)),
  );
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => fs.readFileSync(file, 'utf8'))
    .join('\n');
}

describe('messages of chapters 5 to 8', () => {
  const code = sources();
  /** By its whole key, by the end of one that is put together, or as the text of an error code. */
  const isShown = (key: string): boolean => {
    const last = key.split('.').at(-1) ?? key;
    return [`'${key}'`, `.${last}'`, `'${last}'`, `ERROR.${last}`].some((name) => code.includes(name));
  };

  it.each(MESSAGES)('“%s” stands to the letter, and is shown', (message) => {
    const keys = keysOf(message);
    expect(keys, 'no catalogue has it').not.toEqual([]);
    expect(keys.filter(isShown), `nothing shows ${keys.join()}`).not.toEqual([]);
  });
});
