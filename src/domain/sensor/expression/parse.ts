import { LENGTH, SENSOR, failure, success, type Result } from '../../base/index.ts';
import { readToken, type Token } from './tokens.ts';
import type { Expression, ExpressionProblem, ExpressionProblemCode, Operator } from './types.ts';

/**
 * Reads an expression over the parameters of a report (domain reference, 3.1). From the loosest to the
 * tightest: `|` (the first value that is there), `+ -`, `* /`, a sign in front, `^`. All group from the
 * left but `^`, which groups from the right: `2^3^2` is 2^9, `-2^2` is -4, `2^-1` is 0.5.
 * Length and depth are bounded, so that no text can exhaust the stack.
 */
export function parseExpression(text: string): Result<Expression, ExpressionProblem> {
  if (text.length > LENGTH.sensorParameter.max)
    return failure({ code: 'tooLong', position: LENGTH.sensorParameter.max, found: '' });
  return new Parser(text).parse();
}

/** Thrown inside the parser only, where it is caught: it saves every rule a check after every step. */
class Refusal extends Error {
  readonly problem: ExpressionProblem;
  constructor(problem: ExpressionProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

const LEVELS: readonly (readonly Operator[])[] = [['|'], ['+', '-'], ['*', '/']];

class Parser {
  readonly #text: string;
  #token: Token;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#token = { kind: 'end', position: 0, end: 0, text: '' };
  }

  parse(): Result<Expression, ExpressionProblem> {
    try {
      this.#next();
      if (this.#ended()) return failure({ code: 'empty', position: 0, found: '' });
      const expression = this.#level(0);
      if (!this.#ended()) this.#refuse('unexpected');
      return success(expression);
    } catch (error) {
      if (error instanceof Refusal) return failure(error.problem);
      throw error;
    }
  }

  #next(): void {
    this.#token = readToken(this.#text, this.#token.end);
    const { kind, problem } = this.#token;
    if (kind === 'wrong') this.#refuse(problem ?? 'unexpected');
  }

  #ended(): boolean {
    return this.#token.kind === 'end';
  }

  #refuse(code: ExpressionProblemCode): never {
    const { kind, position, text } = this.#token;
    throw new Refusal({
      code: kind === 'end' ? (code === 'unexpected' ? 'incomplete' : code) : code,
      position,
      found: text,
    });
  }

  /** Operators of one level, grouped from the left. */
  #level(level: number): Expression {
    if (level === LEVELS.length) return this.#signed();
    let left = this.#level(level + 1);
    for (let operator = this.#operator(LEVELS[level]); operator; operator = this.#operator(LEVELS[level])) {
      this.#next();
      left = { kind: 'binary', operator, left, right: this.#level(level + 1) };
    }
    return left;
  }

  #operator(among: readonly Operator[]): Operator | undefined {
    return this.#token.kind === 'symbol' ? among.find((operator) => operator === this.#token.text) : undefined;
  }

  #signed(): Expression {
    if (!this.#operator(['-'])) return this.#power();
    this.#next();
    return this.#deeper(() => ({ kind: 'negate', operand: this.#signed() }));
  }

  #power(): Expression {
    const base = this.#primary();
    if (!this.#operator(['^'])) return base;
    this.#next();
    return this.#deeper(() => ({ kind: 'binary', operator: '^', left: base, right: this.#signed() }));
  }

  #primary(): Expression {
    const token = this.#token;
    if (token.kind === 'number') {
      this.#next();
      return { kind: 'number', value: token.value ?? 0 };
    }
    if (token.kind === 'parameter') {
      this.#next();
      return { kind: 'parameter', name: token.name ?? '', previous: token.previous ?? false, bit: token.bit ?? null };
    }
    if (token.kind === 'sensor') {
      this.#next();
      return { kind: 'sensor', name: token.name ?? '' };
    }
    if (token.kind !== 'symbol' || token.text !== '(') return this.#refuse('unexpected');
    this.#next();
    const inside = this.#deeper(() => this.#level(0));
    if (this.#ended()) this.#refuse('unclosed');
    if (this.#token.text !== ')') this.#refuse('unexpected');
    this.#next();
    return inside;
  }

  #deeper(read: () => Expression): Expression {
    if (++this.#depth > SENSOR.expressionDepth) this.#refuse('tooDeep');
    const expression = read();
    this.#depth--;
    return expression;
  }
}
