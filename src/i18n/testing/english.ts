import type { Catalogue } from '../catalogue.ts';
import entrance from '../catalogues/en/entrance.json' with { type: 'json' };
import inside from '../catalogues/en/inside.json' with { type: 'json' };

/** Two parts of a language as one: a group of texts may have some in each. */
export function together<One extends Catalogue, Other extends Catalogue>(one: One, other: Other): One & Other {
  const both: Record<string, string | Catalogue> = { ...one };
  for (const [key, text] of Object.entries(other)) {
    const known = both[key];
    both[key] = typeof known === 'object' && typeof text === 'object' ? together(known, text) : text;
  }
  return both as One & Other;
}

/** Everything that the pages of the product say in English. */
export const english = together(entrance, inside);
