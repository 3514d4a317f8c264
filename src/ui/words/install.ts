import english from 'react-aria-components/i18n/en-US';
import russian from 'react-aria-components/i18n/ru-RU';
import { PERSIAN } from './persian.ts';

type Words = Readonly<Record<string, unknown>>;

let current = 'en';
let isInstalled = false;

const OTHERS: Readonly<Record<string, Readonly<Record<string, Words>>>> = { ru: russian, fa: PERSIAN };

/**
 * Makes the components speak the language. The library looks a package's words up in a global of this name,
 * which it reads once for a page: so each word is found by the language that is in use when it is said.
 */
export function speak(language: string): void {
  current = language;
  if (isInstalled) return;
  isInstalled = true;
  const packages = Object.entries(english).map(([name, words]) => [name, wordsOf(name, words)]);
  Reflect.set(globalThis, Symbol.for('react-aria.i18n.locale'), 'en-US');
  Reflect.set(globalThis, Symbol.for('react-aria.i18n.strings'), Object.fromEntries(packages));
}

function wordsOf(name: string, words: Words): Words {
  const spoken = {};
  for (const [key, word] of Object.entries(words)) {
    Object.defineProperty(spoken, key, { enumerable: true, get: () => OTHERS[current]?.[name]?.[key] ?? word });
  }
  return spoken;
}
