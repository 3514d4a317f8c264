/** What a message may name, written `%UNIT%`. A tag that has nothing to say is left out. */
export const TAGS = [
  'UNIT',
  'ALERT',
  'RULE',
  'SEVERITY',
  'OCCASION',
  'TIME',
  'PLACE',
  'LATITUDE',
  'LONGITUDE',
  'SPEED',
  'VALUE',
  'COUNT',
  'ACCOUNT',
  'LINK',
] as const;
type Tag = (typeof TAGS)[number];
export type TagValues = Readonly<Record<Tag, string>>;

const WRITTEN = /%(\w+)%/g;

const tagOf = (name: string): Tag | undefined => TAGS.find((tag) => tag === name.toUpperCase());

/** Tags of a text that do not exist, as they are written there, each once. */
export const unknownTags = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(WRITTEN)].filter(([, name]) => tagOf(name) === undefined).map(([written]) => written)),
];

/** The text with values in the place of its tags. */
export const fillTags = (text: string, values: TagValues): string =>
  text.replace(WRITTEN, (written, name: string) => {
    const tag = tagOf(name);
    return tag === undefined ? written : values[tag];
  });
