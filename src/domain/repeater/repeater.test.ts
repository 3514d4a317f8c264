import { expect, it } from 'vitest';
import { repeaters, topicOf } from './index.ts';

const problemsOf = async (form: object): Promise<Record<string, string>> =>
  repeaters.schema.validate({ name: 'Ministry', host: 'example.com', ...form }, { abortEarly: false }).then(
    () => ({}),
    (error: { inner: { path: string; message: string }[] }) =>
      Object.fromEntries(error.inner.map(({ path, message }) => [path, message])),
  );

it.each(['example.com', 'tracker-1.example.com', 'gateway', '192.0.2.1', '2001:db8::7'])('sends to %s', async (host) =>
  expect(await problemsOf({ host })).toEqual({}),
);

it.each([
  'http://example.com',
  'example.com/',
  'example.com:5039',
  'two words',
  '-a.example',
  '300.1.1.1',
  '10.0.0.0/8',
  'a..b',
  '[::1]',
])('does not send to %s', async (host) =>
  expect(await problemsOf({ host })).toEqual({ host: 'validation.repeaterHost' }),
);

it.each([
  ['fleet/{account}/{uid}/position', {}],
  ['fleet/{unit_id}', {}],
  ['fleet/+', { topic: 'validation.repeaterTopic' }],
  ['fleet/#', { topic: 'validation.repeaterTopic' }],
  ['fleet/{imei}', { topic: 'validation.repeaterTopic' }],
  ['fleet/{uid', { topic: 'validation.repeaterTopic' }],
  ['', { topic: 'validation.required' }],
])('publishes to %s: %o', async (topic, problems) => {
  expect(await problemsOf({ protocol: 'mqtt', topic })).toEqual(problems);
});

it('makes no levels or wildcards of values in a topic', () => {
  expect(topicOf('fleet/{account}/{uid}/{unit_id}', { account: 'North/#1', uid: '35+7', unit_id: 4 })).toBe(
    'fleet/North__1/35_7/4',
  );
});

it('empties what the protocol does not have, and units where all are meant', () => {
  const form = {
    name: 'Ministry',
    host: 'example.com',
    tls: true,
    path: '/in',
    topic: 'a',
    user_name: 'me',
    unit_ids: [1],
  };
  expect(repeaters.schema.cast({ ...form, protocol: 'wialon_ips' })).toMatchObject({
    tls: false,
    path: '',
    topic: '',
    user_name: '',
    unit_ids: [],
  });
  expect(repeaters.schema.cast({ ...form, protocol: 'mqtt', all_units: false })).toMatchObject({
    tls: true,
    path: '',
    topic: 'a',
    user_name: 'me',
    unit_ids: [1],
  });
});

it('asks for units where not all are meant', async () => {
  expect(await problemsOf({ all_units: false })).toEqual({ unit_ids: 'validation.notificationUnits' });
});
