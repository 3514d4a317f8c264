import { success } from '../../../src/domain/base/index.ts';
import type { Messages } from '../../call/messages.ts';
import type { Problems } from '../../call/problems.ts';
import type { Handlers } from '../../call/types.ts';

/** The interface's languages and their texts; the same are at /fe/translations and /poly/fe/supported/languages. */
export function createLanguageHandlers(
  messages: Messages,
  problems: Problems,
): Pick<Handlers, 'getLanguages' | 'getTranslation'> {
  return {
    getLanguages: async () => success({ languages: [...messages.languages] }),
    async getTranslation(data, { lang }) {
      const catalogue = messages.catalogue(data.lang);
      if (!catalogue) return problems.refuseField(lang, 'lang', 'validation.oneOf');
      return success({ lang: data.lang.toLowerCase(), messages: catalogue });
    },
  };
}
