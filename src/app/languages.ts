import type { Client } from '../api/client/index.ts';
import { LANGUAGES, direction } from '../i18n/index.ts';
import type { InterfaceLanguage } from '../views/shared/services/preferences.ts';
import { STORAGE_KEYS, readStored, writeStored } from './storage.ts';
import { createStore, type WritableStore } from './stores.ts';

type Offered = readonly InterfaceLanguage[];

/** What is known before any server was asked: the catalogues of this client, each named in itself. */
const OWN: Offered = LANGUAGES.map((code) => ({
  code,
  name: new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code,
  direction: direction(code),
}));

function isOffered(value: unknown): value is Offered {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each: unknown) => {
      if (typeof each !== 'object' || each === null) return false;
      const { code, name, direction: textDirection } = each as Record<string, unknown>;
      return (
        LANGUAGES.some((known) => known === code) &&
        typeof name === 'string' &&
        (textDirection === 'ltr' || textDirection === 'rtl')
      );
    })
  );
}

/**
 * The interface languages and their directions as the server lists them (specification, chapter 1). The
 * last list is used at once, so that a page in a right-to-left language is not turned while it is read.
 * Languages that this client has no texts for are left out.
 */
export function openLanguages(client: Pick<Client, 'languages'>): WritableStore<Offered> {
  const store = createStore<Offered>(readStored(STORAGE_KEYS.languages, isOffered) ?? OWN);
  void client.languages().then((answer) => {
    if (!answer.ok) return;
    const known = answer.value.languages.filter(({ code }) => LANGUAGES.some((own) => own === code));
    if (!isOffered(known)) return;
    writeStored(STORAGE_KEYS.languages, known);
    store.set(known);
  });
  return store;
}
