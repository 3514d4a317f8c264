import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UserId } from '../../src/domain/base/index.ts';
import type { SchemaDescription, SchemaFieldDescription } from 'yup';
import { catalogue, type MethodName } from '../../src/api/contract/index.ts';
import { canAny } from '../../src/domain/access/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import entrance from '../../src/i18n/catalogues/en/entrance.json' with { type: 'json' };
import { english } from '../../src/i18n/testing/english.ts';
import { startApi, START, type Called, type TestApi } from '../support/api.ts';
import { REQUESTS } from '../support/matrixRequests.ts';
import { fillMatrixWorld, fingerprint, type Actor, type MatrixWorld } from '../support/matrixWorld.ts';
import { withTestDatabase } from '../support/postgres.ts';

// Every field of every method, spoilt in every way that its schema forbids: each refusal names the
// field, and the bound where there is one, and nothing is changed. The ways are read off the
// schemas, so a new field is covered on the day that it is written.

const test = withTestDatabase();
const METHODS = Object.keys(catalogue) as MethodName[];

let world: MatrixWorld;
let api: TestApi;
let number = 1_000_000;

beforeAll(async () => {
  world = await fillMatrixWorld(test.database);
  api = await startApi(test.database);
}, 60_000);
afterAll(() => api.close());

interface Spoilt {
  readonly field: string;
  readonly value: unknown;
  /** What the message must name; null where the way has no bound. */
  readonly bound: number | null;
}

type Described = SchemaDescription & {
  readonly optional?: boolean;
  readonly nullable?: boolean;
  readonly default?: unknown;
};

function boundOf(described: Described, name: 'min' | 'max'): number | null {
  const found = described.tests.find((each) => each.name === name)?.params?.[name];
  return typeof found === 'number' ? found : null;
}

const textsOf = (described: Described): unknown[] => {
  const longest = boundOf(described, 'max');
  const shortest = boundOf(described, 'min');
  return [
    { value: { a: 1 }, bound: null },
    // Neither a column nor an event can hold these.
    { value: 'a\0b', bound: null },
    { value: 'a\ud800b', bound: null },
    ...(longest === null ? [] : [{ value: 'x'.repeat(longest + 1), bound: longest }]),
    ...(shortest === null || shortest < 2 ? [] : [{ value: 'x'.repeat(shortest - 1), bound: shortest }]),
    ...(described.oneOf.length > 0 ? [{ value: 'no such value', bound: null }] : []),
  ];
};
const numbersOf = (described: Described): unknown[] => {
  const most = boundOf(described, 'max');
  const least = boundOf(described, 'min');
  return [
    { value: 'many', bound: null },
    { value: 1e300, bound: null },
    ...(most === null ? [] : [{ value: most + 1, bound: most }]),
    ...(least === null ? [] : [{ value: least - 1, bound: least }]),
    ...(described.tests.some((each) => each.name === 'integer') ? [{ value: 1.5, bound: null }] : []),
  ];
};
const listsOf = (described: Described): unknown[] => {
  const most = boundOf(described, 'max');
  // A list longer than the body may be is refused before its schema is asked.
  return [
    { value: 'a word', bound: null },
    ...(most === null || most > 1_000
      ? []
      : [{ value: Array.from({ length: most + 1 }, (_, index) => `item${index}@example.test`), bound: null }]),
  ];
};

function spoiltValues(field: string, described: Described): Spoilt[] {
  const spoilings =
    described.type === 'string'
      ? textsOf(described)
      : described.type === 'number'
        ? numbersOf(described)
        : described.type === 'boolean'
          ? [{ value: 'perhaps', bound: null }]
          : described.type === 'array'
            ? listsOf(described)
            : described.type === 'object'
              ? [{ value: 'a word', bound: null }]
              : [];
  const isRequired = described.optional === false && described.default === undefined;
  return [...(spoilings as Omit<Spoilt, 'field'>[]), ...(isRequired ? [{ value: undefined, bound: null }] : [])].map(
    (spoiling) => ({ field, ...spoiling }),
  );
}

const isDescribed = (described: SchemaFieldDescription): described is Described => 'tests' in described;
const spoiltOf = (method: MethodName): Spoilt[] =>
  Object.entries(catalogue[method].request.describe().fields).flatMap(([field, described]) =>
    isDescribed(described) ? spoiltValues(field, described) : [],
  );

