import type { LanguageCode } from './languages.ts';

/** Texts by key; keys nest. English is the shape that the others must have (catalogues.test.ts). */
export interface Catalogue {
  readonly [key: string]: string | Catalogue;
}

export type CatalogueLoader = (language: LanguageCode) => Promise<Catalogue>;

/** Loads a language of the product; each is a chunk of its own. */
export const loadCatalogue: CatalogueLoader = async (language) => {
  switch (language) {
    case 'en':
      return (await import('./catalogues/en.json')).default;
    case 'ru':
      return (await import('./catalogues/ru.json')).default;
    case 'fa':
      return (await import('./catalogues/fa.json')).default;
  }
};
