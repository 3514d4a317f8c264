/** Texts by key; keys nest. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

/** Two parts of a language as one: a group of texts may have some in each. */
export function together<One extends Texts, Other extends Texts>(one: One, other: Other): One & Other {
  const both: Record<string, string | Texts> = { ...one };
  for (const [key, text] of Object.entries(other)) {
    const known = both[key];
    both[key] = typeof known === 'object' && typeof text === 'object' ? together(known, text) : text;
  }
  return both as One & Other;
}