/** Messages of the specification that name no bound, or name it in their own words. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];
const OWN_WORDS = new Set(
  textsIn(english.validation)
    .filter((text) => !/{{(min|max)}}/.test(text))
    .map((text) => text.replaceAll(/{{\w+}}/g, '').trim()),
);
const inOwnWords = (message: string): boolean => [...OWN_WORDS].some((words) => message.includes(words));

function problemOf({ field, value, bound }: Spoilt, answer: Called): string | null {
  const { error } = answer;
  if (!error) return 'was accepted';
  if (error.code !== ERROR.validation) return `answered ${error.code}: ${error.message}`;
  const named = error.fields?.find(
    (each) => each.field === field || each.field.startsWith(`${field}[`) || each.field.startsWith(`${field}.`),
  );
  if (!named) return `named ${error.fields?.map((each) => each.field).join(', ') || 'no field'}`;
  if (named.message === '' || named.message.includes('{{') || named.message.startsWith('validation.'))
    return `said "${named.message}"`;
  if (bound !== null && !named.message.replaceAll(',', '').includes(String(bound)) && !inOwnWords(named.message)) {
    return `did not name ${bound} for ${JSON.stringify(value)?.slice(0, 30)}: "${named.message}"`;
  }
  return null;
}

/** Somebody who may call the method, so that it is the value that is refused. */
function actorOf(method: MethodName): Actor {
  const { access } = catalogue[method];
  const actor = world.actors.find((each) => typeof access === 'string' || canAny(each.permissions, access));
  if (!actor) throw new Error(`Nobody in the test's world may call ${method}`);
  return actor;
}

/** A session of everybody who is needed, by who it is. */
async function signIn(): Promise<Map<Actor, string>> {
  const tokens = new Map<Actor, string>();
  const about = { remote: '192.0.2.1', userAgent: 'validation' };
  for (const actor of new Set(METHODS.map(actorOf)))
    tokens.set(actor, (await api.sessions.open(actor.userId as UserId, about, START)).accessToken);
  return tokens;
}

/** A valid request of the method, and how to send it or one like it. */
function prepared(method: MethodName, tokens: ReadonlyMap<Actor, string>) {
  const actor = actorOf(method);
  const { own } = actor.targets;
  const target = actor.targets.child ?? own;
  if (!own || !target) throw new Error(`${actor.name} has no account`);
  const valid: object = REQUESTS[method].data(target, actor, ++number);
  const header = { token: tokens.get(actor), account: own.accountId };
  return { valid, send: (data: object) => api.call(method, data, header) };
}

it('names every field that is refused, with its bound, and changes nothing', async () => {
  const wrong: string[] = [];
  let tried = 0;
  const tokens = await signIn();
  const before = await fingerprint(test.database);
  for (const method of METHODS) {
    const { valid, send } = prepared(method, tokens);
    for (const spoilt of spoiltOf(method)) {
      tried++;
      const answer = await send({ ...valid, [spoilt.field]: spoilt.value });
      const problem = problemOf(spoilt, answer);
      if (problem) wrong.push(`${method}.${spoilt.field} = ${JSON.stringify(spoilt.value)?.slice(0, 40)} ${problem}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await fingerprint(test.database)).toBe(before);
  expect(tried).toBeGreaterThan(500);
}, 120_000);

/** What no form sends. Some of it may be taken; nothing of it may be a surprise. */
const STRANGE: Readonly<Record<string, unknown>> = {
  'the year 0': '0000-01-01T00:00:00Z',
  'the last day that there is': '+275760-09-13T00:00:00Z',
  'a list of lists': [[]],
  'a list of nothing': [null],
  'a list of things': [{}],
  'an empty thing': {},
  nothing: null,
};

it('answers no exception to what nobody sends', async () => {
  const surprised: string[] = [];
  const tokens = await signIn();
  for (const method of METHODS) {
    // It ends the session that asks.
    if (method === 'signout' || method === 'logoutSessions') continue;
    const { valid, send } = prepared(method, tokens);
    for (const field of Object.keys(catalogue[method].request.fields))
      for (const [name, value] of Object.entries(STRANGE)) {
        const { error } = await send({ ...valid, [field]: value });
        if (error?.code === ERROR.exception) surprised.push(`${method}.${field} = ${name}`);
      }
  }
  expect(surprised).toEqual([]);
}, 120_000);

it('refuses what is nested too deep to be walked', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  for (const [method, field] of [
    ['signin', 'username'],
    ['inviteMultipleUser', 'emails'],
    ['getUnitList', 'filters'],
    ['createRule', 'conditions'],
  ] as const) {
    expect(catalogue[method].request.fields).toHaveProperty(field);
    const header = JSON.stringify({ method, service: catalogue[method].service });
    const answer = await api.server.inject({
      method: 'POST',
      url: '/api',
      headers: { 'content-type': 'application/json' },
      payload: `{"header":${header},"data":{"${field}":${deep}}}`,
    });
    expect(answer.json().error.code, method).toBe(ERROR.malformed);
  }
});

it('has the name of every field that a call before the sign-in may be refused for', () => {
  const named = Object.values(catalogue)
    .filter(({ access }) => access === 'public')
    .flatMap(({ request }) => Object.keys(request.describe().fields))
    .filter((field) => field in english.fields);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((field) => !(field in entrance.fields))).toEqual([]);
});
