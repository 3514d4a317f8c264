import { together } from '../../domain/base/index.ts';
import entrance from '../catalogues/en/entrance.json' with { type: 'json' };
import inside from '../catalogues/en/inside.json' with { type: 'json' };

/** Everything that the pages of the product say in English. */
export const english = together(entrance, inside);
