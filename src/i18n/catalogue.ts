import type { Texts } from '../domain/base/index.ts';
import type { LanguageCode } from './languages.ts';

/** English is the shape that the others must have (catalogues.test.ts). */
export type Catalogue = Texts;

/**
 * A language comes in parts, so that nobody waits for texts that they do not see yet: what is
 * before one is signed in (forms and errors included), and what is after. A group of texts may have
 * some in each: the name of a field that only screens inside have is no burden to the sign-in page. A
 * third part is the server's own: refusals and mails.
 */
export type CataloguePart = 'entrance' | 'inside';

export type CatalogueLoader = (language: LanguageCode, part: CataloguePart) => Promise<Catalogue>;

/** Each part of a language is a chunk of its own; the loaders are spelled out because the bundler reads them. */
const PARTS: Readonly<Record<`${LanguageCode}/${CataloguePart}`, () => Promise<{ default: Catalogue }>>> = {
  'en/entrance': () => import('./catalogues/en/entrance.json'),
  'en/inside': () => import('./catalogues/en/inside.json'),
  'ru/entrance': () => import('./catalogues/ru/entrance.json'),
  'ru/inside': () => import('./catalogues/ru/inside.json'),
  'fa/entrance': () => import('./catalogues/fa/entrance.json'),
  'fa/inside': () => import('./catalogues/fa/inside.json'),
};

/** Loads a part of a language of the product. */
export const loadCatalogue: CatalogueLoader = async (language, part) => (await PARTS[`${language}/${part}`]()).default;
