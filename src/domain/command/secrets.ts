import { COMMANDS, TYPED_COMMANDS } from './library.ts';
import type { CommandTemplate, TemplateParameter } from './template.ts';

/** What is in the place of a password. */
const HIDDEN = '•••';
/** A shorter one may be any number of an answer. */
const SHORTEST_IN_ANSWERS = 4;

/** From and to of a password within a text. */
type Span = readonly [from: number, to: number];

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
/** Devices take more blanks than the library writes. */
const literal = (text: string): string =>
  escaped(text)
    .replaceAll(' ', String.raw`\s+`)
    .replaceAll(',', String.raw`\s*,\s*`);
/** What a value ends at: the mark that follows its place, or that closes the command. */
const until = (next: string): string => `[^${escaped(next.charAt(0))}#$;]`;

/** Where one marked place of a template is, in the group `secret`, in whatever text carries the command. */
function placeOf({ text, parameters, separator }: CommandTemplate, secret: TemplateParameter): RegExp {
  const pieces = text.split(/\{([a-zA-Z]+)\}/);
  let pattern = '';
  for (let at = 0; at < pieces.length; at += 2) {
    // Whatever comes before it: in the bytes of a message that may be anything.
    const before = literal(pieces[at]);
    pattern += at === 0 && separator !== undefined ? `(?:${before}|${escaped(separator)}\\s*)` : before;
    const name = pieces[at + 1];
    if (name === undefined) break;
    const values = until(pieces[at + 2] ?? '');
    if (name === secret.name) return new RegExp(`${pattern}(?<secret>${values}+)`, 'dgi');
    const only = secret.kind === 'text' ? secret.secretWhere?.[name] : undefined;
    const parameter = parameters.find((one) => one.name === name);
    const own = parameter?.kind === 'text' && parameter.typed ? parameter.typed : `${values}*`;
    pattern += only === undefined ? own : `0*(?:${only.map(escaped).join('|')})`;
  }
  throw new Error(`The command ${text} has no place for ${secret.name}.`);
}

const isSecret = (parameter: TemplateParameter): boolean =>
  parameter.kind === 'text' && (parameter.secret === true || parameter.secretWhere !== undefined);

/** Made of the marks of the library alone, once. */
const PLACES: readonly RegExp[] = [...Object.values(COMMANDS), TYPED_COMMANDS]
  .flat()
  .flatMap((template) => template.parameters.filter(isSecret).map((parameter) => placeOf(template, parameter)));

/** Passwords within the text, whatever protocol it is for, in their order and apart from each other. */
function secretSpans(text: string): readonly Span[] {
  const found = PLACES.flatMap((place) =>
    [...text.matchAll(place)].flatMap((match) => (match.indices?.groups?.secret ? [match.indices.groups.secret] : [])),
  ).toSorted((a, b) => a[0] - b[0] || b[1] - a[1]);
  const apart: Span[] = [];
  for (const [from, to] of found) {
    const end = apart.at(-1)?.[1] ?? 0;
    if (to > end) apart.push([Math.max(from, end), to]);
  }
  return apart;
}

function replaced(text: string, spans: readonly Span[], by: (secret: string) => string): string {
  let shown = '';
  let at = 0;
  for (const [from, to] of spans) {
    shown += text.slice(at, from) + by(text.slice(from, to));
    at = to;
  }
  return shown + text.slice(at);
}

/** The text without its passwords, for lists and logs that more people read than may know them. */
export function withoutCommandPassword(text: string): string {
  return replaced(text, secretSpans(text), () => HIDDEN);
}

/** True for a text as lists show it: it has to be looked up before it is sent. */
export function hidesPassword(text: string): boolean {
  return text.includes(HIDDEN) && secretSpans(text).some(([from, to]) => text.slice(from, to).includes(HIDDEN));
}

/** What a device said to a command, without the passwords that the command carried or that the answer repeats. */
export function withoutPasswordsOf(command: string, answer: string): string {
  let shown = withoutCommandPassword(answer);
  for (const [from, to] of secretSpans(command)) {
    const secret = command.slice(from, to).trim();
    if (secret.length >= SHORTEST_IN_ANSWERS && secret !== HIDDEN) shown = shown.replaceAll(secret, HIDDEN);
  }
  return shown;
}

/** The bytes of a message with a star in the place of each byte of a password. */
export function withoutPasswordBytes(bytes: Uint8Array): Uint8Array {
  // A character a byte: places in the text are places in the bytes.
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const spans = secretSpans(text);
  if (spans.length === 0) return bytes;
  const shown = Uint8Array.from(bytes);
  for (const [from, to] of spans) shown.fill(0x2a, from, to);
  return shown;
}
