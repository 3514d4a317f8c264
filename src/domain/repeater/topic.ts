const TAGS = ['account', 'uid', 'unit_id'] as const;
type Tag = (typeof TAGS)[number];

/** The name of a tag where a text is no topic; an empty text: it has a character that topics must not have. */
export function topicProblem(template: string): 'characters' | 'tag' | null {
  if (/[+#\0]/.test(template)) return 'characters';
  const tags = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, tag]) => tag);
  const rest = template.replaceAll(/\{[^{}]*\}/g, '');
  return tags.every((tag) => (TAGS as readonly string[]).includes(tag)) && !/[{}]/.test(rest) ? null : 'tag';
}

/**
 * The topic of a unit: a template such as `fleet/{account}/{uid}/position` with its values. What would be read as a
 * level or a wildcard in a value becomes `_` (MQTT 3.1.1, chapter 4.7).
 */
export const topicOf = (template: string, values: Readonly<Record<Tag, string | number>>): string =>
  template.replaceAll(/\{([^{}]*)\}/g, (_, tag: Tag) => String(values[tag]).replaceAll(/[+#/\0]/g, '_'));
