import { describe, expect, it } from 'vitest';
import server from './catalogues/en/server.json' with { type: 'json' };
import type { Catalogue } from './catalogue.ts';
import { english } from './testing/english.ts';

/** Words that once made screens hard to read, and what to write instead. */
const REPLACED: readonly [pattern: RegExp, instead: string][] = [
  [/\b(no|some|every)body\b/i, 'no one, someone, everyone'],
  [/\bwhoever\b/i, 'the person who, anyone who'],
  [/\be-mails?\b/i, 'email: one spelling'],
  [/\bset-up\b/i, 'setup: one spelling'],
  [/\btwo-factor\b|\btwo-step verification\b/i, 'two-step sign-in: one name'],
  [/\banew\b/i, 'again, or a verb with re-'],
  [/\bat once\b/i, 'immediately, or “at a time”'],
  [/\bmeanwhile\b/i, 'while you were editing, in the meantime'],
  [/\b(take|takes|took|taken|taking)\b.*\b(back|away)\b/i, 'cancel, withdraw, remove'],
  [/\bleave out|\bleft out\b/i, 'ignore, skip'],
  [/\bstands?\b|\bstanding\b/i, 'is, is shown, stopped'],
  [/\btold\b|\btells\b/i, 'reported, shown'],
  [/\bjudge[sd]?\b/i, 'check, accept'],
  [/\bbelow it\b/i, 'its sub-accounts'],
  [/\blies\b/i, 'is'],
  [/\bticked\b/i, 'selected'],
  [/\bbounds?\b/i, 'threshold, range, limit'],
  [/\bresting\b/i, 'inactive'],
  [/\bnot there any more\b/i, 'deleted, unavailable'],
  [/\bgo(es)? on\b/i, 'continue'],
  [/\bone press\b|\byou press\b/i, 'click'],
];

/** Texts by full key, without the names of their placeholders: nobody reads those. */
function textsOf(catalogue: Catalogue, path = ''): [key: string, text: string][] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${path}${key}`, value.replaceAll(/{{[^}]*}}/g, '…')] as [string, string]]
      : textsOf(value, `${path}${key}.`),
  );
}
const TEXTS = textsOf({ ...english, ...server });

describe('the English texts', () => {
  it.each(REPLACED)('do without %s', (pattern, instead) => {
    expect(
      TEXTS.filter(([, text]) => pattern.test(text)),
      `write: ${instead}`,
    ).toEqual([]);
  });
});
