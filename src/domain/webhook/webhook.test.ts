import { expect, it } from 'vitest';
import { webhooks } from './webhook.ts';

const problemOf = async (url: string): Promise<string> =>
  webhooks.schema.validate({ name: 'Insurer', url }).then(
    () => '',
    (error: Error) => error.message,
  );

it.each([
  ['https://example.com/alarms?key=1', ''],
  ['http://192.0.2.1:8080/', ''],
  ['', 'validation.required'],
  ['example.com', 'validation.webAddress'],
  ['ftp://example.com', 'validation.webAddress'],
  ['https://me:secret@example.com', 'validation.webAddress'],
])('%s: %s', async (url, problem) => expect(await problemOf(url)).toBe(problem));
