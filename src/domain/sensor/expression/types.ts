/** An expression as a tree. Positions are not kept: two texts that mean the same have the same tree. */
export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | {
      readonly kind: 'parameter';
      readonly name: string;
      /** True: the value in the report before (`#name`). */
      readonly previous: boolean;
      /** One bit of it, counted from 1 (`name:3`); null for the whole value. */
      readonly bit: number | null;
    }
  | { readonly kind: 'sensor'; readonly name: string }
  | { readonly kind: 'negate'; readonly operand: Expression }
  | { readonly kind: 'binary'; readonly operator: Operator; readonly left: Expression; readonly right: Expression };

export type Operator = '|' | '+' | '-' | '*' | '/' | '^';

export const EXPRESSION_PROBLEMS = [
  'empty',
  'tooLong',
  'tooDeep',
  'unexpected',
  'incomplete',
  'unclosed',
  'number',
  'bit',
  'name',
] as const;
export type ExpressionProblemCode = (typeof EXPRESSION_PROBLEMS)[number];

/** Why a text is no expression. */
export interface ExpressionProblem {
  readonly code: ExpressionProblemCode;
  /** Where it goes wrong: index of the character, from 0; the text's length when it ends too early. */
  readonly position: number;
  /** What is there; empty at the end. */
  readonly found: string;
}

/** The message's key in the catalogue; it may name `position`, counted from 1. */
export const expressionProblemKey = ({ code }: Pick<ExpressionProblem, 'code'>): string =>
  `validation.expression${code.charAt(0).toUpperCase()}${code.slice(1)}`;
