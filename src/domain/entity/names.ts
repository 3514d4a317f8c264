/** A name in snake case as methods have it: `service_reminder` is `ServiceReminder`. */
export type Pascal<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Capitalize<Word>}${Pascal<Rest>}`
  : Capitalize<Name>;
/** The same as events have it: `serviceReminder`. */
export type Camel<Name extends string> = Uncapitalize<Pascal<Name>>;

const capitalized = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

export const pascalOf = <Name extends string>(name: Name): Pascal<Name> =>
  name.split('_').map(capitalized).join('') as Pascal<Name>;

export const camelOf = <Name extends string>(name: Name): Camel<Name> => {
  const pascal: string = pascalOf(name);
  return `${pascal.charAt(0).toLowerCase()}${pascal.slice(1)}` as Camel<Name>;
};
