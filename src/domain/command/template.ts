import { failure, success, type Result } from '../base/index.ts';

/** One value that a place may have; its meaning's name in the catalogue is `commandChoices.<key>`. */
interface TemplateChoice {
  readonly value: string;
  readonly key: string;
}

/** A place of a template that a person fills. */
export type TemplateParameter =
  | {
      readonly name: string;
      readonly kind: 'integer';
      readonly minimum: number;
      readonly maximum: number;
      readonly initial: string;
      /** How many hexadecimal digits the device wants instead of a decimal number. */
      readonly hexDigits?: number;
    }
  | {
      readonly name: string;
      readonly kind: 'text';
      readonly minimum: number;
      readonly maximum: number;
      readonly initial: string;
      readonly pattern?: RegExp;
      /** A password: shown to nobody, in no list and no log (`secrets.ts`). */
      readonly secret?: true;
      /** A password where other places have one of these values. */
      readonly secretWhere?: Readonly<Record<string, readonly string[]>>;
      /** What may be there in a typed text, where not anything up to the next mark may. */
      readonly typed?: string;
    }
  | {
      readonly name: string;
      readonly kind: 'choice';
      readonly choices: readonly TemplateChoice[];
      readonly initial: string;
    };

/** A command of the library. Its text holds `{name}` where a parameter goes. */
export interface CommandTemplate {
  readonly code: string;
  readonly text: string;
  readonly parameters: readonly TemplateParameter[];
  /** The device takes what follows the first word several times, with this in between. */
  readonly separator?: string;
  /** True: may stop a vehicle or lose the device; the person is asked twice. */
  readonly dangerous: boolean;
}

/** Why a template cannot be filled. Bounds are of the number, or of the text's length. */
export interface TemplateProblem {
  readonly parameter: string;
  readonly key:
    | 'validation.required'
    | 'validation.integer'
    | 'validation.min'
    | 'validation.max'
    | 'validation.minLength'
    | 'validation.maxLength'
    | 'validation.oneOf'
    | 'validation.commandText'
    | 'validation.invalid';
  readonly values: Readonly<Record<string, number>>;
}

/** Digits of a whole number, with a sign. */
const WHOLE = /^-?\d{1,12}$/;
const PLACE = /\{([a-zA-Z]+)\}/g;

/** What is wrong with a value for the parameter, or null. */
export function parameterProblem(parameter: TemplateParameter, value: string): TemplateProblem | null {
  const problem = (key: TemplateProblem['key'], values: TemplateProblem['values'] = {}): TemplateProblem => ({
    parameter: parameter.name,
    key,
    values,
  });
  if (value === '' && !(parameter.kind === 'text' && parameter.minimum === 0)) return problem('validation.required');
  if (parameter.kind === 'choice')
    return parameter.choices.some((choice) => choice.value === value) ? null : problem('validation.oneOf');
  if (parameter.kind === 'integer') {
    if (!WHOLE.test(value)) return problem('validation.integer');
    if (Number(value) < parameter.minimum) return problem('validation.min', { min: parameter.minimum });
    return Number(value) > parameter.maximum ? problem('validation.max', { max: parameter.maximum }) : null;
  }
  if (value.length < parameter.minimum) return problem('validation.minLength', { min: parameter.minimum });
  if (value.length > parameter.maximum) return problem('validation.maxLength', { max: parameter.maximum });
  // Control characters would end the frame that carries the text.
  if (/\p{Cc}/u.test(value)) return problem('validation.commandText');
  return parameter.pattern && !parameter.pattern.test(value) ? problem('validation.invalid') : null;
}

/** The text to send, with a value in every place; or everything that is wrong with the values. */
export function fillTemplate(
  template: CommandTemplate,
  values: Readonly<Record<string, string>>,
): Result<string, readonly TemplateProblem[]> {
  const valueOf = (name: string): string => (Object.hasOwn(values, name) ? values[name].trim() : '');
  const problems = template.parameters.flatMap(
    (parameter) => parameterProblem(parameter, valueOf(parameter.name)) ?? [],
  );
  if (problems.length > 0) return failure(problems);
  return success(
    template.text.replace(PLACE, (place, name: string) =>
      isParameter(template, name) ? encoded(template, name, valueOf(name)) : place,
    ),
  );
}

const isParameter = (template: CommandTemplate, name: string): boolean =>
  template.parameters.some((parameter) => parameter.name === name);

/** Whole numbers lose leading zeros, so that one number has one form, or become the digits that the device wants. */
function encoded(template: CommandTemplate, name: string, value: string): string {
  const parameter = template.parameters.find((one) => one.name === name);
  if (parameter?.kind !== 'integer') return value;
  return parameter.hexDigits === undefined
    ? String(Number(value))
    : Number(value).toString(16).toUpperCase().padStart(parameter.hexDigits, '0');
}

/** Values that the form begins with. */
export function initialValues(template: CommandTemplate): Record<string, string> {
  return Object.fromEntries(template.parameters.map(({ name, initial }) => [name, initial]));
}

/** True when the text is one that the template could have made, whatever is in its places. */
export function matchesTemplate(template: CommandTemplate, text: string): boolean {
  // Piece by piece, not by a pattern with many wildcards: a hostile text must not cost time.
  const words = text.trim().toLowerCase();
  const pieces = template.text.toLowerCase().split(/\{[a-z]+\}/);
  const [head] = pieces;
  const tail = pieces[pieces.length - 1];
  if (pieces.length === 1) return words === head;
  if (words.length < head.length + tail.length || !words.startsWith(head) || !words.endsWith(tail)) return false;
  const end = words.length - tail.length;
  let from = head.length;
  for (const piece of pieces.slice(1, -1)) {
    const at = words.indexOf(piece, from);
    if (at < 0 || at + piece.length > end) return false;
    from = at + piece.length;
  }
  return true;
}
